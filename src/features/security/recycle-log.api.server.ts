import { and, sql } from 'drizzle-orm'
import { integer, text } from 'drizzle-orm/pg-core'
import * as v from 'valibot'
import { anyOf } from '#src/db/any-of.server.ts'
import type { Db } from '#src/db/client.server.ts'
import { accountRelation } from '#src/features/auth/account.relation.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { id } from '#src/lib/number-rules.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { tablesChanged } from '#src/server/cache/table-cache.server.ts'
import { authorOf } from '#src/server/context.server.ts'
import { compileResource } from '#src/server/crud/compile-resource.server.ts'
import { computed } from '#src/server/crud/computed.server.ts'
import { crud } from '#src/server/crud/crud.server.ts'
import type { Row } from '#src/server/crud/resource.server.ts'
import { changeSetId, labelsAnswer } from '#src/server/endpoint/answer-parts.server.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { idQuery } from '#src/server/list/crud-query.server.ts'
import { recycleLine } from './lines.server.ts'
import { deletionDetails } from './recycle-details.server.ts'
import { recycleLogDescription } from './recycle-log.schema.ts'
import { previewRestore, restoreDeletions } from './recycle-restore.server.ts'
import { deletionsSeen } from './seen-lines.server.ts'
import { ruleNameText } from './watch-rules.seed.server.ts'
import { resourcesByKey, titleOfResource } from './watched.server.ts'

/** The ids of all deletions whose rows came back. There are few of them among all deletions. */
const restoredDeletions = sql`select d.id from change_set s
  join change i on i.change_set_id = s.id and i.operation = 'insert'
  join change d on d.table_name = i.table_name and d.row_id = i.row_id and d.operation = 'delete' and d.id < i.id
  where s.restores`

/** The deletions that rules watch, read from the change history. */
export const recycleLogResource = compileResource({
  description: recycleLogDescription,
  table: recycleLine,
  scope: deletionsSeen,
  computed: {
    resourceTitle: computed(text().notNull(), ({ resource }) => sql`${resource}`),
    together: computed(integer().notNull(), () => sql`1`),
  },
  relations: { actorId: accountRelation() },
  shown,
  shownTexts: ['resourceTitle', 'ruleName', 'together'],
  implied: { restored: { value: 1, meets: sql`${recycleLine.id} = any (array(${restoredDeletions}))` } },
})

export const recycleLogApi = crud(recycleLogResource)

/** Adds the titles of the resources, and how many rows of each the same action has deleted. */
async function shown(db: Db, actor: Actor, rows: readonly Row[]): Promise<Row[]> {
  if (rows.length === 0) return []
  const known = await resourcesByKey(db)
  const sets = [...new Set(rows.map((row) => Number(row.changeSetId)))]
  const { changeSetId: set, resource } = recycleLine
  const counted = await db
    .select({ set, resource, count: sql<number>`count(*)::int` })
    .from(recycleLine)
    .where(and(anyOf(set, sets), deletionsSeen(actor)))
    .groupBy(set, resource)
  const counts = new Map(counted.map((one) => [`${one.set} ${one.resource}`, one.count]))
  return rows.map((row) => ({
    ...row,
    resourceTitle: titleOfResource(known, String(row.resource)),
    ruleName: ruleNameText(String(row.resource), String(row.ruleName)),
    together: counts.get(`${row.changeSetId} ${row.resource}`) ?? 1,
  }))
}

const ids = v.strictObject({ ids: v.pipe(v.array(id), v.minLength(1), v.maxLength(500)) })
const texts = v.array(v.string())

/** What happens to one deletion when it is restored. `already`: the row is there again. */
const outcome = v.strictObject({
  id,
  title: v.string(),
  resource: v.string(),
  state: v.picklist(['restored', 'already', 'refused']),
  /** What stands in the way, or what does not come back with the row. */
  notes: texts,
})

/** Rows of one table. */
const group = v.strictObject({ title: v.string(), count: v.number(), names: texts })

const common = { tag: 'resource', security: 'admin' } as const

/** Looking at a deletion, and bringing rows back. */
export const recycleLogEndpoints = {
  info: endpoint({
    ...common,
    method: 'get',
    path: '/adminApi/data-recycle-log/info',
    summary: m.call_recycleInfo,
    node: 'security/dataRecycleLog/index',
    query: idQuery,
    answer: v.strictObject({
      fields: v.array(v.strictObject({ field: v.string(), label: v.string(), text: v.string(), secret: v.boolean() })),
      /** Rows that belonged to the row and were deleted with it. */
      owned: v.array(group),
      /** Other rows that the same action has deleted. */
      others: v.array(group),
      /** References to the row that its deletion has emptied. */
      emptied: v.array(group),
      labels: labelsAnswer,
    }),
    errors: [404],
    run: async ({ db, actor, query }) => deletionDetails(db, actor, query.id),
  }),
  preview: endpoint({
    ...common,
    method: 'post',
    path: '/adminApi/data-recycle-log/preview',
    summary: m.call_recyclePreview,
    node: 'security/dataRecycleLog/restore',
    body: ids,
    answer: v.strictObject({ list: v.array(outcome), restored: v.number(), refused: v.number() }),
    errors: [404],
    run: ({ c, db, actor, body }) => previewRestore(db, actor, authorOf(c), body.ids),
  }),
  restore: endpoint({
    ...common,
    method: 'post',
    path: '/adminApi/data-recycle-log/restore',
    summary: m.call_recycleRestore,
    node: 'security/dataRecycleLog/restore',
    body: ids,
    answer: v.strictObject({ list: v.array(outcome), restored: v.number(), refused: v.number(), changeSetId }),
    errors: [404, 409],
    write: 'restore',
    run: ({ c, tx, actor, body, changeSetId: own }) =>
      restoreDeletions({ db: c.get('deps').db, tx, actor, author: authorOf(c), changeSetId: own }, body.ids),
    msg: ({ restored, refused }) =>
      refused > 0
        ? m.recycle_restoredSome({ count: formatCount(restored), refused: formatCount(refused) })
        : m.recycle_restored({ count: formatCount(restored) }),
    committed: ({ db }) => tablesChanged(db),
  }),
}
