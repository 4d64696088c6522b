import {
  Brush,
  Columns2,
  Expand,
  ExternalLink,
  Languages,
  LogOut,
  Maximize,
  Monitor,
  Moon,
  PanelLeft,
  RotateCw,
  Settings2,
  SquareTerminal,
  Sun,
  UserRound,
  X,
} from 'lucide-react'
import { chooseLocale } from '#src/i18n/choose-locale.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { getLocale, type Locale } from '#src/i18n/paraglide/runtime.js'
import type { ClearCache } from '../clear-cache.tsx'
import { type LayoutMode, layoutModes } from '../config/layout-config.ts'
import { layout } from '../config/layout-store.ts'
import { useTabActions } from '../tabs/tabs-context.ts'
import { useTabs } from '../tabs/use-tabs.ts'
import { useFullScreen } from '../use-full-screen.ts'
import type { PaletteAction } from './palette-actions.ts'

const size = 16
const languages: Record<Locale, string> = { 'zh-cn': '简体中文', en: 'English' }

const layoutNames: Record<LayoutMode, (locale: Locale) => string> = {
  Default: (locale) => m.layout_default({}, { locale }),
  Classic: (locale) => m.layout_classic({}, { locale }),
  Streamline: (locale) => m.layout_streamline({}, { locale }),
  Double: (locale) => m.layout_double({}, { locale }),
}

type Callbacks = {
  onProfile?(): unknown
  onSignOut(): Promise<void>
  clearCache?: ClearCache
  openTerminal?: (() => void) | undefined
}

/** Returns the actions that are available on every page of the back office. */
export function useShellActions({ onProfile, onSignOut, clearCache, openTerminal }: Callbacks): PaletteAction[] {
  const tabActions = useTabActionsHere()
  const [full, toggleFull] = useFullScreen()
  const { layoutMode } = layout.chosen()
  const { isDark, menuCollapse } = layout.read()
  const language = Object.keys(languages).filter((one): one is Locale => one !== getLocale())
  return [
    ...tabActions,
    ...themes.filter((theme) => theme.isDark !== isDark).map(themeAction),
    ...language.map((locale) => ({
      id: `language-${locale}`,
      say: (of: Locale) => m.palette_language({ name: languages[locale] }, { locale: of }),
      icon: <Languages size={size} />,
      run: () => chooseLocale(locale),
    })),
    ...layoutModes
      .filter((mode) => mode !== layoutMode)
      .map((mode) => ({
        id: `layout-${mode}`,
        say: (locale: Locale) => m.palette_layout({ name: layoutNames[mode](locale) }, { locale }),
        icon: <Columns2 size={size} />,
        run: () => layout.choose({ layoutMode: mode }),
      })),
    {
      id: 'layout',
      say: (locale) => m.palette_layoutDrawer({}, { locale }),
      icon: <Settings2 size={size} />,
      run: () => layout.showDrawer(true),
    },
    {
      id: 'menu',
      say: (locale) => (menuCollapse ? m.shell_expandMenu({}, { locale }) : m.shell_collapseMenu({}, { locale })),
      icon: <PanelLeft size={size} />,
      run: () => layout.collapse(!menuCollapse),
    },
    {
      id: 'full-screen',
      say: (locale) => (full ? m.shell_leaveFullScreen({}, { locale }) : m.palette_fullScreen({}, { locale })),
      icon: <Maximize size={size} />,
      run: toggleFull,
    },
    {
      id: 'site',
      say: (locale) => m.shell_publicSite({}, { locale }),
      icon: <ExternalLink size={size} />,
      run: () => window.open('/', '_blank', 'noopener'),
    },
    ...(clearCache ? cacheActions(clearCache) : []),
    ...(openTerminal
      ? [
          {
            id: 'terminal',
            say: (locale: Locale) => m.terminal_open({}, { locale }),
            icon: <SquareTerminal size={size} />,
            run: openTerminal,
          },
        ]
      : []),
    ...(onProfile
      ? [
          {
            id: 'profile',
            say: (locale: Locale) => m.shell_profile({}, { locale }),
            icon: <UserRound size={size} />,
            run: onProfile,
          },
        ]
      : []),
    {
      id: 'sign-out',
      say: (locale) => m.shell_signOut({}, { locale }),
      icon: <LogOut size={size} />,
      run: onSignOut,
    },
  ]
}

const themes = [
  { isDark: false, say: (locale: Locale) => m.palette_themeLight({}, { locale }), icon: <Sun size={size} /> },
  { isDark: true, say: (locale: Locale) => m.palette_themeDark({}, { locale }), icon: <Moon size={size} /> },
  { isDark: null, say: (locale: Locale) => m.palette_themeSystem({}, { locale }), icon: <Monitor size={size} /> },
]

function themeAction({ isDark, say, icon }: (typeof themes)[number]): PaletteAction {
  return { id: `theme-${isDark}`, say, icon, run: () => layout.choose({ isDark }) }
}

function cacheActions(clear: ClearCache): PaletteAction[] {
  const icon = <Brush size={size} />
  return [
    { id: 'cache-server', say: (locale) => m.shell_clearServerCache({}, { locale }), icon, run: () => clear('server') },
    {
      id: 'cache-browser',
      say: (locale) => m.shell_clearBrowserCache({}, { locale }),
      icon,
      run: () => clear('browser'),
    },
    { id: 'cache-all', say: (locale) => m.shell_clearAllCaches({}, { locale }), icon, run: () => clear('all') },
  ]
}

/** Returns the actions for the current tab and for the other tabs. */
function useTabActionsHere(): PaletteAction[] {
  const tabs = useTabActions()
  const { tabsView, activeIndex, tabFullScreen } = useTabs()
  const path = tabsView[activeIndex]?.path
  if (path === undefined) return []
  const reload: PaletteAction = {
    id: 'tab-reload',
    say: (locale) => m.palette_tabReload({}, { locale }),
    icon: <RotateCw size={size} />,
    run: () => tabs.reload(),
  }
  const wide: PaletteAction = {
    id: 'tab-wide',
    say: (locale) => m.palette_tabFullScreen({}, { locale }),
    icon: <Expand size={size} />,
    run: () => tabs.showFullScreen(path),
  }
  const icon = <X size={size} />
  const closing: PaletteAction[] = [
    { id: 'tab-close', say: (locale) => m.tabs_close({}, { locale }), icon, run: () => tabs.close(path) },
    { id: 'tab-others', say: (locale) => m.tabs_closeOthers({}, { locale }), icon, run: () => tabs.closeOthers(path) },
    { id: 'tab-all', say: (locale) => m.tabs_closeAll({}, { locale }), icon, run: () => tabs.closeAll() },
  ]
  return [reload, ...(tabFullScreen ? [] : [wide]), ...(tabsView.length > 1 ? closing : [])]
}
