import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { Database } from '#src/db/client.server.ts'
import { memberBalance } from '#src/db/ledger.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { id } from '#src/lib/number-rules.ts'
import type { MemberNode } from '#src/resource/member-pages.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { exportRows } from '#src/server/export/export.server.ts'
import { exportFields } from '#src/server/export/export-query.server.ts'
import type { CheckedCondition } from '#src/server/list/filter.server.ts'
import { listRows } from '#src/server/list/list.server.ts'
import type { ListQuery } from '#src/server/list/list-query.server.ts'
import { inTurn } from '#src/server/list/read-turns.server.ts'
import type { Ledger } from './ledger-tables.server.ts'
import { type OwnSought, ownFilter, ownPage } from './own-ledger.schema.ts'
import { ownResources } from './own-resources.server.ts'

const entry = v.object({
  id,
  seq: v.number(),
  memo: v.string(),
  amount: v.number(),
  after: v.number(),
  createTime: v.pipe(v.string(), v.isoTimestamp()),
})

/** What a member sees of an own ledger. */
function ownLedgerEndpoints<const K extends 'money-log' | 'score-log'>(
  key: K,
  kind: Ledger['kind'],
  node: MemberNode,
  texts: { index(): string; export(): string },
) {
  const common = { method: 'get', tag: 'resource', security: 'user', node } as const
  return {
    index: endpoint({
      ...common,
      path: `/api/${key}/index`,
      summary: texts.index,
      query: ownPage,
      answer: v.strictObject({
        list: v.array(entry),
        total: v.number(),
        /** The total is an estimate. */
        totalEstimated: v.optional(v.literal(true)),
        /** What the member has now. */
        balance: v.number(),
      }),
      errors: [429],
      run: async ({ c, actor, query: { page, limit, ...filter } }) =>
        inTurn(c, async (db) => {
          const found = await listRows(db, ownResources[kind], actor, { ...queryOf(filter), page, limit })
          const { list, total = 0, totalEstimated } = found
          const balance = await balanceOfOwn(db, kind, actor.id)
          return { list: v.parse(v.array(entry), list), total, ...(totalEstimated && { totalEstimated }), balance }
        }),
    }),
    export: endpoint({
      ...common,
      path: `/api/${key}/export`,
      summary: texts.export,
      query: v.strictObject({ ...ownFilter, format: v.optional(v.picklist(['csv', 'xlsx']), 'csv') }),
      answer: v.string(),
      bare: 'application/octet-stream',
      errors: [422, 429],
      run: ({ c, db, actor, query: { format, ...filter } }) => {
        const resource = ownResources[kind]
        const columns = exportFields(resource).map(({ name }) => name)
        const exported = { format, columns, list: queryOf(filter) }
        return exportRows({ db, actor, resource }, exported, c.req.method === 'HEAD')
      },
    }),
  }
}

/** The query of a list that finds what the filter says. */
function queryOf({ from, until, kind, memo }: OwnSought): ListQuery {
  const parts: CheckedCondition[] = [
    ...(from ? [{ field: 'createTime', operator: 'egt', val: from } as const] : []),
    ...(until ? [{ field: 'createTime', operator: 'elt', val: until } as const] : []),
    ...(kind ? [{ field: 'amount', operator: kind === 'in' ? 'gt' : 'lt', val: 0 } as const] : []),
    ...(memo ? [{ field: 'memo', operator: 'LIKE', val: memo } as const] : []),
  ]
  return {
    page: 1,
    limit: 20,
    order: [],
    cursor: undefined,
    skip: 0,
    count: 'auto',
    quickSearch: '',
    filter: parts.length > 0 ? { and: parts } : undefined,
    tree: false,
    open: undefined,
  }
}

async function balanceOfOwn(db: Database, kind: Ledger['kind'], accountId: number): Promise<number> {
  const [row] = await db
    .select({ balance: memberBalance[kind] })
    .from(memberBalance)
    .where(eq(memberBalance.accountId, accountId))
  return row?.balance ?? 0
}

export const ownMoneyEndpoints = ownLedgerEndpoints('money-log', 'money', 'account/balance', {
  index: m.call_ownMoney,
  export: m.call_ownMoneyExport,
})

export const ownScoreEndpoints = ownLedgerEndpoints('score-log', 'score', 'account/integral', {
  index: m.call_ownScore,
  export: m.call_ownScoreExport,
})
