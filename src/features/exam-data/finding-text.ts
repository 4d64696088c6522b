import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import type { FindingView } from './exam-data.queries.ts'

/** What a finding says, without its school and subject. */
export function findingText({ kind, count: number, of, last }: FindingView): string {
  const count = formatCount(number)
  switch (kind) {
    case 'noCombo':
      return m.examData_findNoCombo({ count })
    case 'over':
      return m.examData_findOver({ count })
    case 'offStep':
      return m.examData_findOffStep({ count })
    case 'notSat':
      return m.examData_findNotSat({ count })
    case 'missing':
      return m.examData_findMissing({ count, of: formatCount(of) })
    case 'absent':
      return m.examData_findAbsent({ count, of: formatCount(of) })
    case 'shift':
      return shiftText({ now: inPercent(number), before: inPercent(of), last })
    case 'mean':
      return m.examData_findMean({ mean: (number / 100).toFixed(1), others: (of / 100).toFixed(1) })
    case 'cheat':
      return m.examData_findCheat({ count })
  }
}

const inPercent = (thousandths: number) => (thousandths / 10).toFixed(1)

type Shift = { now: string; before: string; last: FindingView['last'] }

/** Says what the marks of a school were compared with. */
function shiftText({ now, before, last }: Shift): string {
  const words = { now, before, exam: last?.exam ?? '', pupils: formatCount(last?.pupils ?? 0) }
  if (last?.alone) return m.examData_findShiftAlone(words)
  if (last === null || last.others === null) return m.examData_findShift(words)
  const moved = inPercent(last.others)
  return m.examData_findShiftOf({ ...words, others: last.others > 0 ? `+${moved}` : moved.replace('-', '−') })
}
