import { FileDown } from 'lucide-react'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { buttonClass } from '#src/ui/button.tsx'
import { toaster } from '#src/ui/toast.tsx'
import { download } from '../export/download.ts'

/** Downloads the uploaded file with its invalid cells marked. */
export function MarkedFile({ resource, id }: { resource: string; id: number }) {
  const href = `/adminApi/${resource}/download/${id}`
  return (
    <a
      href={href}
      download
      className={buttonClass({ size: 'sm' })}
      onClick={(event) => {
        event.preventDefault()
        // A refusal shows a message. A plain link would save it as a file that cannot be opened.
        download(href).catch((error: unknown) => toaster.error(failureText(error)))
      }}
    >
      <FileDown aria-hidden size={14} />
      {m.import_marked()}
    </a>
  )
}
