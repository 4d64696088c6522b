import { Search } from 'lucide-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { ariaKeys, isApple, keyCaps } from '#src/lib/shortcut.ts'
import { useHydrated } from '#src/ui/use-hydrated.ts'
import { openPalette } from './palette-key.ts'

/** The search of the back office: the button that opens the command palette, with its shortcut. */
export function PaletteButton() {
  const hydrated = useHydrated()
  const apple = hydrated && isApple(navigator.platform)
  return (
    <button
      type="button"
      onClick={openPalette}
      data-tip=""
      aria-keyshortcuts={ariaKeys('Mod+K', apple)}
      aria-haspopup="dialog"
      className="flex h-8 shrink-0 items-center gap-2 rounded-md px-2 text-muted transition-colors hover:bg-hover hover:text-ink pointer-coarse:h-10 xl:min-w-44 xl:border xl:border-line-button xl:px-2.5"
    >
      <Search aria-hidden size={16} />
      <span className="max-xl:sr-only">{m.palette_open()}</span>
      <kbd
        aria-hidden
        className="ml-auto rounded border border-line px-1 font-sans text-xs text-subtle max-xl:hidden pointer-coarse:hidden"
      >
        {keyCaps('Mod+K', apple).join(apple ? '' : ' ')}
      </kbd>
    </button>
  )
}
