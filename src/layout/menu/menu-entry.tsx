import { ChevronRight, ExternalLink } from 'lucide-react'
import { cx } from '#src/lib/cx.ts'
import { MenuAnchor } from './menu-anchor.tsx'
import { MenuIcon } from './menu-icon.tsx'
import type { ShellMenu } from './shell-menu.ts'
import type { OpenDirs } from './use-open-dirs.ts'

/** The CSS classes of the entry for the current page. */
export const entryActive =
  'bg-menu-active font-lead text-(--menu-active-ink) before:absolute before:inset-y-2 before:left-0 before:w-[3px] before:rounded-full before:bg-accent'

/** The CSS classes of the other entries. */
export const entryPlain = 'text-muted hover:bg-hover hover:text-ink'

const row =
  'relative flex min-h-9 w-full items-center gap-2.5 rounded-md px-2.5 py-1.5 text-left transition-colors pointer-coarse:min-h-11'

type MenuEntryProps = {
  menu: ShellMenu
  siblings: readonly ShellMenu[]
  trail: readonly ShellMenu[]
  dirs: OpenDirs
  depth?: number
  onChoose?(): void
}

/** One entry of a side menu: a link, or a directory that opens and folds. */
export function MenuEntry({ menu, siblings, trail, dirs, depth = 0, onChoose }: MenuEntryProps) {
  const indent = { paddingLeft: 10 + depth * 18 }
  if (menu.kind !== 'dir') {
    const active = trail.at(-1) === menu
    return (
      <li>
        <MenuAnchor
          menu={menu}
          active={active}
          onChoose={onChoose}
          style={indent}
          className={cx(row, active ? entryActive : entryPlain)}
        >
          <MenuIcon icon={menu.iconSvg} />
          <span className="min-w-0 flex-1">{menu.title}</span>
          {menu.kind === 'link' && <ExternalLink aria-hidden size={13} className="shrink-0 text-subtle" />}
        </MenuAnchor>
      </li>
    )
  }
  const open = dirs.isOpen(menu)
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => dirs.toggle(menu, siblings)}
        style={indent}
        className={cx(row, entryPlain, trail.includes(menu) && 'font-medium')}
      >
        <MenuIcon icon={menu.iconSvg} />
        <span className="min-w-0 flex-1">{menu.title}</span>
        <ChevronRight
          aria-hidden
          size={15}
          className={cx('shrink-0 text-subtle transition-transform', open && 'rotate-90')}
        />
      </button>
      {open && (
        <ul className="mt-0.5 flex flex-col gap-0.5">
          {menu.children.map((child) => (
            <MenuEntry
              key={child.id}
              menu={child}
              siblings={menu.children}
              trail={trail}
              dirs={dirs}
              onChoose={onChoose}
              depth={depth + 1}
            />
          ))}
        </ul>
      )}
    </li>
  )
}
