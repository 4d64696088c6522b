import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Call } from '#src/server/call.server.ts'
import { resourceKey } from '../views/view.schema.ts'

/** What the contract says of resources that exist only as a description in the database. */
export const resourceCalls: readonly Call[] = [
  {
    ...{ method: 'get', path: '/adminApi/resource/description', tag: 'resource', security: 'admin', planned: true },
    query: { key: resourceKey },
    answer: v.strictObject({ description: v.looseObject({ key: v.string(), fields: v.array(v.looseObject({})) }) }),
    errors: [404],
    summary: m.call_description,
  },
]
