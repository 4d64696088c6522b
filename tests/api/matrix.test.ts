import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { operations } from '#src/features/contract.server.ts'
import { PROOF_HEADER } from '#src/lib/proof-way.ts'
import { buttonNodes, isRegistered, type Node } from '#src/resource/registry.ts'
import { type Operation, operationName } from '#src/server/openapi/operation.server.ts'
import { addOrganizations, startApi } from '../support/api.ts'
import { addOfficer } from '../support/officer.ts'
import { proofFor } from '../support/proofs.ts'
import { type Caller, callers, matrix } from './matrix.ts'

/** The row of the table for a call: its own, or that of the kit's call on any resource. */
function rowOf(call: Operation): string {
  const [, area, key = '', ...action] = call.path.split('/')
  const general = `${call.method.toUpperCase()} /adminApi/<key>/${action.join('/')}`
  const isKit = area === 'adminApi' && isRegistered(key) && general in matrix
  return isKit && !(operationName(call) in matrix) ? general : operationName(call)
}

/** Returns the side on which a caller is signed in. */
function sideOf(caller: Caller): 'admin' | 'user' | undefined {
  if (caller === 'member') return 'user'
  return ['visitor', 'expired', 'locked'].includes(caller) ? undefined : 'admin'
}

/** Whoever is let in or kept out by no node takes turns, resource by resource. */
function kitCallers(at: number): Caller[] {
  const turns = ['super', 'member', 'visitor', 'expired', 'locked'] as const
  const turn = turns[at % turns.length]
  return callers.filter((caller) => caller === turn || ['chief', 'viewer', 'none'].includes(caller))
}

const isLogout = ({ path }: Operation) => path.includes('logout')

// Thousands of requests take their time on a busy machine.
test('every call lets in whom the table names, and nobody else', { timeout: 180_000 }, async () => {
  const api = await startApi()
  const ids = await addOrganizations(await api.signIn())
  // Seam: the nodes of the registry are typed as text.
  const all = buttonNodes() as Node[]
  const menus = all.filter((node) => node.endsWith('/index'))
  await addOfficer(api, { username: 'chief', nodes: [...all, 'dashboard'], scope: 'orgBelow', deptId: ids.D1 })
  await addOfficer(api, { username: 'viewer', nodes: [...menus, 'dashboard'], scope: 'orgBelow', deptId: ids.D1 })
  await addOfficer(api, { username: 'nobody', nodes: [], scope: 'own', deptId: ids.D1 })
  await addOfficer(api, { username: 'expired', nodes: all, scope: 'all' })
  await addOfficer(api, { username: 'locked', nodes: all, scope: 'all' })

  const tokenOf: Record<Caller, () => Promise<string | undefined>> = {
    super: async () => (await api.signIn()).tokens.access_token,
    chief: async () => (await api.signIn('admin', 'chief')).tokens.access_token,
    viewer: async () => (await api.signIn('admin', 'viewer')).tokens.access_token,
    none: async () => (await api.signIn('admin', 'nobody')).tokens.access_token,
    member: async () => (await api.signIn('user')).tokens.access_token,
    visitor: async () => undefined,
    expired: async () => {
      const { tokens } = await api.signIn('admin', 'expired')
      await api.db.execute(sql`update token set expire_time = now() - interval '1 second'
        where family_id in (select f.id from token_family f join account a on a.id = f.account_id where a.username = 'expired')`)
      return tokens.access_token
    },
    locked: async () => {
      await api.db.execute(sql`update account set status = 1 where username = 'locked'`)
      const { tokens } = await api.signIn('admin', 'locked')
      await api.db.execute(sql`update account set status = 0 where username = 'locked'`)
      return tokens.access_token
    },
  }

  const tokens = new Map<Caller, string | undefined>()
  const proofs = new Map<Caller, string>()
  for (const caller of callers) {
    const token = await tokenOf[caller]()
    tokens.set(caller, token)
    // Whoever is not signed in any more has none.
    const given = token ? await proofFor(api.db, token) : undefined
    if (given) proofs.set(caller, given.proof)
  }
  // Signing out ends what the other calls need.
  const ordered = operations.toSorted((one, other) => Number(isLogout(one)) - Number(isLogout(other)))
  const found = new Set<string>()
  const keys = new Set<string>()
  const differing: string[] = []
  for (const call of ordered) {
    const name = operationName(call)
    const ask = async (caller: Caller) => {
      const token = tokens.get(caller)
      const headers: Record<string, string> = token
        ? { authorization: `Bearer ${token}`, [PROOF_HEADER]: proofs.get(caller) ?? '' }
        : {}
      if (call.method !== 'get') headers['content-type'] = 'application/json'
      const response = await api.api.request(call.path.replace('{id}', '999999'), {
        method: call.method.toUpperCase(),
        headers,
        ...(call.method === 'get' ? {} : { body: '{}' }),
      })
      await response.body?.cancel()
      const { status } = response
      expect(status, `${name} for ${caller}`).toBeLessThan(500)
      expect(status, `${name} for ${caller}`).not.toBe(405)
      // Whoever is not signed in on the side of the call is a stranger there.
      const own = sideOf(caller)
      if (call.security === 'admin' || call.security === 'user')
        if (own !== call.security) expect(status, `${name} for ${caller}`).toBe(401)
      return [401, 403].includes(status) ? [] : [caller]
    }
    // Each asks by itself, and all at once: there are thousands of these requests.
    const row = rowOf(call)
    if (row !== name) keys.add(call.path.split('/')[2] ?? '')
    const asking = row === name ? callers : kitCallers(keys.size)
    const is = (await Promise.all(asking.map(ask))).flat().join(' ')
    const should = matrix[row]
      ?.split(' ')
      .filter((caller) => asking.some((one) => one === caller))
      .join(' ')
    if (should === undefined) differing.push(`  '${row}': '${is}', // ${name} has no row`)
    else if (should !== is) differing.push(`${name}: ${is || 'nobody'} instead of ${should || 'nobody'}`)
    found.add(row)
  }
  expect(differing).toEqual([])
  // A row of a call that is gone says nothing.
  expect(Object.keys(matrix).filter((row) => !found.has(row))).toEqual([])
})
