import { Monitor, Moon, Sun } from 'lucide-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { IconButton } from '#src/ui/icon-button.tsx'
import { lazyPart } from '#src/ui/lazy.tsx'
import { Menu } from '#src/ui/menu.tsx'

// Loaded when the menu opens, because it also brings the code that stores the choice.
const ThemeChoices = lazyPart(async () => (await import('./theme-choices.tsx')).ThemeChoices)

/** A button that opens the theme menu: light, dark, or as the system. */
export function ThemeSwitch({ className }: { className?: string }) {
  return (
    <Menu
      trigger={
        <IconButton label={m.shell_theme()} className={className}>
          {/* The style sheet shows the icon of <html data-theme>, so it is correct from the first paint. */}
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
