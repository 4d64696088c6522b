import { Search } from 'lucide-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useHydrated } from '#src/ui/use-hydrated.ts'
import { isApple, openPalette } from './palette-key.ts'

/** The button that opens the command palette. It also shows the keyboard shortcut. */
export function PaletteButton() {
  const hydrated = useHydrated()
  const apple = hydrated && isApple(navigator.platform)
  return (
    <button
      type="button"
      onClick={openPalette}
      title={m.palette_open()}
      aria-keyshortcuts={apple ? 'Meta+K' : 'Control+K'}
      aria-haspopup="dialog"
      className="flex h-8 shrink-0 items-center gap-2 rounded-md px-2 text-muted transition-colors hover:bg-hover hover:text-ink pointer-coarse:h-10"
    >
      <Search aria-hidden size={17} />
      {/* A hidden text names the button: an aria-label would have to contain the visible shortcut. */}
      <span className="sr-only">{m.palette_open()}</span>
      <kbd
        aria-hidden
        className="rounded border border-line px-1 font-sans text-xs text-subtle max-xl:hidden pointer-coarse:hidden"
      >
        {apple ? '⌘K' : 'Ctrl K'}
      </kbd>
    </button>
  )
}
