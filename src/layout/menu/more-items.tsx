import { Link } from '@tanstack/react-router'
import { ExternalLink, Keyboard, Maximize, Minimize, Settings2 } from 'lucide-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { MenuItem, MenuLink, MenuSeparator } from '#src/ui/menu.tsx'
import { type ClearCache, ClearCacheItems } from '../clear-cache.tsx'
import { layout } from '../config/layout-store.ts'
import { LanguageChoices } from '../language-choices.tsx'
import { openShortcuts } from '../shortcuts/shortcut-keys.ts'
import { ThemeChoices } from '../theme-choices.tsx'
import { useFullScreen } from '../use-full-screen.ts'

type MoreItemsProps = {
  clearCache?: ClearCache
  /** For an entry that opens a dialog. */
  fromButton(open: () => void): () => void
}

/** The entries of the menu of tools. */
export function MoreItems({ clearCache, fromButton }: MoreItemsProps) {
  const [full, toggleFull] = useFullScreen()
  return (
    <>
      <MenuItem value="layout" icon={<Settings2 size={15} />} onSelect={fromButton(() => layout.showDrawer(true))}>
        {m.layout_title()}
      </MenuItem>
      <MenuItem
        value="full-screen"
        icon={full ? <Minimize size={15} /> : <Maximize size={15} />}
        onSelect={() => void toggleFull()}
      >
        {full ? m.shell_leaveFullScreen() : m.shell_fullScreen()}
      </MenuItem>
      <MenuItem value="shortcuts" icon={<Keyboard size={15} />} onSelect={fromButton(openShortcuts)}>
        <span className="flex-1">{m.shortcuts_title()}</span>
        <kbd aria-hidden className="font-sans text-xs text-subtle pointer-coarse:hidden">
          ?
        </kbd>
      </MenuItem>
      <MenuLink value="site">
        <Link to="/" target="_blank" rel="noopener">
          <ExternalLink aria-hidden size={15} className="text-muted" />
          {m.shell_publicSite()}
        </Link>
      </MenuLink>
      <MenuSeparator />
      <LanguageChoices />
      <MenuSeparator />
      <ThemeChoices />
      {clearCache && (
        <>
          <MenuSeparator />
          <ClearCacheItems onClear={clearCache} />
        </>
      )}
    </>
  )
}
