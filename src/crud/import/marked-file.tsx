import { FileDown } from 'lucide-react'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import type { MarkCounts } from '#src/server/import/mark-cells.server.ts'
import { buttonClass } from '#src/ui/button.tsx'
import { toaster } from '#src/ui/toast.tsx'
import { download } from '../export/download.ts'

type MarkedFileProps = {
  resource: string
  id: number
  /** The marks of a workbook, if they are known. */
  marks?: MarkCounts | undefined
}

/** Downloads the uploaded file with its invalid cells marked. */
export function MarkedFile({ resource, id, marks }: MarkedFileProps) {
  const href = `/adminApi/${resource}/download/${id}`
  return (
    <div className="flex min-w-0 flex-col items-start gap-1.5">
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
      {marks && marks.cells > marks.notes && (
        <p className="text-sm text-muted">
          {m.import_marksMore({ cells: formatCount(marks.cells), notes: formatCount(marks.notes) })}
        </p>
      )}
    </div>
  )
}
