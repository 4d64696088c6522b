import { FileDown } from 'lucide-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { buttonClass } from '#src/ui/button.tsx'

/** The file as it was sent, with its bad cells marked. */
export function MarkedFile({ resource, id }: { resource: string; id: number }) {
  return (
    <a href={`/adminApi/${resource}/download/${id}`} download className={buttonClass({ size: 'sm' })}>
      <FileDown aria-hidden size={14} />
      {m.import_marked()}
    </a>
  )
}
