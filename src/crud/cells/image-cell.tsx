import { lazy, Suspense, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldValue } from '../entry-values.ts'
import { useRowTabIndex } from '../list/row-context.ts'

const ImagePreview = lazy(async () => ({ default: (await import('./image-preview.tsx')).ImagePreview }))

const SHOWN = 3

/** Pictures, small; pressed they are shown large. */
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
          <img src={picture} alt="" loading="lazy" className="size-full object-cover" />
        </button>
      ))}
      {pictures.length > SHOWN && <span className="text-subtle">+{pictures.length - SHOWN}</span>}
      {at !== undefined && (
        <Suspense>
          <ImagePreview pictures={pictures} at={at} title={name} onAt={setAt} onClose={() => setAt(undefined)} />
        </Suspense>
      )}
    </span>
  )
}
