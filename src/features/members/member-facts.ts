import type { RecordFormFacts } from '#src/crud/form/record-form-facts.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatMinute } from '#src/lib/date.ts'
import { formatCents } from '#src/lib/money.ts'

/**
 * What the form of a stored member says beside its title: that the member wants the account closed, or else balance and
 * points, which no form writes.
 */
export const memberFacts = (timeZone: string): RecordFormFacts => ({
  state: (row) => {
    const [asked, due]: unknown[] = [Reflect.get(row, 'closingAsked'), Reflect.get(row, 'closingDue')]
    const time = (value: unknown) => formatMinute(String(value), timeZone)
    if (asked && due) return { text: m.member_closingFact({ asked: time(asked), due: time(due) }), tone: 'warning' }
    const [money, score]: unknown[] = [Reflect.get(row, 'money'), Reflect.get(row, 'score')]
    if (typeof money !== 'number' || typeof score !== 'number') return undefined
    const text = m.member_amounts({ money: formatCents(money), score: score.toLocaleString('en-US') })
    return { text, tone: 'neutral' }
  },
})
