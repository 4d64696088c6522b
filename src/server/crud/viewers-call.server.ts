import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { integer, rowId } from '#src/lib/number-rules.ts'
import { roleScopes } from '#src/lib/role-scope.ts'
import { can } from '#src/resource/registry.ts'
import { endpoint } from '../endpoint/endpoint.server.ts'
import { AppError } from '../errors.server.ts'
import { findRow } from '../list/rows.server.ts'
import { kitCall } from './kit-call.server.ts'
import { type RowViewer, rowViewers } from './row-viewers.server.ts'

const viewer = v.strictObject({
  id: v.number(),
  username: v.string(),
  name: v.string(),
  organization: v.string(),
  super: v.boolean(),
  reads: v.array(v.string()),
  sees: v.array(v.strictObject({ scope: v.picklist(roleScopes), roles: v.array(v.string()) })),
}) satisfies v.GenericSchema<unknown, RowViewer>

/** Who sees a row, and why. Whoever asks must see the row, and accounts; those out of their data scope are left out. */
export const viewersCall = kitCall('get', 'viewers', 'read', (kit, place) =>
  endpoint({
    ...place,
    node: kit.node('index'),
    summary: () => m.call_viewers(kit.title()),
    query: v.object({
      id: rowId,
      quickSearch: v.optional(v.pipe(v.string(), v.maxLength(100)), ''),
      after: v.optional(v.pipe(v.string(), v.maxLength(15)), ''),
      limit: v.optional(integer(1, 100), 50),
    }),
    answer: v.strictObject({ list: v.array(viewer), next: v.nullable(v.string()) }),
    errors: [403, 404],
    run: async ({ c, db, actor, query: { id, ...asked } }) => {
      if (!can(actor, 'user-role/user/index')) throw new AppError(403)
      const { resource } = kit.resourceOf(c)
      if (!(await findRow(db, resource, actor, id))) throw new AppError(404, m.error_rowMissing())
      return rowViewers(db, actor, { resource, node: kit.node('index'), id }, asked)
    },
  }),
)
