import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { entryActive } from './menu-entry.tsx'
import { MenuIcon } from './menu-icon.tsx'
import { PathLink } from './path-link.tsx'
import { type ShellMenu, trailTo } from './shell-menu.ts'

type MemberMenuProps = { menus: readonly ShellMenu[]; currentPath: string; onChoose?(): void }

/** The member center's menu: groups under headings. */
export function MemberMenu({ menus, currentPath, onChoose }: MemberMenuProps) {
  const active = trailTo(menus, currentPath).at(-1)
  return (
    <nav aria-label={m.shell_memberMenu()} className="flex flex-col gap-3 px-3 py-3">
      {groupsOf(menus).map((group) => (
        <section key={group.id} aria-label={group.title}>
          {group.title !== '' && <h2 className="px-2.5 pb-1 text-xs text-subtle">{group.title}</h2>}
          <ul className="flex flex-col gap-0.5">
            {group.entries.map((menu) => (
              <li key={menu.id}>
                <PathLink
                  path={menu.path}
                  onClick={onChoose}
                  aria-current={menu === active ? 'page' : undefined}
                  className={cx(
                    'relative flex min-h-9 items-center gap-2.5 rounded-md px-2.5 py-1.5 transition-colors',
                    menu === active ? entryActive : 'hover:bg-hover',
                  )}
                >
                  <MenuIcon icon={menu.iconSvg} />
                  {menu.title}
                </PathLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

type Group = { id: number; title: string; entries: ShellMenu[] }

/** Directories are headings; entries outside of any stand first, without one. */
function groupsOf(menus: readonly ShellMenu[]): Group[] {
  const loose = menus.filter((menu) => menu.path !== '')
  const groups = menus.filter((menu) => menu.path === '')
  return [
    ...(loose.length > 0 ? [{ id: 0, title: '', entries: loose }] : []),
    ...groups.map(({ id, title, children }) => ({ id, title, entries: children.filter((menu) => menu.path !== '') })),
  ]
}
