import { Search } from 'lucide-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useHydrated } from '#src/ui/use-hydrated.ts'
import { isApple, openPalette } from './palette-key.ts'

/** The way to the command palette, and its key for those who would rather press that. */
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
      {/* Not by aria-label: the key stands beside it, and would have to be part of the name. */}
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
