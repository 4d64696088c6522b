import type { RecordFormFacts } from '#src/crud/form/record-form-facts.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCents } from '#src/lib/money.ts'

/** What the form of a stored member says beside its title: balance and points, which no form writes. */
export const memberFacts: RecordFormFacts = {
  state: (row) => {
    const [money, score]: unknown[] = [Reflect.get(row, 'money'), Reflect.get(row, 'score')]
    if (typeof money !== 'number' || typeof score !== 'number') return undefined
    const text = m.member_amounts({ money: formatCents(money), score: score.toLocaleString('en-US') })
    return { text, tone: 'neutral' }
  },
}
