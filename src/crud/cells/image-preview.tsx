import { ChevronLeft, ChevronRight } from 'lucide-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { Dialog } from '#src/ui/dialog.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'

type ImagePreviewProps = {
  pictures: readonly string[]
  at: number
  title: string
  onAt(at: number): void
  onClose(): void
}

/** Pictures one at a time, as large as the screen allows. */
export function ImagePreview({ pictures, at, title, onAt, onClose }: ImagePreviewProps) {
  const many = pictures.length > 1
  const label = m.cell_preview({ number: at + 1, count: pictures.length })
  return (
    <Dialog open onRequestClose={onClose} title={label} description={title} size="lg">
      <div className="flex items-center gap-2">
        {many && (
          <IconButton label={m.list_previous()} disabled={at === 0} onClick={() => onAt(at - 1)}>
            <ChevronLeft aria-hidden size={18} />
          </IconButton>
        )}
        <img
          src={pictures[at]}
          alt={label}
          className="max-h-[70dvh] min-h-24 min-w-0 flex-1 rounded-md bg-sunken object-contain"
        />
        {many && (
          <IconButton label={m.list_next()} disabled={at === pictures.length - 1} onClick={() => onAt(at + 1)}>
            <ChevronRight aria-hidden size={18} />
          </IconButton>
        )}
      </div>
    </Dialog>
  )
}
