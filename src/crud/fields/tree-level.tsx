import { Check, ChevronRight } from 'lucide-react'
import { useEffect } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { useStable } from '#src/lib/use-stable.ts'
import { Button } from '#src/ui/button.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import type { TreePanelProps } from './tree-panel.tsx'
import { useChoices } from './use-choices.ts'

type TreeLevelProps = Pick<TreePanelProps, 'choices' | 'chosen' | 'multiple' | 'exclude' | 'onSee' | 'onPick'> & {
  text: string
  parent: string
  depth: number
  open: ReadonlySet<number>
  onToggle(id: number, open: boolean): void
}

/** The rows below one row. An open row shows its own children too. */
export function TreeLevel({ parent, text, depth, ...rest }: TreeLevelProps) {
  const { choices, chosen, exclude, onPick, open, onToggle } = rest
  const searching = text.trim() !== ''
  const found = useChoices(choices, { text, ...(searching ? {} : { parent }) })
  const see = useStable(rest.onSee)
  const { options } = found
  useEffect(() => see(options))
  if (found.error) {
    return (
      <p className="flex items-center gap-2 p-2 text-sm text-danger-ink">
        {failureText(found.error)}
        <Button size="sm" onClick={found.retry}>
          {m.ui_retry()}
        </Button>
      </p>
    )
  }
  if (options.length === 0) {
    return (
      <p role="presentation" className="flex items-center gap-2 p-2 text-muted">
        {found.loading && <Spinner size={14} />}
        {found.loading ? m.ui_loading() : m.ui_noMatch()}
      </p>
    )
  }
  return (
    <>
      {options.map((option, at) => {
        const id = Number(option.value)
        const branch = option.children === true && !searching
        const isOpen = branch && open.has(id)
        const out = exclude?.has(id) === true
        const selected = chosen.includes(id)
        return (
          <div key={id}>
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the surrounding tree handles the keys */}
            <div
              role="treeitem"
              data-id={id}
              aria-level={depth}
              aria-expanded={branch ? isOpen : undefined}
              aria-selected={selected}
              aria-disabled={out || undefined}
              // The Tab key reaches only the first row of the whole tree.
              tabIndex={depth === 1 && at === 0 ? 0 : -1}
              onClick={() => !out && onPick(id)}
              style={{ paddingLeft: `${(depth - 1) * 1.125}rem` }}
              className={cx(
                'flex min-h-8 items-center gap-1 rounded-md pr-2 outline-none hover:bg-hover',
                'focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent-solid',
                out ? 'text-subtle' : 'cursor-pointer',
                selected && 'text-accent-ink',
              )}
            >
              <span
                aria-hidden
                onClick={(event) => {
                  if (!branch) return
                  event.stopPropagation()
                  onToggle(id, !isOpen)
                }}
                className={cx('grid size-6 shrink-0 place-items-center rounded-sm', branch && 'hover:bg-line')}
              >
                {branch && <ChevronRight size={14} className={cx('transition-transform', isOpen && 'rotate-90')} />}
              </span>
              <span className="min-w-0 flex-1 truncate">{option.label}</span>
              {option.hint && <span className="shrink-0 text-xs text-subtle">{option.hint}</span>}
              {selected && <Check aria-hidden size={14} className="shrink-0" />}
            </div>
            {isOpen && <TreeLevel {...rest} text="" parent={String(id)} depth={depth + 1} />}
          </div>
        )
      })}
      {found.hasMore && (
        <Button size="sm" variant="ghost" loading={found.loading} onClick={found.more} className="ml-6">
          {m.field_more()}
        </Button>
      )}
    </>
  )
}
