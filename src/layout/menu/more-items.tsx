import { Link } from '@tanstack/react-router'
import { ExternalLink, Maximize, Minimize, Settings2 } from 'lucide-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { MenuItem, MenuLink, MenuSeparator } from '#src/ui/menu.tsx'
import { type ClearCache, ClearCacheItems } from '../clear-cache.tsx'
import { layout } from '../config/layout-store.ts'
import { LanguageChoices } from '../language-switch.tsx'
import { ThemeChoices } from '../theme-choices.tsx'
import { useFullScreen } from '../use-full-screen.ts'
import { useMedia } from '../use-media.ts'

/** The entries of the menu of tools that do not fit into the top bar. */
export function MoreItems({ clearCache }: { clearCache?: ClearCache }) {
  const small = useMedia('(width < 640px)')
  const [full, toggleFull] = useFullScreen()
  return (
    <>
      <MenuLink value="site">
        <Link to="/" target="_blank" rel="noopener">
          <ExternalLink aria-hidden size={15} className="text-muted" />
          {m.shell_publicSite()}
        </Link>
      </MenuLink>
      <MenuItem
        value="full-screen"
        icon={full ? <Minimize size={15} /> : <Maximize size={15} />}
        onSelect={() => void toggleFull()}
      >
        {full ? m.shell_leaveFullScreen() : m.shell_fullScreen()}
      </MenuItem>
      {small && (
        <MenuItem value="layout" icon={<Settings2 size={15} />} onSelect={() => layout.showDrawer(true)}>
          {m.layout_title()}
        </MenuItem>
      )}
      {clearCache && (
        <>
          <MenuSeparator />
          <ClearCacheItems onClear={clearCache} />
        </>
      )}
      {small && (
        <>
          <MenuSeparator />
          <LanguageChoices />
          <MenuSeparator />
          <ThemeChoices />
        </>
      )}
    </>
  )
}
