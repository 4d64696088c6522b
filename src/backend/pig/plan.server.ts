import type { Side } from '#src/lib/side.ts'
import type { BackendCall, Plan } from '../call.ts'
import { absent, pigCrud } from './crud.server.ts'
import { pigMenu } from './menu.server.ts'
import { pigUserInfo } from './user-info.server.ts'

type Row = { to?: string; local?: string; combine?: (data: unknown) => unknown }

/**
 * Our calls, and where a pig back end has them: `to` there, or `local`, answered by this process, because such a back
 * end knows nothing of the site and of the divisions of China. Controllers are crud.server.ts; all else is absent.
 */
const table: Record<string, Row> = {
  'DELETE /auth/token/logout': { to: '/auth/token/logout' },
  'GET /adminApi/user/info': { to: '/admin/user/info', combine: pigUserInfo },
  'GET /adminApi/menu': { to: '/admin/menu', combine: pigMenu },
  'GET /api/site': { local: '/api/site' },
  'POST /api/fault/report': { local: '/api/fault/report' },
  'GET /admin/ajax/area': { local: '/api/ajax/area' },
  'GET /api/ajax/area': { local: '/api/ajax/area' },
}

/**
 * How one of our calls is made at a pig back end.
 * @param side who calls; such a back end has no members
 * @throws BackendError 501 for what it lacks
 */
export function pigPlan(call: BackendCall, side: Side | undefined): Plan {
  const row = table[`${call.method} ${call.path}`]
  if (row?.local) return { calls: [{ ...call, path: row.local, local: true }] }
  if (side === 'user') throw absent(call)
  if (row?.to) {
    const { combine } = row
    return { calls: [{ ...call, path: row.to }], ...(combine ? { combine: ([data]) => combine(data) } : {}) }
  }
  const [, key, action, rest] = /^\/adminApi\/([\w-]+)\/(\w+)(?:\/([^/]+))?$/.exec(call.path) ?? []
  if (!key || !action) throw absent(call)
  return pigCrud(call, key, action, rest)
}
