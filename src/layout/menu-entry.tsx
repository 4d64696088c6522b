import { ChevronRight, Circle } from 'lucide-react'
import { useState } from 'react'
import { cx } from '#src/lib/cx.ts'
import type { Icon } from '#src/lib/icon.ts'
import { SvgIcon } from '#src/ui/svg-icon.tsx'
import { PathLink } from './path-link.tsx'
import type { ShellMenu } from './shell-menu.ts'

/** The look of the entry whose page is open. */
export const entryActive =
  'bg-menu-active font-medium text-accent-ink before:absolute before:inset-y-2 before:left-0 before:w-[3px] before:rounded-full before:bg-accent'

const row = 'relative flex min-h-9 w-full items-center gap-2.5 rounded-md px-2.5 py-1.5 text-left transition-colors'

/** The icon of an entry; a small circle when it has none (specification 9). */
export function MenuIcon({ icon }: { icon: Icon | null }) {
  return icon ? <SvgIcon icon={icon} /> : <Circle aria-hidden size={16} className="shrink-0 scale-75" />
}

type MenuEntryProps = { menu: ShellMenu; trail: readonly ShellMenu[]; depth?: number; onChoose?(): void }

/** One entry of a side menu: a link, or a directory that folds. */
export function MenuEntry({ menu, trail, depth = 0, onChoose }: MenuEntryProps) {
  const [open, setOpen] = useState(true)
  const indent = { paddingLeft: 10 + depth * 26 }
  if (menu.path !== '') {
    const active = trail.at(-1) === menu
    return (
      <li>
        <PathLink
          path={menu.path}
          onClick={onChoose}
          aria-current={active ? 'page' : undefined}
          style={indent}
          className={cx(row, active ? entryActive : 'text-ink hover:bg-hover')}
        >
          {depth === 0 && <MenuIcon icon={menu.iconSvg} />}
          <span className="min-w-0 flex-1">{menu.title}</span>
        </PathLink>
      </li>
    )
  }
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        style={indent}
        className={cx(row, 'text-ink hover:bg-hover', trail.includes(menu) && 'font-medium')}
      >
        {depth === 0 && <MenuIcon icon={menu.iconSvg} />}
        <span className="min-w-0 flex-1">{menu.title}</span>
        <ChevronRight aria-hidden size={15} className={cx('text-subtle transition-transform', open && 'rotate-90')} />
      </button>
      {open && (
        <ul className="mt-0.5 flex flex-col gap-0.5">
          {menu.children.map((child) => (
            <MenuEntry key={child.id} menu={child} trail={trail} depth={depth + 1} onChoose={onChoose} />
          ))}
        </ul>
      )}
    </li>
  )
}
