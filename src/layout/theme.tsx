import { Monitor, Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Menu, MenuRadios } from '#src/ui/menu.tsx'
import { layout } from './config/layout-store.ts'
import { themeName } from './config/theme-cookie.ts'

/** Light, dark, or as the system has it: a button that opens the choice. */
export function ThemeSwitch({ className }: { className?: string }) {
  return (
    <Menu
      trigger={
        <IconButton label={m.shell_theme()} className={className}>
          {/* The style sheet shows the one of <html data-theme>: right from the first paint. */}
          <Sun size={17} className="theme-icon" data-for="light" />
          <Moon size={17} className="theme-icon" data-for="dark" />
          <Monitor size={17} className="theme-icon" data-for="system" />
        </IconButton>
      }
    >
      <ThemeChoices />
    </Menu>
  )
}

/** The choice itself, for a menu. */
export function ThemeChoices() {
  // Only an open menu needs to know, so the server does not.
  const isDark = useSyncExternalStore(
    layout.subscribe,
    () => layout.read().isDark,
    () => null,
  )
  const options = [
    { value: 'light', label: m.shell_themeLight() },
    { value: 'dark', label: m.shell_themeDark() },
    { value: 'system', label: m.shell_themeSystem() },
  ]
  return (
    <MenuRadios
      label={m.shell_theme()}
      value={themeName(isDark)}
      options={options}
      onChange={(value) => layout.choose({ isDark: value === 'system' ? null : value === 'dark' })}
    />
  )
}
