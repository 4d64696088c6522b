import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { ScrollBox } from '#src/ui/scroll-box.tsx'
import { Tag } from '#src/ui/tag.tsx'
import type { RosterDifference } from './exam.queries.ts'

const kinds: Record<RosterDifference['kind'], { label(): string; tone: 'success' | 'accent' | 'neutral' | 'warning' }> =
  {
    new: { label: m.exam_differenceNew, tone: 'success' },
    moved: { label: m.exam_differenceMoved, tone: 'accent' },
    renamed: { label: m.exam_differenceRenamed, tone: 'neutral' },
    gone: { label: m.exam_differenceGone, tone: 'warning' },
  }

type DifferenceTableProps = {
  list: readonly RosterDifference[]
  /** How many there are, of which the list has the first. */
  all: number
  except: ReadonlySet<number>
  onExcept(except: ReadonlySet<number>): void
}

/** Who differs between roster and enrollment, each with a checkbox: what is not checked is left as it is. */
export function DifferenceTable({ list, all, except, onExcept }: DifferenceTableProps) {
  const toggle = (student: number, wanted: boolean) => {
    const next = new Set(except)
    if (wanted) next.delete(student)
    else next.add(student)
    onExcept(next)
  }
  return (
    <>
      <ScrollBox label={m.exam_differences()} className="max-h-96 overflow-auto bg-surface">
        <table className="w-full text-left">
          <thead>
            <tr className="border-b border-line whitespace-nowrap text-muted">
              <th className="px-3 py-2 font-medium">{m.exam_accepted()}</th>
              <th className="px-3 py-2 font-medium">{m.candidate_number()}</th>
              <th className="px-3 py-2 font-medium">{m.candidate_name()}</th>
              <th className="px-3 py-2 font-medium">{m.exam_differencePlace()}</th>
            </tr>
          </thead>
          <tbody>
            {list.map((one) => (
              <tr key={one.studentId} className="border-line not-last:border-b">
                <td className="px-3 py-1.5">
                  <span className="flex items-center gap-2">
                    <Checkbox
                      checked={!one.closed && !except.has(one.studentId)}
                      disabled={one.closed}
                      aria-label={m.exam_acceptOne({ name: one.name })}
                      onChange={(wanted) => toggle(one.studentId, wanted)}
                    />
                    <Tag tone={kinds[one.kind].tone}>{kinds[one.kind].label()}</Tag>
                  </span>
                </td>
                <td className="tabular px-3 py-1.5 whitespace-nowrap">{one.number}</td>
                <td className="px-3 py-1.5 whitespace-nowrap">{one.name}</td>
                <td className="px-3 py-1.5">{placeOf(one)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {all > list.length && (
        <p className="text-sm text-muted">
          {m.exam_differencesMore({ shown: formatCount(list.length), all: formatCount(all) })}
        </p>
      )}
    </>
  )
}

function placeOf({ kind, from, to, closed }: RosterDifference): string {
  const place = kind === 'moved' ? `${from ?? '–'} → ${to ?? '–'}` : (to ?? from ?? '–')
  return closed ? `${place} · ${m.exam_differenceClosed()}` : place
}
