import { UserRoundX } from 'lucide-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatInstant } from '#src/lib/date.ts'
import { Button } from '#src/ui/button.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { kinText } from './kin.ts'
import type { LinkedStudent } from './own-family.queries.ts'

type LinkedListProps = {
  students: readonly LinkedStudent[]
  timeZone: string
  onLeave(student: LinkedStudent): void
  /** Shows the results of a pupil. Without it, the member sees no results. */
  onResults?: ((student: LinkedStudent) => void) | undefined
}

/** The linked pupils, each with what the member is to them. */
export function LinkedList({ students, timeZone, onLeave, onResults }: LinkedListProps) {
  return (
    <ul className="divide-y divide-line">
      {students.map((student) => (
        <li key={student.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
          <div className="min-w-0 flex-1 basis-56">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="font-medium wrap-anywhere">{student.name}</span>
              <Tag tone={student.relation === 'self' ? 'accent' : 'neutral'}>{kinText(student.relation)}</Tag>
            </p>
            <p className="wrap-anywhere">{[student.school, student.class].filter((part) => part !== '').join(' · ')}</p>
            <p className="text-sm text-muted">
              {m.family_since({ time: formatInstant(student.createTime, timeZone) })}
            </p>
          </div>
          {onResults && (
            <Button
              size="sm"
              aria-label={m.family_resultsOf({ name: student.name })}
              onClick={() => onResults(student)}
              className="pointer-coarse:h-11"
            >
              {m.family_results()}
            </Button>
          )}
          <Button
            size="sm"
            icon={<UserRoundX aria-hidden size={14} />}
            aria-label={m.family_leaveOf({ name: student.name })}
            onClick={() => onLeave(student)}
            className="pointer-coarse:h-11"
          >
            {m.family_leave()}
          </Button>
        </li>
      ))}
    </ul>
  )
}
