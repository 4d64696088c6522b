import { m } from '#src/i18n/paraglide/messages.js'
import { Keycap } from '#src/ui/keycap.tsx'
import { isApple } from './palette-key.ts'

/** The keyboard shortcuts of the palette. Hidden on touch devices. */
export function PaletteFoot({ editable }: { editable: boolean }) {
  const control = isApple(navigator.platform) ? '⌘' : 'Ctrl'
  const keys: [string[], string][] = [
    [['↑', '↓'], m.palette_keyMove()],
    [['↵'], m.palette_keyTake()],
    ...(editable ? [[[control, '↵'], m.palette_keyEdit()] satisfies [string[], string]] : []),
    [['Esc'], m.ui_close()],
  ]
  return (
    <p
      aria-hidden
      className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line px-4 py-2 text-xs text-subtle pointer-coarse:hidden"
    >
      {keys.map(([names, does]) => (
        <span key={does} className="inline-flex items-center gap-1">
          {names.map((name) => (
            <Keycap key={name}>{name}</Keycap>
          ))}
          <span className="ml-0.5">{does}</span>
        </span>
      ))}
    </p>
  )
}
