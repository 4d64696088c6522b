import { ChevronDown, ExternalLink } from 'lucide-react'
import { useRef } from 'react'
import { cx } from '#src/lib/cx.ts'
import { Menu } from '#src/ui/menu.tsx'
import { ownScroll } from '../own-scroll.ts'
import { useCurrentInView } from '../use-in-view.ts'
import { useWheelScroll } from '../use-wheel-scroll.ts'
import { MenuAnchor } from './menu-anchor.tsx'
import { MenuIcon } from './menu-icon.tsx'
import { MenuItems } from './menu-items.tsx'
import { firstPage } from './menu-routes.ts'
import type { ShellMenu } from './shell-menu.ts'

const cell = [
  'relative flex h-9 shrink-0 items-center gap-2 rounded-md px-3 whitespace-nowrap transition-colors',
  'after:absolute after:inset-x-3 after:-bottom-1.5 after:h-[3px] after:rounded-full',
].join(' ')
const plain = 'text-muted hover:bg-hover hover:text-(--bar-hover-ink)'
const current = 'bg-(--bar-active) font-lead text-accent-ink after:bg-accent'

type BarMenuProps = {
  menus: readonly ShellMenu[]
  trail: readonly ShellMenu[]
  label: string
  /** Shows the first level only: a directory links to its first page instead of opening its children. */
  firstLevel?: boolean
}

/** A horizontal menu in the top bar. When it does not fit, it scrolls, also with the mouse wheel. */
export function BarMenu({ menus, trail, label, firstLevel = false }: BarMenuProps) {
  const row = useRef<HTMLElement>(null)
  useWheelScroll(row)
  useCurrentInView(row, trail[0]?.id)
  return (
    <nav ref={row} {...ownScroll} aria-label={label} className="bar-menu min-w-0 flex-1 overflow-x-auto max-lg:hidden">
      <ul className="flex w-max items-center gap-0.5 py-2 pr-6">
        {menus.map((menu) => {
          const look = cx(cell, trail.includes(menu) ? current : plain)
          const label = (
            <>
              <MenuIcon icon={menu.iconSvg} />
              <span title={menu.title} className="max-w-56 truncate">
                {menu.title}
              </span>
            </>
          )
          return (
            <li key={menu.id}>
              {menu.kind === 'dir' && !firstLevel ? (
                <Menu
                  placement="bottom-start"
                  hover
                  trigger={
                    <button type="button" data-current={trail.includes(menu) || undefined} className={look}>
                      {label}
                      <ChevronDown aria-hidden size={14} className="opacity-70" />
                    </button>
                  }
                >
                  <MenuItems menus={menu.children} trail={trail} />
                </Menu>
              ) : (
                <MenuAnchor
                  menu={menu}
                  path={menu.kind === 'dir' ? (firstPage([menu]) ?? '') : menu.path}
                  active={trail.at(-1) === menu}
                  data-current={trail.includes(menu) || undefined}
                  className={look}
                >
                  {label}
                  {menu.kind === 'link' && <ExternalLink aria-hidden size={13} className="opacity-70" />}
                </MenuAnchor>
              )}
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
