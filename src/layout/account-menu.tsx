import { Link, type LinkProps } from '@tanstack/react-router'
import { ChevronDown, KeyRound, LogOut, UserRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatInstant } from '#src/lib/date.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '#src/ui/menu.tsx'
import { PathLink } from './path-link.tsx'

export type ShellPerson = { nickname: string; username: string; avatar: string }

/** A typed route, and the part of its page. */
export type PasswordPlace = Pick<LinkProps, 'to' | 'hash'>

export type AccountMenuProps = {
  person: ShellPerson
  /** Time of the previous sign-in (null: none), and the time zone to show it in. */
  lastSignIn?: { at: string | null; timeZone: string }
  /** Path of the user's profile page, if the site has one. */
  profilePath?: string
  /** Where the user changes the password, if the account's other entries do not lead there. */
  password?: PasswordPlace
  onSignOut(): Promise<void>
  children?: ReactNode
}

/** The menu of the signed-in user, with the sign-out entry. */
export function AccountMenu({ person, lastSignIn, profilePath, password, onSignOut, children }: AccountMenuProps) {
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
        <button
          type="button"
          className="flex h-9 min-w-0 items-center gap-1.5 rounded-md px-1.5 transition-colors hover:bg-hover pointer-coarse:min-w-11"
        >
          <Avatar src={person.avatar} name={name} size={26} />
          <span className="max-w-32 truncate max-sm:sr-only">{name}</span>
          <span className="sr-only">{m.shell_account()}</span>
          <ChevronDown aria-hidden size={14} className="text-subtle max-sm:hidden" />
        </button>
      }
    >
      <div className="flex min-w-56 items-center gap-3 px-2 pt-2 pb-2.5">
        <Avatar src={person.avatar} name={name} size={40} />
        <div className="min-w-0 text-sm text-muted">
          <p className="truncate text-base font-medium text-ink">{name}</p>
          {name !== person.username && <p className="truncate">{person.username}</p>}
          {lastSignIn?.at && (
            <p className="tabular text-xs">
              {m.shell_lastSignIn({ time: formatInstant(lastSignIn.at, lastSignIn.timeZone) })}
            </p>
          )}
        </div>
      </div>
      <MenuSeparator />
      {children}
      {profilePath && (
        <MenuLink value="profile">
          <PathLink path={profilePath}>
            <UserRound aria-hidden size={15} className="text-muted" />
            {m.shell_profile()}
          </PathLink>
        </MenuLink>
      )}
      {password && (
        <MenuLink value="password">
          <Link {...password}>
            <KeyRound aria-hidden size={15} className="text-muted" />
            {m.menu_changePassword()}
          </Link>
        </MenuLink>
      )}
      <MenuItem value="sign-out" icon={<LogOut size={15} />} disabled={leaving} onSelect={() => void signOut()}>
        {m.shell_signOut()}
      </MenuItem>
    </Menu>
  )
}
