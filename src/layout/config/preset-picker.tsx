import { useId } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { useLayout } from './layout-context.tsx'
import { layout } from './layout-store.ts'
import { coloursOf, presetOf, presets } from './presets.ts'
import { shellColours } from './shell-colours.ts'

/** The colours of the shell to choose from, each as a small menu. */
export function PresetPicker() {
  const config = useLayout()
  const id = useId()
  const chosen = presetOf(layout.chosen())
  return (
    <fieldset>
      <legend className="mb-2.5 w-full border-b border-line pb-1.5 text-sm font-medium text-muted">
        {m.layout_preset()}
      </legend>
      <div className="grid grid-cols-4 gap-2">
        {presets.map((preset) => (
          <label
            key={preset.key}
            className={cx(
              'flex cursor-pointer flex-col items-center gap-1 rounded-md border p-1 transition-colors',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-solid',
              preset === chosen ? 'border-accent-solid text-accent-ink ring-1 ring-accent-solid' : 'border-line-button',
            )}
            style={shellColours({ ...config, ...coloursOf(preset) })}
          >
            <input
              type="radio"
              name={id}
              className="sr-only"
              checked={preset === chosen}
              onChange={() => layout.choose(coloursOf(preset))}
            />
            <svg aria-hidden="true" viewBox="0 0 56 36" className="w-full rounded-sm border border-line">
              <rect width="56" height="36" className="fill-(--menu)" />
              <rect width="56" height="8" className="fill-(--menu-bar)" />
              <rect x="4" y="13" width="48" height="8" rx="2" className="fill-(--menu-active)" />
              <rect x="4" y="13" width="2" height="8" rx="1" className="fill-(--menu-mark)" />
              <rect x="10" y="15.5" width="26" height="3" rx="1.5" className="fill-(--menu-active-ink)" />
              <rect x="10" y="26.5" width="20" height="3" rx="1.5" className="fill-(--menu-ink)" />
            </svg>
            <span className="text-xs">{preset.name()}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
