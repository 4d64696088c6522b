import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { IconButton } from '#src/ui/icon-button.tsx'
import { lazyDialog } from '#src/ui/lazy.tsx'

const ImagePreview = lazyDialog(
  async () => (await import('#src/crud/cells/image-preview.tsx')).ImagePreview,
  ({ onClose }) => onClose(),
)

/**
 * The pictures of a module, one at a time. Buttons and the arrow keys change between them, screen readers hear which
 * one is shown, and a press shows it large.
 */
export function ModulePictures({ pictures, title }: { pictures: readonly string[]; title: string }) {
  const [at, setAt] = useState(0)
  const [large, setLarge] = useState(false)
  const count = pictures.length
  const show = (next: number) => setAt((next + count) % count)
  const keys = (event: KeyboardEvent) => {
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: count - 1 }[event.key]
    if (next === undefined || count < 2) return
    event.preventDefault()
    show(next)
  }
  return (
    <section aria-roledescription={m.store_carousel()} aria-label={m.store_pictures({ title })} onKeyDown={keys}>
      <button
        type="button"
        aria-label={m.cell_preview({ number: at + 1, count })}
        onClick={() => setLarge(true)}
        className="block w-full overflow-hidden rounded-lg border border-line bg-sunken"
      >
        <img src={pictures[at]} alt="" className="module-shot" />
      </button>
      {count > 1 && (
        <div className="mt-1 flex items-center justify-center gap-2">
          <IconButton label={m.store_pictureBefore()} onClick={() => show(at - 1)}>
            <ChevronLeft aria-hidden size={18} />
          </IconButton>
          <p role="status" className="tabular text-sm text-muted">
            <span className="sr-only">{m.store_pictureOf({ number: at + 1, count })}</span>
            <span aria-hidden>{`${at + 1} / ${count}`}</span>
          </p>
          <IconButton label={m.store_pictureNext()} onClick={() => show(at + 1)}>
            <ChevronRight aria-hidden size={18} />
          </IconButton>
        </div>
      )}
      {large && <ImagePreview pictures={pictures} at={at} title={title} onAt={setAt} onClose={() => setLarge(false)} />}
    </section>
  )
}
