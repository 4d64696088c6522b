import { addOrganizations, type Caller, startApi } from './api.ts'
import { addOfficer } from './officer.ts'

const verbs = ['index', 'add', 'edit', 'del'] as const
const nodes = verbs.map((verb) => `user/user/${verb}` as const)

/** `boss` looks after the members of D1 and below, `other` after those of D2; `viewer` only reads those of S1. */
export async function startMembers() {
  const api = await startApi()
  const admin = await api.signIn()
  const places = await addOrganizations(admin)
  const office = (username: string, deptId: number) =>
    addOfficer(api, { username, nodes: [...nodes, 'baseInfo/organization/index'], scope: 'orgBelow', deptId })
  await office('boss', places.D1)
  await office('other', places.D2)
  await addOfficer(api, { username: 'viewer', nodes: ['user/user/index'], scope: 'orgBelow', deptId: places.S1 })
  const [boss, other, viewer] = [
    await api.signIn('admin', 'boss'),
    await api.signIn('admin', 'other'),
    await api.signIn('admin', 'viewer'),
  ]
  return { ...api, admin, boss, other, viewer, places }
}

/** A new member without an organization. */
export const freshMember = { username: 'pupil_li', nickname: 'Li', password: 'Quiet-river-12', status: 1 }
export const addMember = (call: Caller, values: object) =>
  call('POST', '/adminApi/member/add', { ...freshMember, ...values })
export const editMember = (call: Caller, id: number, values: object) =>
  call('POST', '/adminApi/member/edit', { id, ...values })
