import { and, eq, sql } from 'drizzle-orm'
import { text } from 'drizzle-orm/pg-core'
import * as v from 'valibot'
import { anyOf } from '#src/db/any-of.server.ts'
import type { Db } from '#src/db/client.server.ts'
import { accountRelation } from '#src/features/auth/account.relation.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { id } from '#src/lib/number-rules.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { tablesChanged } from '#src/server/cache/table-cache.server.ts'
import { authorOf } from '#src/server/context.server.ts'
import { compileResource } from '#src/server/crud/compile-resource.server.ts'
import { computed } from '#src/server/crud/computed.server.ts'
import { crud } from '#src/server/crud/crud.server.ts'
import type { Row } from '#src/server/crud/resource.server.ts'
import { changeSetId } from '#src/server/endpoint/answer-parts.server.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { idQuery } from '#src/server/list/crud-query.server.ts'
import { type StoredLine, textsOfLines } from './line-values.server.ts'
import { sensitiveLine } from './lines.server.ts'
import { rollBack } from './roll-back.server.ts'
import { changesSeen } from './seen-lines.server.ts'
import { sensitiveLogDescription } from './sensitive-log.schema.ts'
import { ruleNameText } from './watch-rules.seed.server.ts'
import { resourcesByKey, titleOfResource } from './watched.server.ts'

/** The ids of all changes that a roll-back names. */
const rolledBackChanges = sql`select split_part(taken, ':', 1)::bigint from change_set, unnest(takes_back) taken
  where takes_back is not null`

/** The changes of sensitive fields that rules watch, read from the change history. */
export const sensitiveLogResource = compileResource({
  description: sensitiveLogDescription,
  table: sensitiveLine,
  scope: changesSeen,
  computed: {
    resourceTitle: computed(text().notNull(), ({ resource }) => sql`${resource}`),
    fieldTitle: computed(text().notNull(), ({ field }) => sql`${field}`),
    // `shown` says them as users read them.
    beforeText: computed(text().notNull(), ({ before }) => sql`coalesce(${before} #>> '{}', '')`),
    afterText: computed(text().notNull(), ({ after }) => sql`coalesce(${after} #>> '{}', '')`),
  },
  relations: { actorId: accountRelation() },
  shown,
  shownTexts: ['resourceTitle', 'ruleName', 'fieldTitle', 'beforeText', 'afterText'],
  implied: { rolledBack: { value: 1, meets: sql`${sensitiveLine.changeId} = any (array(${rolledBackChanges}))` } },
})

export const sensitiveLogApi = crud(sensitiveLogResource)

async function shown(db: Db, actor: Actor, rows: readonly Row[]): Promise<Row[]> {
  const known = await resourcesByKey(db)
  const lines = await storedLines(
    db,
    actor,
    rows.map((row) => row.id),
  )
  const texts = await textsOfLines(db, actor, known, lines)
  return rows.map((row) => ({
    ...row,
    resourceTitle: titleOfResource(known, String(row.resource)),
    ruleName: ruleNameText(String(row.resource), String(row.ruleName)),
    ...texts.get(row.id),
  }))
}

const { before, after, resource, field, fieldKind, rowId, changeSetId: setId } = sensitiveLine
const stored = { id: sensitiveLine.id, before, after, resource, field, fieldKind, rowId, changeSetId: setId }

function storedLines(db: Db, actor: Actor, ids: readonly number[]): Promise<StoredLine[]> {
  // Each line belongs to one change, and changes have an index.
  const changes = [...new Set(ids.map((one) => Math.floor(one / 1000)))]
  return db
    .select(stored)
    .from(sensitiveLine)
    .where(and(anyOf(sensitiveLine.changeId, changes), anyOf(sensitiveLine.id, ids), changesSeen(actor)))
}

const side = v.strictObject({
  field: v.string(),
  label: v.string(),
  before: v.string(),
  after: v.string(),
  secret: v.boolean(),
})

const common = { tag: 'resource', security: 'admin' } as const

/** Looking at a change of a sensitive field, and taking it back. */
export const sensitiveLogEndpoints = {
  info: endpoint({
    ...common,
    method: 'get',
    path: '/adminApi/sensitive-data-log/info',
    summary: m.call_sensitiveInfo,
    node: 'security/sensitiveDataLog/index',
    query: idQuery,
    /** `save`: all watched fields that the same action has changed, this one too. */
    answer: v.strictObject({
      line: side,
      save: v.array(
        v.strictObject({ ...side.entries, id, title: v.string(), resource: v.string(), rolledBack: v.boolean() }),
      ),
    }),
    errors: [404],
    run: async ({ db, actor, query }) => {
      const [line] = await storedLines(db, actor, [query.id])
      if (!line) throw new AppError(404, m.sensitive_lineMissing())
      const known = await resourcesByKey(db)
      const save = await db
        .select({ ...stored, title: sensitiveLine.title, rolledBack: sensitiveLine.rolledBack })
        .from(sensitiveLine)
        .where(and(eq(setId, line.changeSetId), changesSeen(actor)))
        .orderBy(sensitiveLine.id)
        .limit(200)
      const texts = await textsOfLines(db, actor, known, save)
      const sideOf = (one: StoredLine) => {
        const said = texts.get(one.id)
        return {
          field: one.field,
          label: said?.fieldTitle ?? one.field,
          before: said?.beforeText ?? '',
          after: said?.afterText ?? '',
          secret: one.fieldKind === 'secret',
        }
      }
      return {
        line: sideOf(line),
        save: save.map((one) => ({
          ...sideOf(one),
          id: one.id,
          title: one.title,
          resource: titleOfResource(known, one.resource),
          rolledBack: one.rolledBack === 1,
        })),
      }
    },
  }),
  rollback: endpoint({
    ...common,
    method: 'post',
    path: '/adminApi/sensitive-data-log/rollback',
    summary: m.call_sensitiveRollback,
    node: 'security/sensitiveDataLog/rollback',
    body: v.strictObject({
      id,
      /** Everything that the same save has changed, not only this field. */
      save: v.optional(v.boolean(), false),
      /** After a 409 with `data.reason: changed`: the versions that the user has seen there, by `resource:row`. */
      versions: v.optional(v.record(v.string(), v.number()), {}),
    }),
    answer: v.strictObject({ fields: v.number(), rows: v.number(), changeSetId }),
    errors: [404, 409],
    write: 'rollback',
    run: ({ c, tx, actor, body, changeSetId: own }) =>
      rollBack({ tx, actor, author: authorOf(c), changeSetId: own }, body),
    msg: ({ fields }) => m.sensitive_rolledBack({ count: fields }),
    committed: ({ db }) => tablesChanged(db),
  }),
}
