import { useId } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { type LayoutMode, layoutModes, withTabBackground } from './layout-config.ts'
import { useLayout } from './layout-context.tsx'
import { layout } from './layout-store.ts'
import { LayoutThumbnail } from './layout-thumbnail.tsx'
import { shellColours } from './shell-colours.ts'

const names: Record<LayoutMode, () => string> = {
  Default: m.layout_default,
  Classic: m.layout_classic,
  Streamline: m.layout_streamline,
  Double: m.layout_double,
}

/** The four layouts to choose from, as thumbnails in the current colours. */
export function LayoutPicker() {
  const config = useLayout()
  const id = useId()
  // A narrow window shows every layout as Classic. The choice applies to wide windows.
  const chosen = layout.chosen().layoutMode
  return (
    <fieldset>
      <legend className="mb-2.5 w-full border-b border-line pb-1.5 text-sm font-medium text-muted">
        {m.layout_mode()}
      </legend>
      <div className="grid grid-cols-2 gap-2.5">
        {layoutModes.map((mode) => (
          <label
            key={mode}
            className={cx(
              'flex cursor-pointer flex-col items-center gap-1 rounded-lg border p-1.5 transition-colors',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-solid',
              mode === chosen ? 'border-accent-solid text-accent-ink ring-1 ring-accent-solid' : 'border-line-button',
            )}
            style={shellColours({ ...config, ...withTabBackground({ ...config, layoutMode: mode }) })}
          >
            <input
              type="radio"
              name={id}
              className="sr-only"
              checked={mode === chosen}
              onChange={() => layout.choose({ layoutMode: mode })}
            />
            <LayoutThumbnail mode={mode} />
            <span className="text-sm">{names[mode]()}</span>
          </label>
        ))}
      </div>
      {config.shrink && <p className="mt-2 text-xs text-subtle">{m.layout_narrow()}</p>}
    </fieldset>
  )
}
