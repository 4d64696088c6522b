import { Monitor, Moon, Sun } from 'lucide-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { IconButton } from '#src/ui/icon-button.tsx'
import { lazyPart } from '#src/ui/lazy.tsx'
import { Menu } from '#src/ui/menu.tsx'

// Whoever opens the menu needs it, and what it takes to keep a choice.
const ThemeChoices = lazyPart(async () => (await import('./theme-choices.tsx')).ThemeChoices)

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
