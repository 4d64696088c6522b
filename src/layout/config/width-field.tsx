import { useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { Input } from '#src/ui/input.tsx'
import { MENU_WIDTH } from './layout-config.ts'
import { useLayout } from './layout-context.tsx'
import { layout } from './layout-store.ts'
import { Setting } from './setting.tsx'

const { min, max, step } = MENU_WIDTH

/** The menu's width in pixels. An invalid value changes nothing; the field corrects it on blur. */
export function WidthField() {
  const { menuWidth } = useLayout()
  const [typed, setTyped] = useState<string | null>(null)
  const type = (text: string) => {
    setTyped(text)
    const width = Number(text)
    if (Number.isInteger(width) && width >= min && width <= max) layout.choose({ menuWidth: width })
  }
  return (
    <Setting label={m.layout_menuWidth()} hint={m.layout_menuWidthHint({ min, max })}>
      <span className="flex items-center gap-2">
        <span className="w-23">
          <Input
            type="number"
            aria-label={m.layout_menuWidth()}
            min={min}
            max={max}
            step={step}
            value={typed ?? menuWidth}
            onChange={(event) => type(event.target.value)}
            onBlur={() => {
              const width = Math.round(Number(typed))
              if (typed) layout.choose({ menuWidth: Math.min(max, Math.max(min, width || menuWidth)) })
              setTyped(null)
            }}
          />
        </span>
        <span className="text-muted">px</span>
      </span>
    </Setting>
  )
}
