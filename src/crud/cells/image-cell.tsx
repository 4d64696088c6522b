import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldValue } from '#src/resource/field-value.ts'
import { lazyDialog } from '#src/ui/lazy.tsx'
import { smallAddress } from '../files/file-kinds.ts'
import { useRowTabIndex } from '../grid/row-context.ts'

const ImagePreview = lazyDialog(
  async () => (await import('./image-preview.tsx')).ImagePreview,
  ({ onClose }) => onClose(),
)

const SHOWN = 3

/** A small picture. If it cannot be loaded, an icon replaces it. */
function Thumbnail({ picture }: { picture: string }) {
  const [broken, setBroken] = useState(false)
  if (broken) return <ImageOff aria-hidden size={14} className="m-auto text-subtle" />
  return (
    <img
      src={smallAddress(picture, 160)}
      alt=""
      loading="lazy"
      onError={() => setBroken(true)}
      className="size-full object-cover"
    />
  )
}

/** Small pictures. A click opens a large preview. */
export function ImageCell({ value, name }: { value: FieldValue; name: string }) {
  const tabIndex = useRowTabIndex()
  const [at, setAt] = useState<number>()
  const pictures = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string')
  return (
    <span className="flex items-center gap-1">
      {pictures.slice(0, SHOWN).map((picture, index) => (
        <button
          key={picture}
          type="button"
          tabIndex={tabIndex}
          aria-label={m.cell_preview({ number: index + 1, count: pictures.length })}
          onClick={() => setAt(index)}
          className="size-7 shrink-0 overflow-hidden rounded-sm border border-line bg-sunken"
        >
          <Thumbnail picture={picture} />
        </button>
      ))}
      {pictures.length > SHOWN && <span className="text-subtle">+{pictures.length - SHOWN}</span>}
      {at !== undefined && (
        <ImagePreview pictures={pictures} at={at} title={name} onAt={setAt} onClose={() => setAt(undefined)} />
      )}
    </span>
  )
}
