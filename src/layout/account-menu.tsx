import { ChevronDown, LogOut } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { Avatar } from '#src/ui/avatar.tsx'
import { Menu, MenuHeading, MenuItem, MenuSeparator } from '#src/ui/menu.tsx'

export type ShellPerson = { nickname: string; username: string; avatar: string }

type AccountMenuProps = { person: ShellPerson; onSignOut(): Promise<void>; children?: ReactNode }

/** Who is signed in, and the way out. */
export function AccountMenu({ person, onSignOut, children }: AccountMenuProps) {
  const [leaving, setLeaving] = useState(false)
  const name = person.nickname || person.username
  const signOut = async () => {
    setLeaving(true)
    await onSignOut()
    setLeaving(false)
  }
  return (
    <Menu
      trigger={
        <button type="button" className="flex h-9 min-w-0 items-center gap-1.5 rounded-md px-1.5 hover:bg-hover">
          <Avatar src={person.avatar} name={name} size={26} />
          <span className="max-w-32 truncate max-sm:sr-only">{name}</span>
          <span className="sr-only">{m.shell_account()}</span>
          <ChevronDown aria-hidden size={14} className="text-subtle max-sm:hidden" />
        </button>
      }
    >
      <MenuHeading>
        <span className="block font-medium text-ink">{name}</span>
        <span>{person.username}</span>
      </MenuHeading>
      <MenuSeparator />
      {children}
      <MenuItem value="sign-out" icon={<LogOut size={15} />} disabled={leaving} onSelect={() => void signOut()}>
        {m.shell_signOut()}
      </MenuItem>
    </Menu>
  )
}
