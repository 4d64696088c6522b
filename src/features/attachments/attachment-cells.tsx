import { use } from 'react'
import { FileThumb } from '#src/crud/files/file-thumb.tsx'
import { useRowTabIndex } from '#src/crud/grid/row-context.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { sizeText } from '#src/lib/size-text.ts'
import type { AttachmentRow } from './attachment.row.ts'
import { AttachmentContext } from './attachment-context.ts'

type CellOfRow = { row: AttachmentRow }

/** A small picture, or the icon of the type. It opens the preview. */
function PreviewCell({ row }: CellOfRow) {
  const { preview } = use(AttachmentContext)
  const tabIndex = useRowTabIndex()
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      aria-label={m.attachment_previewOf({ name: row.name })}
      onClick={() => preview(row)}
      className="block overflow-hidden rounded-sm border border-line"
    >
      <FileThumb
        url={row.url}
        suffix={row.suffix}
        picture={row.kind === 'image'}
        className={row.kind === 'image' ? 'size-7' : 'size-7 p-0.5!'}
      />
    </button>
  )
}

/** How many places use a file. The number opens the list of them. */
function UsesCell({ row }: CellOfRow) {
  const { uses } = use(AttachmentContext)
  const tabIndex = useRowTabIndex()
  if (row.uses === 0) return <span className="tabular text-muted">0</span>
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      aria-label={m.attachment_usesOf({ name: row.name })}
      onClick={() => uses(row)}
      className="tabular inline-flex h-6 min-w-6 items-center justify-end rounded-sm text-accent-ink hover:underline"
    >
      {formatCount(row.uses)}
    </button>
  )
}

/** The special cells of the list of attachments. */
export const attachmentCells = {
  url: (row: AttachmentRow) => <PreviewCell row={row} />,
  size: (row: AttachmentRow) => (
    <span className="tabular" title={m.attachment_bytes({ count: formatCount(row.size) })}>
      {sizeText(row.size)}
    </span>
  ),
  uses: (row: AttachmentRow) => <UsesCell row={row} />,
}
