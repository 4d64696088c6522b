import { Hourglass } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useId, useSyncExternalStore } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { Button } from '#src/ui/button.tsx'
import { type DeskCell, type DeskLine, deskText } from './desk-cells.ts'
import type { DeskStore } from './desk-store.ts'
import { flagKeys } from './mark-cell.ts'

type DeskCellProps = {
  store: DeskStore
  candidate: DeskLine
  subject: { id: number; name: string }
  active: boolean
  readOnly: boolean
  /** What the cell says stands above it: below is no room. */
  above: boolean
  /** It begins at the left edge of the cell: further left are the names. */
  left: boolean
  onFocus(): void
  onKey(event: KeyboardEvent<HTMLInputElement>): void
  onPaste(event: ClipboardEvent<HTMLInputElement>): void
}

/** A cell of the desk: an input, with what is wrong or to decide beside it. */
export function DeskCellInput({ store, candidate, subject, active, readOnly, above, left, ...on }: DeskCellProps) {
  const read = () => store.cell(candidate.id, subject.id)
  const cell = useSyncExternalStore(store.subscribe, read, read)
  const note = useId()
  const text = deskText(cell)
  const sits = store.sits(candidate, subject.id)
  const wanted = store.wanted(candidate.id, subject.id)
  const waits = wanted === undefined ? undefined : m.examData_waitsFor({ mark: wanted })
  const told = active && (cell.message !== undefined || cell.state === 'conflict')
  const name = `${candidate.name} ${subject.name}`
  return (
    <td className={cx('relative w-24 border-r border-b border-line p-0', told && 'z-10', groundOf(cell, sits))}>
      <input
        data-desk={`${candidate.id}:${subject.id}`}
        aria-label={waits ? m.examData_cellWaits({ cell: name }) : name}
        aria-invalid={cell.state === 'refused' || cell.state === 'conflict' || undefined}
        aria-describedby={[told ? note : '', waits ? `${note}-waits` : ''].join(' ').trim() || undefined}
        data-tip={waits}
        value={text}
        style={{ height: 43 }}
        placeholder={sits ? '' : '–'}
        readOnly={readOnly}
        tabIndex={active ? 0 : -1}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        onChange={(event) => {
          if (!isHistory(event.nativeEvent)) store.type(candidate, subject.id, event.target.value)
        }}
        onFocus={(event) => {
          event.target.select()
          on.onFocus()
        }}
        // A press into another cell selects what it has, as the keys do: typing replaces it.
        onMouseDown={(event) => {
          if (event.currentTarget === document.activeElement) return
          event.preventDefault()
          event.currentTarget.focus()
        }}
        onBlur={() => store.commit(candidate, subject.id)}
        onKeyDown={on.onKey}
        onPaste={on.onPaste}
        className={cx(
          'tabular block w-full bg-transparent px-2.5 text-right outline-none',
          'focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent-solid',
          lookOf(cell, text),
        )}
      />
      {(cell.state === 'refused' || cell.state === 'conflict') && (
        <span aria-hidden className="pointer-events-none absolute inset-y-0 left-1.5 flex items-center font-medium">
          {cell.state === 'refused' ? '!' : '≠'}
        </span>
      )}
      {waits && (
        <span className="pointer-events-none absolute inset-y-0 left-1.5 flex items-center text-warning-ink">
          <Hourglass aria-hidden size={13} />
          <span id={`${note}-waits`} hidden>
            {waits}
          </span>
        </span>
      )}
      {told && (
        <div
          id={note}
          role="status"
          style={above ? { bottom: '100%' } : undefined}
          className={cx(
            'absolute z-10 w-56 rounded-md border border-line bg-raised p-2 text-sm whitespace-normal text-ink shadow-pop',
            left ? 'left-0' : 'right-0',
            above ? 'mb-1' : 'top-full mt-1',
          )}
        >
          {cell.state === 'conflict' ? (
            <Conflict cell={cell} onDecide={(mine) => store.decide(candidate, subject.id, mine)} />
          ) : (
            <span className="text-danger-ink">{cell.message}</span>
          )}
        </div>
      )}
    </td>
  )
}

/** The undo of the browser's menu. It changes the cell that was typed in last, wherever the user is by now. */
function isHistory(event: Event): boolean {
  return event instanceof InputEvent && event.inputType.startsWith('history')
}

function groundOf({ state }: DeskCell, sits: boolean): string {
  if (state === 'refused') return 'bg-danger-soft'
  if (state === 'conflict') return 'bg-warning-soft'
  return sits ? '' : 'bg-sunken'
}

function lookOf({ state }: DeskCell, text: string): string {
  if (state === 'refused') return 'text-danger-ink'
  if (state === 'conflict') return 'text-warning-ink'
  if (state === 'waiting' || state === 'sending') return 'text-muted italic'
  return text !== '' && flagKeys.some((key) => key === text) ? 'font-medium text-warning-ink' : ''
}

/** Both values of a cell that somebody else has changed. */
function Conflict({ cell, onDecide }: { cell: DeskCell; onDecide(mine: boolean): void }) {
  const named = (value: string | undefined) => value || m.examData_emptyCell()
  return (
    <div className="flex flex-col gap-2">
      <p>{m.examData_conflict({ value: named(cell.theirs?.value) })}</p>
      <div className="flex flex-wrap gap-1.5">
        <Button size="sm" onClick={() => onDecide(true)}>
          {m.examData_keepMine({ value: named(cell.typed) })}
        </Button>
        <Button size="sm" onClick={() => onDecide(false)}>
          {m.examData_takeTheirs({ value: named(cell.theirs?.value) })}
        </Button>
      </div>
    </div>
  )
}
