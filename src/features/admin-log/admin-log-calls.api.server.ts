import { and, eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { adminLog, adminLogSeal, adminLogSend } from '#src/db/admin-log.table.server.ts'
import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { id, integer } from '#src/lib/number-rules.ts'
import { logFaults } from '#src/server/admin-log/log-faults.ts'
import { newestSeal } from '#src/server/admin-log/seal-log.server.ts'
import { withoutCredentials } from '#src/server/admin-log/secret-names.ts'
import { verifyEnd, verifyLinks } from '#src/server/admin-log/verify-log.server.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { instantText } from '#src/server/fields/field-types.server.ts'
import { rowsSeen } from './admin-log.api.server.ts'
import { changesOf } from './log-changes.server.ts'

const reads = { method: 'get', tag: 'resource', security: 'admin' } as const

const broken = v.nullable(
  v.strictObject({
    fault: v.picklist(logFaults),
    /** The number of the seal; null for rows outside of all seals. */
    number: v.nullable(v.number()),
    from: v.nullable(instantText),
    to: v.nullable(instantText),
    sealed: v.number(),
    found: v.number(),
    rows: v.array(v.number()),
  }),
)

/** The last times when a seal was sent outside. */
const SENDS = 10

async function lastSends(db: Db) {
  const rows = await db.select().from(adminLogSend).orderBy(sql`id desc`).limit(SENDS)
  return rows.map(({ createTime: time, way, recipient, number, failure }) => ({
    time,
    way,
    // A webhook may have its key in its address.
    recipient: withoutCredentials(recipient),
    number,
    failure: withoutCredentials(failure),
  }))
}

/** What the log says besides its rows. */
export const adminLogEndpoints = {
  changes: endpoint({
    ...reads,
    path: '/adminApi/admin-log/changes',
    summary: m.call_adminLogChanges,
    node: 'auth/adminLog/index',
    query: v.strictObject({ id: integer(1, Number.MAX_SAFE_INTEGER) }),
    answer: v.strictObject({
      sets: v.array(
        v.strictObject({
          id,
          kind: v.string(),
          tables: v.array(
            v.strictObject({
              title: v.string(),
              resource: v.nullable(v.string()),
              menu: v.nullable(v.string()),
              /** The caller may see the list. */
              open: v.boolean(),
              count: v.number(),
              rows: v.array(
                v.strictObject({
                  id,
                  operation: v.picklist(['insert', 'update', 'delete']),
                  name: v.nullable(v.string()),
                }),
              ),
            }),
          ),
        }),
      ),
    }),
    errors: [404],
    run: async ({ db, actor, query }) => {
      const [row] = await db
        .select({
          changeSetId: adminLog.changeSetId,
          requestId: adminLog.requestId,
          createTime: adminLog.createTime,
        })
        .from(adminLog)
        .where(and(eq(adminLog.id, query.id), rowsSeen(actor)))
        .limit(1)
      if (!row) throw new AppError(404, m.error_rowMissing())
      return { sets: await changesOf(db, actor, row) }
    },
  }),
  seals: endpoint({
    ...reads,
    path: '/adminApi/admin-log/seals',
    summary: m.call_adminLogSeals,
    node: 'auth/adminLog/verify',
    answer: v.strictObject({
      count: v.number(),
      newest: v.nullable(v.strictObject({ number: id, hash: v.string(), time: instantText })),
      sends: v.array(
        v.strictObject({
          time: instantText,
          way: v.picklist(['mail', 'webhook']),
          recipient: v.string(),
          number: id,
          /** Empty when it has left. */
          failure: v.string(),
        }),
      ),
    }),
    run: async ({ db }) => ({
      count: await db.$count(adminLogSeal),
      newest: (await newestSeal(db)) ?? null,
      sends: await lastSends(db),
    }),
  }),
  verify: endpoint({
    ...reads,
    path: '/adminApi/admin-log/verify',
    summary: m.call_adminLogVerify,
    node: 'auth/adminLog/verify',
    query: v.strictObject({
      /** The last seal that an earlier call has verified. */
      after: v.optional(integer(0, Number.MAX_SAFE_INTEGER), 0),
      number: v.optional(integer(1, Number.MAX_SAFE_INTEGER)),
      hash: v.optional(v.pipe(v.string(), v.trim(), v.regex(/^[\da-f]{64}$/i))),
    }),
    answer: v.strictObject({
      upTo: v.number(),
      checked: v.number(),
      /** Seals with the signature of another key, from before the first one of this key. */
      otherKey: v.number(),
      done: v.boolean(),
      broken,
      /** At the end: the rows that are not sealed yet, and the time of the oldest. */
      open: v.number(),
      since: v.nullable(instantText),
    }),
    run: async ({ db, query: { after, number, hash } }) => {
      const links = await verifyLinks(db, after)
      if (links.broken || !links.done) return { ...links, open: 0, since: null }
      return {
        ...links,
        ...(await verifyEnd(db, number !== undefined && hash !== undefined ? { number, hash } : undefined)),
      }
    },
  }),
}
