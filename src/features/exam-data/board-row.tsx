import { BellRing, CalendarClock, Undo2 } from 'lucide-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { formatMinute } from '#src/lib/date.ts'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { BoardFraction } from './board-cell.tsx'
import type { BoardSchool } from './exam-data.queries.ts'
import type { PartAction } from './part-dialog.tsx'

type BoardRowProps = {
  school: BoardSchool
  /** That of the exam. */
  deadline: string | null
  /** Whether the exam takes no marks any more. */
  closed: boolean
  /** Whether the user reminds, extends and returns. */
  acts: boolean
  chosen: boolean
  onChoose(on: boolean): void
  onAction(kind: PartAction): void
  onDesk(): void
}

/** A school of the board. */
export function BoardRow({ school, deadline, closed, acts, chosen, onChoose, onAction, onDesk }: BoardRowProps) {
  const { timeZone } = useKit()
  const until = school.deadline ?? deadline
  return (
    <tr className="border-b border-line last:border-0">
      <th scope="row" className="sticky left-0 z-1 max-w-56 bg-surface px-3 py-2 align-top font-normal">
        <span className="flex items-start gap-2">
          {acts && (
            <Checkbox aria-label={m.examData_pick({ school: school.name })} checked={chosen} onChange={onChoose} />
          )}
          <span className="min-w-0">
            <button
              type="button"
              onClick={onDesk}
              className="block max-w-full truncate text-left font-medium hover:underline"
            >
              {school.name}
            </button>
            <span className="block sm:hidden">
              <PartTag school={school} closed={closed} />
            </span>
            {until && (
              <span className="block text-xs text-muted">
                {m.examData_until({ time: formatMinute(until, timeZone) })}
                {school.deadline && ` ${m.examData_ownDeadline()}`}
              </span>
            )}
          </span>
        </span>
      </th>
      <td className="px-3 py-2 align-top max-sm:hidden">
        <span className="flex max-w-32 flex-col items-start gap-0.5">
          <PartTag school={school} closed={closed} />
          {school.remindTime && school.state !== 'submitted' && (
            <span className="text-xs text-muted">
              {m.examData_remindedAt({ time: formatMinute(school.remindTime, timeZone) })}
            </span>
          )}
          {school.submitTime && school.state === 'submitted' && (
            <span className="text-xs text-muted">{formatMinute(school.submitTime, timeZone)}</span>
          )}
        </span>
      </td>
      {school.cells.map((cell, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cells are those of the subjects, which have an order
        <td key={at} className="min-w-20 px-2 py-2 align-top">
          <BoardFraction cell={cell} />
        </td>
      ))}
      {acts && (
        <td className="px-1 py-1.5 align-top whitespace-nowrap">
          {school.state === 'submitted' ? (
            <IconButton label={m.examData_return()} onClick={() => onAction('return')}>
              <Undo2 size={16} />
            </IconButton>
          ) : (
            <>
              <IconButton label={m.examData_remind()} onClick={() => onAction('remind')}>
                <BellRing size={16} />
              </IconButton>
              <IconButton label={m.examData_extend()} onClick={() => onAction('extend')}>
                <CalendarClock size={16} />
              </IconButton>
            </>
          )}
        </td>
      )}
    </tr>
  )
}

function PartTag({ school, closed }: { school: BoardSchool; closed: boolean }) {
  const { late, submittedLate, state } = school
  if (closed && state !== 'submitted') return <Tag tone="danger">{m.examData_showOpen()}</Tag>
  if (submittedLate) return <Tag tone="warning">{m.examData_submittedLate()}</Tag>
  if (late) return <Tag tone="danger">{m.examData_late()}</Tag>
  if (state === 'submitted') return <Tag tone="success">{m.examData_stateSubmitted()}</Tag>
  if (state === 'returned') return <Tag tone="warning">{m.examData_stateReturned()}</Tag>
  return <Tag>{m.examData_stateOpen()}</Tag>
}
