import { Check, ChevronRight, Minus } from 'lucide-react'
import { cx } from '#src/lib/cx.ts'
import type { CheckNode, CheckState } from './check-tree-model.ts'
import { Spinner } from './spinner.tsx'

type CheckTreeLineProps = {
  id: string
  node: CheckNode
  /** The number of the line. A line is two rem high. */
  top: number
  level: number
  place: number
  size: number
  /** Undefined for a node with nothing below. */
  open: boolean | undefined
  /** What is below it is on its way. */
  loading: boolean
  state: CheckState
  /** Checked leaves below, of `count`. */
  checked: number
  count: number
  /** The keys act on this line. */
  current: boolean
  disabled: boolean
  onToggle(): void
  onPress(): void
}

const checkedStates = { none: false, all: true, part: 'mixed' } as const

/** A line of a check-box tree. */
export function CheckTreeLine(props: CheckTreeLineProps) {
  const {
    id,
    node,
    top,
    level,
    place,
    size,
    open,
    loading,
    state,
    checked,
    count,
    current,
    disabled,
    onToggle,
    onPress,
  } = props
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the surrounding tree has the focus and handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the surrounding tree has the focus and names this line
    <div
      id={id}
      role="treeitem"
      aria-level={level}
      aria-posinset={place}
      aria-setsize={size}
      aria-expanded={open}
      aria-busy={loading || undefined}
      aria-checked={checkedStates[state]}
      aria-disabled={disabled || undefined}
      onClick={onPress}
      style={{ top: `${top * 2}rem`, paddingLeft: `${(level - 1) * 1.125 + 0.25}rem` }}
      className={cx(
        'absolute inset-x-0 flex h-8 items-center gap-1.5 pr-2 hover:bg-hover',
        current &&
          'group-focus-visible/tree:bg-hover group-focus-visible/tree:outline-2 group-focus-visible/tree:-outline-offset-2 group-focus-visible/tree:outline-accent-solid',
        disabled ? 'text-muted' : 'cursor-pointer',
      )}
    >
      <span
        aria-hidden
        onClick={(event) => {
          if (open === undefined) return
          event.stopPropagation()
          onToggle()
        }}
        className={cx('grid size-6 shrink-0 place-items-center rounded-sm', open !== undefined && 'hover:bg-line')}
      >
        {loading ? (
          <Spinner size={14} />
        ) : (
          open !== undefined && <ChevronRight size={14} className={cx('transition-transform', open && 'rotate-90')} />
        )}
      </span>
      <span
        aria-hidden
        className={cx(
          'grid size-4 shrink-0 place-items-center rounded-sm border',
          state === 'none' ? 'border-line-strong bg-surface' : 'border-accent-solid bg-accent-solid text-white',
          disabled && 'opacity-55',
        )}
      >
        {state === 'all' && <Check size={12} strokeWidth={3} />}
        {state === 'part' && <Minus size={12} strokeWidth={3} />}
      </span>
      <span className="min-w-0 truncate" title={node.label}>
        {node.label}
      </span>
      {node.hint && <span className="min-w-0 truncate text-xs text-subtle">{node.hint}</span>}
      {open !== undefined && checked > 0 && (
        <span aria-hidden className="tabular ml-auto shrink-0 text-xs text-subtle">
          {checked}/{count}
        </span>
      )}
    </div>
  )
}
