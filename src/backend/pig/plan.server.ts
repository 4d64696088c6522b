import type { Side } from '#src/lib/side.ts'
import type { BackendCall, Plan } from '../call.ts'
import { absent, pigCrud } from './crud.server.ts'
import { pigMenu } from './menu.server.ts'
import { pigUserInfo } from './user-info.server.ts'

type Row = { to?: string; local?: string; combine?: (data: unknown) => unknown }

/**
 * The contract's calls and their counterparts in a pig back end. `to` is the path there. `local` calls are answered by
 * this process, because a pig back end has no data about the site and the divisions of China. Controllers are in
 * crud.server.ts. All other calls are unsupported.
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
 * The calls to a pig back end that implement one call of the contract.
 * @param side the caller's side; a pig back end has no members
 * @throws BackendError 501 for an unsupported call
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
