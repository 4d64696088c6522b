import { useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { HEX_COLOUR, readable } from '#src/lib/contrast.ts'
import { Input } from '#src/ui/input.tsx'
import { type ColourName, defaultChoices } from './layout-config.ts'
import { useLayout } from './layout-context.tsx'
import { layout } from './layout-store.ts'
import { Setting } from './setting.tsx'
import { useIsDark } from './use-is-dark.ts'

type ColourFieldProps = {
  name: ColourName
  label: string
  /** The background, for a text colour. A hint appears when the text is shown in another, readable shade. */
  on?: ColourName
}

/** A colour field for the active theme's half of a colour pair. An empty field changes nothing. */
export function ColourField({ name, label, on }: ColourFieldProps) {
  const config = useLayout()
  const theme = useIsDark() ? 1 : 0
  // The text belongs to one theme. In the other theme it would show a colour that the user has not typed.
  const [typed, setTyped] = useState<{ theme: 0 | 1; text: string } | null>(null)
  const colour = config[name][theme]
  const ground = on && config[on][theme]
  // The product's own colours need no hint: shell-colours.ts draws them readable.
  const usual = colour === defaultChoices[name][theme]
  const shown = ground === undefined || usual ? colour : readable(colour, ground)

  const choose = (next: string) => {
    const hex = (next.startsWith('#') ? next : `#${next}`).toLowerCase()
    if (!HEX_COLOUR.test(hex)) return
    layout.choose({ [name]: theme === 1 ? [config[name][0], hex] : [hex, config[name][1]] })
  }
  return (
    <Setting label={label} hint={shown !== colour && m.layout_readable({ colour: shown })}>
      <span className="flex items-center gap-1.5">
        <span className="tabular w-23 text-sm pointer-coarse:w-26">
          <Input
            aria-label={label}
            spellCheck={false}
            maxLength={7}
            value={typed?.theme === theme ? typed.text : colour}
            onChange={(event) => {
              setTyped({ theme, text: event.target.value })
              choose(event.target.value)
            }}
            onBlur={() => setTyped(null)}
          />
        </span>
        <input
          type="color"
          aria-label={m.layout_pick({ label })}
          value={colour}
          onChange={(event) => choose(event.target.value)}
          className="colour-well size-8 shrink-0 rounded-md border border-line-strong"
        />
      </span>
    </Setting>
  )
}
