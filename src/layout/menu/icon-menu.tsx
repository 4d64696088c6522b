import { useRef } from 'react'
import { cx } from '#src/lib/cx.ts'
import { Menu, MenuHeading } from '#src/ui/menu.tsx'
import { ownScroll } from '../own-scroll.ts'
import { useCurrentInView } from '../use-in-view.ts'
import { MenuAnchor } from './menu-anchor.tsx'
import { MenuIcon } from './menu-icon.tsx'
import { MenuItems } from './menu-items.tsx'
import { menuKeys } from './menu-keys.ts'
import type { ShellMenu } from './shell-menu.ts'

const cell = 'relative grid h-10 w-full place-items-center rounded-md transition-colors pointer-coarse:h-11'
const plain = 'text-muted hover:bg-hover hover:text-ink'
const current =
  'bg-menu-active text-(--menu-active-ink) before:absolute before:inset-y-2 before:left-0 before:w-[3px] before:rounded-full before:bg-accent'

type IconMenuProps = { menus: readonly ShellMenu[]; trail: readonly ShellMenu[]; label: string }

/** The collapsed menu: icons only. A directory opens as a popup beside it. */
export function IconMenu({ menus, trail, label }: IconMenuProps) {
  const list = useRef<HTMLElement>(null)
  useCurrentInView(list, trail.at(-1)?.id)
  return (
    <nav
      ref={list}
      {...ownScroll}
      aria-label={label}
      onKeyDownCapture={menuKeys}
      className="min-h-0 flex-1 overflow-y-auto px-2 pb-3"
    >
      <ul className="flex flex-col gap-0.5">
        {menus.map((menu) => {
          const look = cx(cell, trail.includes(menu) ? current : plain)
          return (
            <li key={menu.id}>
              {menu.kind === 'dir' ? (
                <Menu
                  placement="right-start"
                  hover
                  trigger={
                    <button
                      type="button"
                      aria-label={menu.title}
                      data-current={trail.includes(menu) || undefined}
                      className={look}
                    >
                      <MenuIcon icon={menu.iconSvg} />
                    </button>
                  }
                >
                  <MenuHeading>{menu.title}</MenuHeading>
                  <MenuItems menus={menu.children} trail={trail} />
                </Menu>
              ) : (
                <MenuAnchor
                  menu={menu}
                  active={trail.at(-1) === menu}
                  aria-label={menu.title}
                  data-tip=""
                  data-tip-side="right"
                  className={look}
                >
                  <MenuIcon icon={menu.iconSvg} />
                </MenuAnchor>
              )}
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
