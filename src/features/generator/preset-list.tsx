import type { RefCallback } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { type FieldPreset, presetGroups } from './presets.ts'

type PresetListProps = {
  /** Makes a preset draggable. */
  grip: RefCallback<HTMLElement>
  onAdd(preset: FieldPreset): void
  /** Whether a preset can be added now. */
  offers(preset: FieldPreset): boolean
}

/** The kinds of fields. A click adds one below all others, and dragging puts it at a place. */
export function PresetList({ grip, onAdd, offers }: PresetListProps) {
  return (
    <div ref={grip} className="flex flex-col gap-3">
      <p className="text-xs text-subtle">{m.designer_presetsHint()}</p>
      {presetGroups.map((group) => (
        <section key={group.title()} className="flex flex-col gap-1">
          <h2 className="text-xs text-subtle">{group.title()}</h2>
          <div className="designer-presets">
            {group.presets.map((preset) => (
              <button
                key={preset.key}
                type="button"
                data-preset={preset.key}
                disabled={!offers(preset)}
                onClick={() => onAdd(preset)}
                className="min-h-8 truncate rounded-md border border-line bg-surface px-2.5 text-left text-sm hover:bg-hover disabled:opacity-50"
              >
                {preset.title()}
              </button>
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}
