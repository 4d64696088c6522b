import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { isDay } from '#src/lib/calendar.ts'
import { integer } from '#src/lib/number-rules.ts'
import type { Description, Label } from '#src/resource/description.ts'
import type { LedgerKind, LedgerRow } from './ledger.schema.ts'

/** An own entry as a member sees it. */
export type OwnEntry = Pick<LedgerRow, 'id' | 'memo' | 'amount' | 'after' | 'createTime'> & { seq: number }

const day = v.optional(v.pipe(v.string(), v.check(isDay)))

/** Which of the own entries a member looks for. A period has both of its days. */
export const ownFilter = {
  from: day,
  until: day,
  kind: v.optional(v.picklist(['in', 'out'])),
  memo: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100))),
}

/** The query of a page. */
export const ownPage = v.strictObject({
  ...ownFilter,
  page: v.optional(integer(1, 1_000_000), 1),
  limit: v.optional(integer(1, 100), 20),
})

/** The same in the address of the page, where what is wrong is left out. */
export const ownSearch = v.object({
  from: v.fallback(day, undefined),
  until: v.fallback(day, undefined),
  kind: v.fallback(ownFilter.kind, undefined),
  memo: v.fallback(v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100))), undefined),
  page: v.fallback(v.optional(integer(1, 1_000_000)), undefined),
  limit: v.fallback(v.optional(v.pipe(integer(1, 100), v.picklist([10, 20, 50, 100]))), undefined),
})

export type OwnSought = v.InferOutput<v.StrictObjectSchema<typeof ownFilter, undefined>>
export type OwnSearch = v.InferOutput<typeof ownSearch>

/** The own entries of a member, as a resource of which lists and files are made. */
function ownDescription(key: string, menu: string, kind: LedgerKind, title: Label) {
  const number = { type: kind === 'money' ? 'money' : 'integer', readOnly: true } as const
  return {
    key,
    menu,
    title,
    plural: title,
    rowTitle: 'seq',
    base: ['createTime'],
    fields: [
      { name: 'seq', type: 'integer', label: m.ownLedger_number, readOnly: true },
      { name: 'createTime', type: 'datetime', label: m.ownLedger_time, readOnly: true },
      { name: 'memo', type: 'text', label: m.ownLedger_memo, readOnly: true },
      { name: 'amount', ...number, label: m.ownLedger_amount },
      { name: 'after', ...number, label: m.ownLedger_after },
    ],
    quickSearch: [],
    sorts: ['seq'],
    defaultOrder: 'seq,desc',
  } as const satisfies Description<OwnEntry>
}

export const ownMoneyDescription = ownDescription('own-money', 'account/balance', 'money', m.menu_balance)
export const ownScoreDescription = ownDescription('own-score', 'account/integral', 'score', m.menu_integral)
