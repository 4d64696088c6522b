import { and, eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { account } from '#src/db/identity.table.server.ts'
import { tokenFamily } from '#src/db/session.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { id } from '#src/lib/number-rules.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { AppError, invalid } from '#src/server/errors.server.ts'

/** Minutes after which a view ends by itself. */
export const VIEW_MINUTES = 30

const viewBody = v.strictObject({ accountId: id })
const common = { method: 'post', tag: 'session', security: 'admin' } as const

/**
 * A super administrator views the back office as another account. The view belongs to the sign-in: its requests have
 * the permissions and the data scope of that account, may only read, and never learn its sign-ins or secrets.
 */
export const viewAsEndpoints = {
  begin: endpoint({
    ...common,
    path: '/adminApi/view-as/begin',
    summary: m.call_viewAsBegin,
    super: true,
    proof: true,
    body: viewBody,
    answer: v.strictObject({ until: v.pipe(v.string(), v.isoTimestamp()) }),
    write: 'save',
    errors: [404, 422],
    run: async ({ c, tx, actor, body: { accountId } }) => {
      const [found] = await tx
        .select({ status: account.status, super: account.super })
        .from(account)
        .where(and(eq(account.id, accountId), eq(account.kind, 'admin')))
      if (!found) throw new AppError(404, m.error_rowMissing())
      if (found.super) throw invalid({ accountId: [m.viewAs_super()] })
      if (found.status !== 1) throw invalid({ accountId: [m.viewAs_locked()] })
      const [begun] = await tx
        .update(tokenFamily)
        .set({ viewAccountId: accountId, viewUntil: sql`now() + make_interval(mins => ${VIEW_MINUTES})` })
        .where(eq(tokenFamily.id, actor.familyId))
        .returning({ until: tokenFamily.viewUntil })
      if (!begun?.until) throw new AppError(401)
      c.get('deps').log.info({ actor: actor.id, viewing: accountId }, 'begins to view as another account')
      return { until: begun.until }
    },
  }),
  end: endpoint({
    ...common,
    path: '/adminApi/view-as/end',
    summary: m.call_viewAsEnd,
    viewers: 'all',
    answer: v.null(),
    write: 'save',
    run: async ({ c, tx, actor }) => {
      await tx
        .update(tokenFamily)
        .set({ viewAccountId: null, viewUntil: null })
        .where(eq(tokenFamily.id, actor.familyId))
      if (actor.viewer) {
        c.get('deps').log.info({ actor: actor.viewer.id, viewing: actor.id }, 'ends to view as another account')
      }
      return null
    },
  }),
}
