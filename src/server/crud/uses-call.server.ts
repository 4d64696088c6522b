import { and } from 'drizzle-orm'
import * as v from 'valibot'
import { anyOf } from '#src/db/any-of.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { scope } from '../access/scope.server.ts'
import { refusedRow, rowUse } from '../endpoint/answer-parts.server.ts'
import { endpoint } from '../endpoint/endpoint.server.ts'
import { AppError } from '../errors.server.ts'
import { idsQuery } from '../list/crud-query.server.ts'
import { selectRows } from '../list/rows.server.ts'
import { ownRefusals } from '../write/deletion.server.ts'
import { kitCall } from './kit-call.server.ts'
import { usesBelow, usesOfRows } from './references.server.ts'

/** What stands in the way of deleting rows. `del` refuses for the same reasons. */
export const usesCall = kitCall('get', 'uses', 'del', (kit, place) =>
  endpoint({
    ...place,
    node: kit.node('del'),
    summary: () => m.call_uses(kit.title()),
    query: idsQuery,
    /** `refused`: the rows that a rule of the resource keeps. */
    answer: v.object({ uses: v.array(rowUse), refused: v.array(refusedRow) }),
    errors: [404],
    run: async ({ c, db, actor, query }) => {
      const { resource } = kit.resourceOf(c)
      const ids = [...new Set(query['ids[]'])]
      const where = and(scope(actor, resource.scope), anyOf(resource.columns.id, ids))
      const rows = await selectRows(db, resource, where, undefined, ids.length)
      if (rows.length < ids.length) throw new AppError(404, m.error_rowMissing())
      const below = await usesBelow(db, resource, actor, rows)
      const uses = [...below, ...(await usesOfRows(db, resource, actor, rows))]
      return { uses, refused: uses.length > 0 ? [] : await ownRefusals(db, resource, actor, rows) }
    },
  }),
)
