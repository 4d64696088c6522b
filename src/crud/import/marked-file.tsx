import { FileDown, ListX } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { toastFailure } from '#src/layout/failure-toast.ts'
import { formatCount } from '#src/lib/count.ts'
import type { MarkCounts } from '#src/server/import/mark-cells.server.ts'
import { buttonClass } from '#src/ui/button.tsx'
import { download } from '../export/download.ts'
import type { Import } from './use-import.ts'

type MarkedFileProps = {
  resource: string
  view: Pick<NonNullable<Import['view']>, 'id' | 'format' | 'returned'>
  /** The number of refused rows. */
  refused: number
  /** The marks of a workbook, if they are known. */
  marks?: MarkCounts | undefined
}

/** Downloads the uploaded file with its invalid cells marked, or only its refused rows. */
export function MarkedFile({ resource, view, refused, marks }: MarkedFileProps) {
  const href = `/adminApi/${resource}/download/${view.id}`
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <div className="flex flex-wrap gap-1.5">
        <FileLink href={href} icon={<FileDown aria-hidden size={14} />}>
          {m.import_marked()}
        </FileLink>
        {refused > 0 && (
          <FileLink href={`${href}?rows=refused`} icon={<ListX aria-hidden size={14} />}>
            {m.import_onlyRefused({ count: formatCount(refused) })}
          </FileLink>
        )}
      </div>
      {view.format === 'csv' && view.returned === 'csv' && (
        <p className="text-sm text-muted">{m.import_returnedText()}</p>
      )}
      {marks && marks.cells > marks.notes && (
        <p className="text-sm text-muted">
          {m.import_marksMore({ cells: formatCount(marks.cells), notes: formatCount(marks.notes) })}
        </p>
      )}
    </div>
  )
}

function FileLink({ href, icon, children }: { href: string; icon: ReactNode; children: ReactNode }) {
  return (
    <a
      href={href}
      download
      className={buttonClass({ size: 'sm' })}
      onClick={(event) => {
        event.preventDefault()
        // A refusal shows a message. A plain link would save it as a file that cannot be opened.
        download(href).catch(toastFailure)
      }}
    >
      {icon}
      {children}
    </a>
  )
}
