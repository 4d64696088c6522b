import { ChevronLeft, ChevronRight, Download } from 'lucide-react'
import { useEffect } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { sizeText } from '#src/lib/size-text.ts'
import { useStable } from '#src/lib/use-stable.ts'
import { buttonClass } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import type { AttachmentRow } from './attachment.row.ts'
import { PreviewContent } from './preview-content.tsx'

type PreviewDialogProps = {
  /** The files that can be seen one after another. */
  rows: readonly AttachmentRow[]
  row: AttachmentRow
  onRow(row: AttachmentRow): void
  onClose(): void
}

/** Shows a file, and the files before and after it in the list. */
export function PreviewDialog({ rows, row, onRow, onClose }: PreviewDialogProps) {
  const at = rows.findIndex(({ id }) => id === row.id)
  const before = rows[at - 1]
  const after = at < 0 ? undefined : rows[at + 1]
  const onKey = useStable((event: KeyboardEvent) => {
    const place = event.target
    // These have arrow keys of their own.
    if (place instanceof HTMLMediaElement || place instanceof HTMLInputElement || event.defaultPrevented) return
    if (place instanceof HTMLElement && place.scrollWidth > place.clientWidth + 1) return
    const to = event.key === 'ArrowLeft' ? before : event.key === 'ArrowRight' ? after : undefined
    if (to) onRow(to)
  })
  useEffect(() => {
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [onKey])
  const facts = [row.suffix.toUpperCase(), sizeText(row.size), row.width && `${row.width} × ${row.height}`]
  return (
    <Dialog
      open
      onRequestClose={onClose}
      title={row.name}
      description={facts.filter(Boolean).join(' · ')}
      size="xl"
      tools={
        <a href={`${row.url}?download=1`} download={row.name} className={buttonClass({ size: 'sm' })}>
          <Download aria-hidden size={14} className="mr-1.5" />
          {m.attachment_download()}
        </a>
      }
    >
      <div className="flex items-center gap-2">
        <IconButton
          label={m.list_previous()}
          disabled={!before}
          onClick={() => before && onRow(before)}
          className="max-sm:absolute max-sm:bottom-2 max-sm:left-3"
        >
          <ChevronLeft aria-hidden size={18} />
        </IconButton>
        <div className="min-w-0 flex-1">
          {/* From picture to picture, the buttons stay, and the focus on them. */}
          <PreviewContent key={row.kind === 'image' ? row.kind : row.id} row={row} />
        </div>
        <IconButton
          label={m.list_next()}
          disabled={!after}
          onClick={() => after && onRow(after)}
          className="max-sm:absolute max-sm:right-3 max-sm:bottom-2"
        >
          <ChevronRight aria-hidden size={18} />
        </IconButton>
      </div>
    </Dialog>
  )
}
