import { m } from '#src/i18n/paraglide/messages.js'
import { isApple, keyCaps } from '#src/lib/shortcut.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { Switch } from '#src/ui/switch.tsx'
import { useLayout } from '../config/layout-context.tsx'
import { layout } from '../config/layout-store.ts'

/** A shortcut: what it does, and its keys. Each text is a shortcut of its own (`Mod+K`). */
type Shortcut = readonly [label: () => string, ...keys: string[]]

const groups: readonly (readonly [title: () => string, ...shortcuts: Shortcut[]])[] = [
  [
    m.shortcuts_everywhere,
    [m.palette_open, 'Mod+K'],
    [m.shortcuts_quickSearch, '/'],
    [m.shortcuts_title, '?'],
    [m.shortcuts_close, 'Escape'],
  ],
  [
    m.shortcuts_forms,
    [m.shortcuts_save, 'Mod+S', 'Mod+Enter'],
    [m.shortcuts_otherRecord, 'Alt+PageUp', 'Alt+PageDown'],
  ],
  [
    m.shortcuts_lists,
    [m.shortcuts_rows, 'ArrowUp', 'ArrowDown'],
    [m.shortcuts_cells, 'ArrowLeft', 'ArrowRight'],
    [m.shortcuts_ends, 'Mod+Home', 'Mod+End'],
    [m.shortcuts_open, 'Enter'],
    [m.shortcuts_inline, 'F2'],
    [m.shortcuts_delete, 'Delete'],
    [m.shortcuts_select, 'Space'],
    [m.shortcuts_selectMore, 'Shift+ArrowUp', 'Shift+ArrowDown'],
    [m.shortcuts_selectPage, 'Mod+A'],
    [m.shortcuts_copy, 'Mod+C'],
    [m.shortcuts_moveRow, 'Alt+ArrowUp', 'Alt+ArrowDown'],
  ],
  [
    m.shortcuts_tabs,
    [m.shortcuts_otherTab, 'ArrowLeft', 'ArrowRight'],
    [m.shortcuts_moveTab, 'Shift+ArrowLeft', 'Shift+ArrowRight'],
    [m.shortcuts_closeTab, 'Delete'],
    [m.shortcuts_tabMenu, 'Shift+F10'],
  ],
  [m.shortcuts_menu, [m.shortcuts_entries, 'ArrowUp', 'ArrowDown'], [m.shortcuts_fold, 'ArrowLeft', 'ArrowRight']],
]

/** The overview of all shortcuts of the back office. */
export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const { singleKeys } = useLayout()
  const apple = isApple(navigator.platform)
  return (
    <Dialog open={open} onRequestClose={onClose} title={m.shortcuts_title()} size="lg">
      <div className="gap-8 sm:columns-2">
        {groups.map(([title, ...shortcuts]) => (
          <section key={title()} className="mb-5 break-inside-avoid">
            <h3 className="mb-1 text-sm text-muted">{title()}</h3>
            <dl>
              {shortcuts.map(([label, ...keys]) => (
                <div key={label()} className="flex min-h-8 items-center justify-between gap-3 border-b border-line">
                  <dt>{label()}</dt>
                  <dd className="flex shrink-0 gap-2">
                    {keys.map((one) => (
                      <Keys key={one} caps={keyCaps(one, apple)} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Switch wide checked={singleKeys} onChange={(next) => layout.choose({ singleKeys: next })}>
        {m.shortcuts_singleKeys()}
      </Switch>
    </Dialog>
  )
}

function Keys({ caps }: { caps: readonly string[] }) {
  return (
    <span className="flex gap-0.5">
      {caps.map((cap) => (
        <kbd
          key={cap}
          className="grid h-6 min-w-6 place-items-center rounded-sm border border-b-2 border-line-button bg-surface px-1.5 font-sans text-xs"
        >
          {cap}
        </kbd>
      ))}
    </span>
  )
}
