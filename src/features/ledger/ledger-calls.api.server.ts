import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { id, integer } from '#src/lib/number-rules.ts'
import type { Node } from '#src/resource/registry.ts'
import { changeSetId, refusedRow } from '#src/server/endpoint/answer-parts.server.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { bulkDelSchema } from '#src/server/write/bulk-query.server.ts'
import { adjustMembers } from './adjust.server.ts'
import { balanceOf } from './balance.server.ts'
import { LARGEST_CHANGE, REASON } from './ledger.schema.ts'
import { type Ledger, ledgers } from './ledger-tables.server.ts'
import { reverseEntries } from './reverse.server.ts'

const memo = v.pipe(
  v.string(() => m.rule_required()),
  v.trim(),
  v.minLength(1, () => m.rule_required()),
  v.maxLength(REASON, () => m.rule_maxLength({ max: REASON })),
)
const preview = v.optional(v.boolean(), false)
/** A preview needs no reason yet. */
const memoLater = v.optional(
  v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(REASON, () => m.rule_maxLength({ max: REASON })),
  ),
  '',
)

/** How many entries a call adds, and what they sum up to. In a preview, the members who have not enough. */
const entered = v.strictObject({
  count: v.number(),
  sum: v.number(),
  refused: v.array(refusedRow),
  refusedCount: v.number(),
})
const written = v.strictObject({ ...entered.entries, changeSetId })

/** The calls of a ledger besides those of the kit. */
function ledgerEndpoints<const K extends 'money-log' | 'score-log'>(
  key: K,
  ledger: Ledger,
  nodes: { index: Node; add: Node },
  texts: { balance(): string; adjust(): string; reverse(): string },
) {
  const most = LARGEST_CHANGE[ledger.kind]
  const amount = v.pipe(
    integer(-most, most),
    v.check(
      (value) => value !== 0,
      () => m.ledger_zero(),
    ),
  )
  const adding = { method: 'post', tag: 'resource', security: 'admin', node: nodes.add, write: 'bulk' } as const
  return {
    balance: endpoint({
      method: 'get',
      tag: 'resource',
      security: 'admin',
      node: [nodes.index, nodes.add],
      path: `/adminApi/${key}/balance`,
      summary: texts.balance,
      query: v.strictObject({ accountId: id }),
      answer: v.strictObject({
        accountId: v.number(),
        username: v.string(),
        nickname: v.string(),
        balance: v.number(),
        /** Whether the balance may become negative. */
        negative: v.boolean(),
      }),
      errors: [404],
      run: ({ db, actor, query }) => balanceOf(db, ledger, actor, query.accountId),
    }),
    adjust: endpoint({
      ...adding,
      path: `/adminApi/${key}/adjust`,
      summary: texts.adjust,
      body: v.strictObject({ ...bulkDelSchema.entries, amount, memo }),
      answer: written,
      errors: [404, 409],
      run: async ({ tx, actor, body, changeSetId: own }) => ({
        ...(await adjustMembers(tx, ledger, actor, body)),
        changeSetId: body.preview ? null : own,
      }),
      msg: ({ count }, { body }) => (body.preview ? '' : m.ledger_adjusted({ count })),
    }),
    reverse: endpoint({
      ...adding,
      path: `/adminApi/${key}/reverse`,
      summary: texts.reverse,
      body: v.strictObject({ id: v.optional(id), changeSetId: v.optional(id), memo: memoLater, preview }),
      answer: v.strictObject({ ...written.entries, reversedCount: v.number() }),
      errors: [404, 409],
      run: async ({ tx, actor, body, changeSetId: own }) => ({
        ...(await reverseEntries(tx, ledger, actor, body)),
        changeSetId: body.preview ? null : own,
      }),
      msg: ({ count }, { body }) => (body.preview ? '' : m.ledger_reversed({ count })),
    }),
  }
}

export const moneyLogEndpoints = ledgerEndpoints(
  'money-log',
  ledgers.money,
  { index: 'user/moneyLog/index', add: 'user/moneyLog/add' },
  { balance: m.call_moneyBalance, adjust: m.call_moneyAdjust, reverse: m.call_moneyReverse },
)

export const scoreLogEndpoints = ledgerEndpoints(
  'score-log',
  ledgers.score,
  { index: 'user/scoreLog/index', add: 'user/scoreLog/add' },
  { balance: m.call_scoreBalance, adjust: m.call_scoreAdjust, reverse: m.call_scoreReverse },
)
