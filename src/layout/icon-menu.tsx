import { cx } from '#src/lib/cx.ts'
import { Menu, MenuHeading, MenuLink } from '#src/ui/menu.tsx'
import { Tooltip } from '#src/ui/tooltip.tsx'
import { MenuIcon } from './menu-entry.tsx'
import { PathLink } from './path-link.tsx'
import { type ShellMenu, trailTo } from './shell-menu.ts'

const cell = 'relative grid h-10 w-full place-items-center rounded-md transition-colors'
const plain = 'text-muted hover:bg-hover hover:text-ink'
const current =
  'bg-menu-active text-accent-ink before:absolute before:inset-y-2 before:left-0 before:w-[3px] before:rounded-full before:bg-accent'

type IconMenuProps = { menus: readonly ShellMenu[]; currentPath: string; label: string }

/** The collapsed menu: icons only, a directory opens beside it. */
export function IconMenu({ menus, currentPath, label }: IconMenuProps) {
  const trail = trailTo(menus, currentPath)
  return (
    <nav aria-label={label} className="px-2 py-2">
      <ul className="flex flex-col gap-0.5">
        {menus.map((menu) => (
          <li key={menu.id}>
            {menu.path === '' ? (
              <Flyout menu={menu} trail={trail} />
            ) : (
              <Tooltip content={menu.title} placement="right">
                <PathLink
                  path={menu.path}
                  aria-label={menu.title}
                  aria-current={trail.at(-1) === menu ? 'page' : undefined}
                  className={cx(cell, trail.includes(menu) ? current : plain)}
                >
                  <MenuIcon icon={menu.iconSvg} />
                </PathLink>
              </Tooltip>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Flyout({ menu, trail }: { menu: ShellMenu; trail: readonly ShellMenu[] }) {
  return (
    <Menu
      placement="right-start"
      trigger={
        <button
          type="button"
          aria-label={menu.title}
          title={menu.title}
          className={cx(cell, trail.includes(menu) ? current : plain)}
        >
          <MenuIcon icon={menu.iconSvg} />
        </button>
      }
    >
      <MenuHeading>{menu.title}</MenuHeading>
      {leaves(menu).map((leaf) => (
        <MenuLink key={leaf.id} value={String(leaf.id)}>
          <PathLink path={leaf.path} aria-current={trail.at(-1) === leaf ? 'page' : undefined}>
            {leaf.title}
          </PathLink>
        </MenuLink>
      ))}
    </Menu>
  )
}

function leaves(menu: ShellMenu): ShellMenu[] {
  return menu.children.flatMap((child) => (child.path === '' ? leaves(child) : [child]))
}
