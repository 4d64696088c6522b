import { ChevronsDownUp, ChevronsUpDown, Search } from 'lucide-react'
import { useId, useMemo, useRef, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { Button } from './button.tsx'
import { treeMove } from './check-tree-keys.ts'
import { CheckTreeLine } from './check-tree-line.tsx'
import {
  branchIds,
  type CheckedIds,
  type CheckNode,
  checkCounts,
  checkedLeaves,
  checkTreeOf,
  isBranch,
  pressed,
  stateOf,
  unseenIds,
  valueFrom,
  withBranches,
} from './check-tree-model.ts'
import { IconButton } from './icon-button.tsx'
import { Input, useDescribedBy } from './input.tsx'
import { useLineWindow } from './use-line-window.ts'
import { type TreeLevels, useTreeLines } from './use-tree-lines.ts'

type CheckTreeProps = {
  label: string
  /** Parents and children in any order. Children of one parent keep their order. */
  nodes: readonly CheckNode[]
  /** Set for a tree of which only some levels are there. It needs `stored="branches"`. */
  levels?: TreeLevels
  value: readonly number[]
  /** Which of the checked nodes `value` lists. The default is `nodes`. */
  stored?: CheckedIds
  onChange(value: number[]): void
  onBlur?(): void
  disabled?: boolean
  invalid?: boolean
}

/**
 * A tree whose nodes are checked. Only the visible lines are in the document, so that tens of thousands of nodes are no
 * burden. The tree itself keeps the focus and names the current line to screen readers.
 */
export function CheckTree({
  label,
  nodes,
  levels,
  value,
  stored = 'nodes',
  onChange,
  onBlur,
  disabled,
  invalid,
}: CheckTreeProps) {
  const own = useId()
  const [currentId, setCurrentId] = useState<number>()
  const typed = useRef({ text: '', time: 0 })
  const described = useDescribedBy()

  const tree = useMemo(() => checkTreeOf(nodes), [nodes])
  const leaves = useMemo(() => checkedLeaves(tree, value, stored), [tree, value, stored])
  const counts = useMemo(() => checkCounts(tree, leaves), [tree, leaves])
  const { text, searching, found, awaited, open, lines, look, toggle, closeAll } = useTreeLines(tree, levels)
  const tops = useMemo(() => tree.nodes.flatMap((_node, at) => (tree.parents[at] === -1 ? [at] : [])), [tree])
  const current = Math.max(
    0,
    lines.findIndex(({ at }) => tree.nodes[at]?.id === currentId),
  )
  const view = useLineWindow(lines.length)

  const change = (next: typeof leaves) => {
    if (!disabled) onChange(valueFrom(tree, next, stored, value))
  }
  const press = (at: number) => {
    if (!tree.nodes[at]?.disabled) change(pressed(tree, leaves, at))
  }
  const focus = (line: number) => {
    setCurrentId(tree.nodes[lines[line]?.at ?? -1]?.id)
    view.show(line)
  }
  const searchFor = (next: string) => {
    look(next)
    setCurrentId(undefined)
    view.show(0)
  }
  const total = sum(tops, counts.all)
  const chosen = sum(tops, counts.checked)
  const unseen = unseenIds(tree, value).length
  const branches = branchIds(tree)
  const reached = searching ? (found?.found ?? []) : tops
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <div className="flex flex-wrap items-center gap-1.5">
        <span className="min-w-44 flex-1">
          <Input
            aria-label={m.checkTree_search({ name: label })}
            icon={<Search aria-hidden size={14} />}
            value={text}
            placeholder={m.crud_search()}
            autoComplete="off"
            onChange={(event) => searchFor(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.preventDefault()
              if (event.key !== 'ArrowDown') return
              event.preventDefault()
              view.ref.current?.focus()
            }}
          />
        </span>
        {/* The buttons stay together on a narrow screen, below the search. */}
        <span className="flex items-center gap-1.5">
          {branches.length > 0 && (
            <>
              {!levels && (
                <IconButton label={m.checkTree_openAll()} onClick={() => toggle(branches, true)}>
                  <ChevronsUpDown aria-hidden size={16} />
                </IconButton>
              )}
              <IconButton label={m.checkTree_closeAll()} onClick={closeAll}>
                <ChevronsDownUp aria-hidden size={16} />
              </IconButton>
            </>
          )}
          {!disabled && (
            <>
              <Button size="sm" onClick={() => change(withBranches(tree, leaves, reached, true))}>
                {m.checkTree_all()}
              </Button>
              <Button size="sm" onClick={() => change(withBranches(tree, leaves, reached, false))}>
                {m.checkTree_none()}
              </Button>
            </>
          )}
        </span>
      </div>
      <div className="relative">
        {/* The tree keeps the focus, because a line that leaves the view leaves the document. */}
        <div
          ref={view.ref}
          role="tree"
          tabIndex={0}
          aria-label={label}
          aria-multiselectable
          aria-disabled={disabled || undefined}
          aria-invalid={invalid || undefined}
          aria-describedby={described}
          aria-activedescendant={view.has(current) ? `${own}-${lines[current]?.at}` : undefined}
          onScroll={view.onScroll}
          onBlur={onBlur}
          onKeyDown={(event) => {
            const move = treeMove(event, { tree, lines, current, open }, typed.current)
            if (!move) return
            event.preventDefault()
            if ('press' in move) press(move.press)
            else if ('open' in move) toggle(move.open, true)
            else if ('close' in move) toggle([move.close], false)
            else focus(move.focus)
          }}
          className={cx(
            'group/tree relative h-80 max-h-[60dvh] overflow-y-auto rounded-md border bg-surface outline-none',
            'focus-visible:outline-2 focus-visible:-outline-offset-1 focus-visible:outline-accent-solid',
            invalid ? 'border-danger' : 'border-line-strong',
          )}
        >
          <div role="presentation" style={{ height: `${lines.length * 2}rem` }} className="relative">
            {lines.slice(view.from, view.to).map((line, offset) => {
              const node = tree.nodes[line.at]
              if (!node) return null
              const branch = isBranch(tree, line.at)
              const isOpen = open.has(node.id)
              return (
                <CheckTreeLine
                  key={node.id}
                  id={`${own}-${line.at}`}
                  node={node}
                  top={view.from + offset}
                  level={tree.levels[line.at] ?? 1}
                  place={line.place}
                  size={line.size}
                  open={branch ? isOpen : undefined}
                  loading={isOpen && levels?.loading.has(node.id) === true}
                  state={stateOf(counts, line.at)}
                  // Only the levels that are there could be counted.
                  checked={levels ? 0 : (counts.checked[line.at] ?? 0)}
                  count={counts.all[line.at] ?? 0}
                  current={view.from + offset === current}
                  disabled={disabled === true || node.disabled === true}
                  onToggle={() => toggle([node.id], !isOpen)}
                  onPress={() => {
                    setCurrentId(node.id)
                    press(line.at)
                  }}
                />
              )
            })}
          </div>
        </div>
        {/* A tree has only lines. */}
        {lines.length === 0 && (
          <p role="status" className="pointer-events-none absolute inset-x-0 top-0 p-2 text-muted">
            {awaited ? m.ui_loading() : m.ui_noMatch()}
          </p>
        )}
      </div>
      {searching && levels?.foundMore && (
        <p role="status" className="text-sm text-muted">
          {m.checkTree_more()}
        </p>
      )}
      <p className="flex flex-wrap gap-x-4 text-sm text-muted">
        <span>
          {levels
            ? m.checkTree_branches({ count: value.length - unseen })
            : m.checkTree_count({ count: chosen, total })}
        </span>
        {unseen > 0 && <span>{m.checkTree_unseen({ count: unseen })}</span>}
      </p>
    </div>
  )
}

function sum(places: readonly number[], counts: Uint32Array): number {
  return places.reduce((total, at) => total + (counts[at] ?? 0), 0)
}
