import { eq } from 'drizzle-orm'
import { role } from '#src/db/identity.table.server.ts'
import { addOrganizations, type Caller, startApi } from './api.ts'
import { addOfficer } from './officer.ts'

const verbs = ['index', 'add', 'edit', 'del'] as const
const nodes = verbs.map((verb) => `user-role/user/${verb}` as const)

/** `boss` administers D1 and below with all rights on accounts. `viewer` only reads there; its role is `Viewers`. */
export async function startPeople() {
  const api = await startApi()
  const admin = await api.signIn()
  const places = await addOrganizations(admin)
  const bossId = await addOfficer(api, {
    username: 'boss',
    nodes: [...nodes, 'baseInfo/organization/index'],
    scope: 'orgBelow',
    deptId: places.D1,
  })
  const viewerId = await addOfficer(api, {
    username: 'viewer',
    nodes: ['user-role/user/index'],
    scope: 'orgBelow',
    deptId: places.S1,
  })
  const roleId = async (name: string) => {
    const [found] = await api.db.select({ id: role.id }).from(role).where(eq(role.name, name))
    return found?.id ?? 0
  }
  const viewers = await roleId('role of viewer')
  const bosses = await roleId('role of boss')
  const boss = await api.signIn('admin', 'boss')
  const viewer = await api.signIn('admin', 'viewer')
  return { ...api, admin, boss, viewer, bossId, viewerId, places, viewers, bosses }
}

/** A new account without its organization and its roles. */
export const freshAccount = { username: 'wang_li', name: 'Wang Li', password: 'Hidden-kite-12', status: 1 }
export const addAccount = (call: Caller, values: object) =>
  call('POST', '/adminApi/user/add', { ...freshAccount, ...values })
export const editAccount = (call: Caller, id: number, values: object) =>
  call('POST', '/adminApi/user/edit', { id, ...values })
export const errorsIn = ({ data }: { data: unknown }) => (data as { errors?: Record<string, string[]> } | null)?.errors

/** Adds a role that grants nothing. @returns its id */
export async function addRole(call: Caller, name: string): Promise<number> {
  const added = await call('POST', '/adminApi/role/add', { name, scope: 'own', ruleIds: [], organizationIds: [] })
  return (added.data as { id: number }).id
}
