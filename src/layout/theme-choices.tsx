import { useSyncExternalStore } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { MenuRadios } from '#src/ui/menu.tsx'
import { layout } from './config/layout-store.ts'
import { themeName } from './config/theme-cookie.ts'

/** The theme options for a menu. */
export function ThemeChoices() {
  // Only an open menu shows the current theme, so the server does not need it.
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
