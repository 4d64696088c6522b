import { useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { Input } from '#src/ui/input.tsx'
import { MENU_WIDTH } from './layout-config.ts'
import { useLayout } from './layout-context.tsx'
import { layout } from './layout-store.ts'
import { Setting } from './setting.tsx'

const { min, max, step } = MENU_WIDTH

const within = (width: number) => Math.min(max, Math.max(min, Math.round(width)))

/** The menu's width in pixels. A number outside of the limits counts as the limit, and the field says so. */
export function WidthField() {
  const { menuWidth } = useLayout()
  const [typed, setTyped] = useState<string | null>(null)
  const type = (text: string) => {
    setTyped(text)
    const width = Number(text)
    if (text.trim() !== '' && Number.isFinite(width)) layout.choose({ menuWidth: within(width) })
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
            onBlur={() => setTyped(null)}
          />
        </span>
        <span className="text-muted">px</span>
        <span role="status" className="text-sm text-warning-ink">
          {typed !== null && Number(typed) !== menuWidth && m.layout_menuWidthUsed({ width: menuWidth })}
        </span>
      </span>
    </Setting>
  )
}
