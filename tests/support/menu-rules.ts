import { and, eq, inArray } from 'drizzle-orm'
import { expect } from 'vitest'
import { role, roleRule, rule } from '#src/db/identity.table.server.ts'
import type { MenuRule } from '#src/features/rules/menu.server.ts'
import { type Caller, startApi } from './api.ts'
import { addOfficer } from './officer.ts'

export const RULES = '/adminApi/rule'
export const keeperNodes = [
  'user-role/rule/index',
  'user-role/rule/add',
  'user-role/rule/edit',
  'user-role/rule/del',
] as const

/** The keeper may do everything with rules that their role holds; the viewer looks at subjects. */
export async function startRules() {
  const api = await startApi()
  const admin = await api.signIn()
  await addOfficer(api, { username: 'keeper', nodes: [...keeperNodes, 'baseInfo/subject/index'], scope: 'all' })
  await addOfficer(api, { username: 'viewer', nodes: ['baseInfo/subject/index'], scope: 'all' })
  const idOf = async (name: string) => {
    const [row] = await api.db
      .select({ id: rule.id })
      .from(rule)
      .where(and(eq(rule.area, 'admin'), eq(rule.name, name)))
    return row?.id ?? 0
  }
  const holdersOf = async (...names: string[]) => {
    const rows = await api.db
      .select({ name: role.name })
      .from(roleRule)
      .innerJoin(role, eq(role.id, roleRule.roleId))
      .innerJoin(rule, eq(rule.id, roleRule.ruleId))
      .where(inArray(rule.name, names))
    return [...new Set(rows.map(({ name }) => name))].sort()
  }
  return { ...api, admin, idOf, holdersOf, keeper: await api.signIn('admin', 'keeper') }
}

/** What is said of a built-in rule. */
export const FIXED = 'The type and name of a built-in entry are fixed, and it cannot be deleted. Turn it off instead.'

export const dir = { type: 'menu_dir', title: '资料', titleEn: 'Materials', name: 'materials' }
export const link = { type: 'menu', title: '标准', titleEn: 'Standards', name: 'materials/standards', menuType: 'link' }
export const tab = {
  type: 'menu',
  title: 'Extra',
  name: 'extra',
  menuType: 'tab',
  path: 'dashboard',
  component: 'dashboard',
}

export async function addRule(call: Caller, values: object): Promise<{ id: number; changeSetId: number }> {
  const answer = await call('POST', `${RULES}/add`, values)
  expect(answer).toMatchObject({ code: 200 })
  return answer.data as { id: number; changeSetId: number }
}

export const ruleErrorsOf = async (call: Caller, path: string, values: object) => {
  const answer = await call('POST', `${RULES}/${path}`, values)
  return { code: answer.code, ...((answer.data as { errors?: object } | null)?.errors ?? {}) }
}

export const menuIn = async (call: Caller, language = 'en') =>
  (await call('GET', '/adminApi/menu', undefined, { 'accept-language': language })).data as MenuRule[]
