import { ChevronDown, ExternalLink } from 'lucide-react'
import { useId } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { MenuAnchor } from '../menu/menu-anchor.tsx'
import { entryActive, entryPlain } from '../menu/menu-entry.tsx'
import { MenuIcon } from '../menu/menu-icon.tsx'
import type { ShellMenu } from '../menu/shell-menu.ts'
import type { MemberGroup } from './member-center.ts'
import { useMemberCenter } from './member-center-context.tsx'
import { memberPreferences } from './member-preferences.ts'

/** The member center's menu. Several groups have headings and can be folded. */
export function MemberMenu() {
  const { groups, showHeadline } = useMemberCenter()
  return (
    <nav aria-label={m.shell_memberMenu()} className="flex flex-col gap-2 p-3">
      {groups.map((group) =>
        showHeadline && group.title !== '' ? (
          <FoldingGroup key={group.id} group={group} />
        ) : (
          <Entries key={group.id} entries={group.entries} />
        ),
      )}
    </nav>
  )
}

function FoldingGroup({ group }: { group: MemberGroup }) {
  const { folded, activeRoute } = useMemberCenter()
  const id = useId()
  const open = !folded.includes(group.id)
  const others = folded.filter((one) => one !== group.id)
  return (
    <section aria-labelledby={id}>
      <h2>
        <button
          type="button"
          id={id}
          aria-expanded={open}
          onClick={() => memberPreferences.choose({ folded: open ? [...others, group.id] : others })}
          className={cx(
            'flex min-h-8 w-full items-center justify-between gap-2 rounded-md px-2.5 text-left text-sm font-medium hover:bg-hover pointer-coarse:min-h-11',
            // The heading of a folded group is highlighted when the group contains the current page.
            !open && activeRoute && group.entries.includes(activeRoute) ? 'text-accent-ink' : 'text-subtle',
          )}
        >
          {group.title}
          <ChevronDown aria-hidden size={14} className={cx('shrink-0 transition-transform', !open && '-rotate-90')} />
        </button>
      </h2>
      {open && <Entries entries={group.entries} />}
    </section>
  )
}

function Entries({ entries }: { entries: readonly ShellMenu[] }) {
  const { activeRoute } = useMemberCenter()
  return (
    <ul className="flex flex-col gap-0.5">
      {entries.map((menu) => (
        <li key={menu.id}>
          <MenuAnchor
            menu={menu}
            active={menu === activeRoute}
            className={cx(
              'relative flex min-h-9 items-center gap-2.5 rounded-md px-2.5 py-1.5 transition-colors pointer-coarse:min-h-11',
              menu === activeRoute ? entryActive : entryPlain,
            )}
          >
            <MenuIcon icon={menu.iconSvg} />
            <span className="min-w-0 flex-1">{menu.title}</span>
            {menu.kind === 'link' && <ExternalLink aria-hidden size={13} className="shrink-0 text-subtle" />}
          </MenuAnchor>
        </li>
      ))}
    </ul>
  )
}
