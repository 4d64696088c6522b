import { ExternalLink } from 'lucide-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { MenuAnchor } from '../menu/menu-anchor.tsx'
import { MenuIcon } from '../menu/menu-icon.tsx'
import { useMemberCenter } from './member-center-context.tsx'

/** The member center's menu in one line, for the view in which the page has the full width. */
export function MemberTabs() {
  const { groups, activeRoute } = useMemberCenter()
  return (
    <nav
      aria-label={m.shell_memberMenu()}
      className="no-print flex overflow-x-auto border-b border-line bg-surface px-2 sm:px-4"
    >
      {groups.map((group) => (
        <ul
          key={group.id}
          aria-label={group.title || undefined}
          className="flex shrink-0 not-first:ml-3 not-first:border-l not-first:border-line not-first:pl-3"
        >
          {group.entries.map((menu) => (
            <li key={menu.id}>
              <MenuAnchor
                menu={menu}
                active={menu === activeRoute}
                className={cx(
                  'flex h-11 items-center gap-2 border-b-2 px-3 whitespace-nowrap transition-colors',
                  menu === activeRoute
                    ? 'border-accent font-medium text-accent-ink'
                    : 'border-transparent text-muted hover:text-ink',
                )}
              >
                <MenuIcon icon={menu.iconSvg} />
                {menu.title}
                {menu.kind === 'link' && <ExternalLink aria-hidden size={13} className="text-subtle" />}
              </MenuAnchor>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  )
}
