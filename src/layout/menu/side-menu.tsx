import { useEffect, useRef, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { keptCode } from '#src/lib/line.ts'
import { ownScroll } from '../own-scroll.ts'
import type { PinyinMatch } from '../palette/palette-search.ts'
import { useCurrentInView } from '../use-in-view.ts'
import { MenuEntry } from './menu-entry.tsx'
import { menuKeys } from './menu-keys.ts'
import { MenuSearch } from './menu-search.tsx'
import { leavesOf, menusWith, type ShellMenu } from './shell-menu.ts'
import { useOpenDirs } from './use-open-dirs.ts'

type SideMenuProps = {
  menus: readonly ShellMenu[]
  trail: readonly ShellMenu[]
  label: string
  onChoose?(): void
}

const pinyinCode = keptCode(() => import('../palette/pinyin.ts'))

/** A vertical menu: a filter field, and below it the entries with folding directories. The entries scroll alone. */
export function SideMenu({ menus, trail, label, onChoose }: SideMenuProps) {
  const [filter, setFilter] = useState('')
  const list = useRef<HTMLElement>(null)
  const folding = useOpenDirs(trail)
  useCurrentInView(list, trail.at(-1)?.id)
  const shown = menusWith(menus, filter, usePinyin(filter))
  // While a filter is active all directories are open, so that every match is visible.
  const dirs = filter === '' ? folding : { ...folding, isOpen: () => true }
  const links = () => [...(list.current?.querySelectorAll<HTMLElement>('li > a, li > button') ?? [])]
  const chosen = () => {
    setFilter('')
    onChoose?.()
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="px-3 pt-1 pb-2">
        <MenuSearch
          value={filter}
          onChange={setFilter}
          onEnter={() => links()[0]?.focus()}
          onTake={() =>
            filter !== '' &&
            links()
              .find((link) => link.matches('a'))
              ?.click()
          }
        />
      </div>
      <nav
        ref={list}
        {...ownScroll}
        aria-label={label}
        onKeyDown={menuKeys}
        className="min-h-0 flex-1 overflow-y-auto px-3 pb-3"
      >
        <ul className="flex flex-col gap-0.5">
          {shown.map((menu) => (
            <MenuEntry key={menu.id} menu={menu} siblings={menus} trail={trail} dirs={dirs} onChoose={chosen} />
          ))}
        </ul>
        <p role="status" className="px-2.5 py-2 text-sm text-muted empty:hidden">
          {filter !== '' && leavesOf(shown).length === 0 && m.shell_noMenuFound()}
        </p>
      </nav>
    </div>
  )
}

/** The pinyin of Chinese titles. Its dictionary loads when letters are typed. */
function usePinyin(filter: string): PinyinMatch | undefined {
  const [match, setMatch] = useState<PinyinMatch>()
  const wanted = match === undefined && /[a-zａ-ｚ]/i.test(filter)
  useEffect(() => {
    if (!wanted) return
    // Without it, the filter still finds by the titles themselves.
    pinyinCode().then(
      ({ pinyinMatch }) => setMatch(() => pinyinMatch),
      () => undefined,
    )
  }, [wanted])
  return match
}
