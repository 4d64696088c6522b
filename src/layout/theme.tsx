import { Monitor, Moon, Sun } from 'lucide-react'
import { useEffect, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { writeCookie } from '#src/lib/cookie.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Menu, MenuRadios } from '#src/ui/menu.tsx'
import { isThemeChoice, readThemeCookie, THEME_COOKIE, type ThemeChoice } from './theme-cookie.ts'

/** For the head: a page out of a cache (back, reload without network) takes the newest choice before it is painted. */
export const themeScript = `document.documentElement.setAttribute('data-theme',(/(?:^|; )${THEME_COOKIE}=(light|dark)/.exec(document.cookie)||[])[1]||'system')`

/** The style sheet follows the system by itself for every value but light and dark. */
function applyTheme(choice: ThemeChoice): void {
  writeCookie(THEME_COOKIE, choice)
  document.documentElement.dataset.theme = choice
}

/** Light, dark, or as the system has it. */
export function ThemeSwitch() {
  const [choice, setChoice] = useState<ThemeChoice>('system')
  // The server does not tell this component, and only the open menu needs to know.
  useEffect(() => setChoice(readThemeCookie(document.cookie)), [])
  const options = [
    { value: 'light', label: m.shell_themeLight() },
    { value: 'dark', label: m.shell_themeDark() },
    { value: 'system', label: m.shell_themeSystem() },
  ]
  const choose = (value: string) => {
    if (!isThemeChoice(value)) return
    applyTheme(value)
    setChoice(value)
  }
  return (
    <Menu
      trigger={
        <IconButton label={m.shell_theme()}>
          {/* The style sheet shows the one of <html data-theme>: right from the first paint. */}
          <Sun size={17} className="theme-icon" data-for="light" />
          <Moon size={17} className="theme-icon" data-for="dark" />
          <Monitor size={17} className="theme-icon" data-for="system" />
        </IconButton>
      }
    >
      <MenuRadios label={m.shell_theme()} value={choice} options={options} onChange={choose} />
    </Menu>
  )
}
