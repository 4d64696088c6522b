import { ChevronDown, Play } from 'lucide-react'
import { Fragment } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button.tsx'
import { Menu, MenuHeading, MenuItem, MenuSeparator } from '#src/ui/menu.tsx'
import type { CommandInfo } from './view-calls.ts'

type CommandMenuProps = {
  /** In the order of their groups. */
  commands: readonly CommandInfo[]
  disabled: boolean
  onRun(command: CommandInfo): void
}

/** All commands that can be run, in groups. */
export function CommandMenu({ commands, disabled, onRun }: CommandMenuProps) {
  const names = [...new Set(commands.map(({ group }) => group))]
  return (
    <Menu
      placement="bottom-start"
      trigger={
        <Button size="sm" disabled={disabled} icon={<Play aria-hidden size={14} />}>
          <span className="inline-flex items-center gap-1">
            {m.terminal_commands()}
            <ChevronDown aria-hidden size={14} />
          </span>
        </Button>
      }
    >
      {names.map((name, at) => (
        <Fragment key={name}>
          {at > 0 && <MenuSeparator />}
          <MenuHeading>{name}</MenuHeading>
          {commands
            .filter(({ group }) => group === name)
            .map((command) => (
              <MenuItem key={command.key} value={command.key} onSelect={() => onRun(command)}>
                <span className="min-w-0 flex-1">{command.title}</span>
                <code className="font-mono text-xs text-subtle">{command.key}</code>
              </MenuItem>
            ))}
        </Fragment>
      ))}
    </Menu>
  )
}
