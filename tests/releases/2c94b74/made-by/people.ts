import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'
import * as v from 'valibot'
import type { Database, Db } from '#src/db/client.server.ts'
import { config } from '#src/db/config.table.server.ts'
import { account, accountRole, memberProfile, role, roleRule, rule } from '#src/db/identity.table.server.ts'
import { systemAuthor, write } from '#src/db/write.server.ts'
import { createAccount } from '#src/features/auth/account.server.ts'
import { addOfficer } from '../../../support/officer.ts'
import { passwords } from '../../../support/passwords.ts'
import { type Person, personOf, until, want } from '../contract.ts'

/** What people of the back office cannot arrange in this release: as its own functions write it. */
function arranging(db: Database, work: (tx: Db) => Promise<unknown>) {
  return write(db, systemAuthor, 'save', (tx) => work(tx))
}

/** Accounts with roles of every scope, one that is locked, and a member of a school. */
export async function arrangeAccounts(db: Database, organization: (code: string) => number) {
  const officer = await addOfficer(
    { db },
    {
      ...{ username: 'officer', scope: 'orgBelow', deptId: organization('YC-LH') },
      nodes: [
        ...(['index', 'add', 'edit', 'del'] as const).map((action) => `baseInfo/organization/${action}` as const),
        ...['baseInfo/subject/index' as const, 'baseInfo/exam-scheme/index' as const, 'dashboard' as const],
      ],
    },
  )
  const reader = await addOfficer(
    { db },
    {
      ...{ username: 'reader', scope: 'org', deptId: organization('YC-BS-S1') },
      nodes: ['baseInfo/organization/index'],
    },
  )
  const locked = await addOfficer({ db }, { username: 'locked', scope: 'all', nodes: ['baseInfo/organization/index'] })
  await arranging(db, async (tx) => {
    await tx
      .update(account)
      .set({ status: 0, email: 'locked@example.org', phone: '13700000000' })
      .where(eq(account.id, locked))
    // A role that is switched off, and a member with all that a member has.
    const [off] = await tx
      .insert(role)
      .values({ name: 'Switched off', scope: 'all', status: 0 })
      .returning({ id: role.id })
    await tx.insert(accountRole).values({ accountId: reader, roleId: off?.id ?? 0 })
    const pupil = await createAccount(tx, {
      ...{
        kind: 'user',
        username: 'pupil',
        password: passwords.member,
        nickname: '小明',
        orgId: organization('YC-BS-S1'),
      },
    })
    const more = { gender: 1, birthday: '2015-06-01', money: 12_345, score: 67, motto: '好好学习' }
    await tx.update(memberProfile).set(more).where(eq(memberProfile.accountId, pupil))
  })
  return { officer, locked }
}

/** Gives the officer's role what a stored resource brought to be granted. */
export async function grantStored(db: Database, officer: number, menu: string): Promise<void> {
  await arranging(db, async (tx) => {
    const [held] = await tx
      .select({ id: accountRole.roleId })
      .from(accountRole)
      .where(eq(accountRole.accountId, officer))
    const names = [menu, ...['index', 'add', 'edit'].map((action) => `${menu}/${action}`)]
    const rules = await tx
      .select({ id: rule.id })
      .from(rule)
      .where(and(eq(rule.area, 'admin'), inArray(rule.name, names)))
    await tx.insert(roleRule).values(rules.map(({ id }) => ({ roleId: held?.id ?? 0, ruleId: id })))
  })
}

/** Settings, each told to the running product; the captcha's mode goes there and back. */
export async function arrangeSettings(db: Database, url: string) {
  const settings = {
    ...{
      siteName: '云川测评',
      recordNumber: '粤ICP备12345678号',
      contactEmail: 'help@example.org',
      contactPhone: '0755-12345678',
    },
    headNav: [
      { title: '帮助', path: '/help' },
      { title: 'Reports', path: 'https://reports.example.org/' },
    ],
    ...{ importMaxsize: 52_428_800, importKeepDays: 30 },
  }
  for (const [name, value] of Object.entries({ ...settings, captcha: 'always' }))
    await arranging(db, (tx) => tx.update(config).set({ value }).where(eq(config.name, name)))
  await until('settings are told', async () => {
    const site = want(v.looseObject({}), await personOf(url, { access: '', refresh: '' }).call('GET', '/api/site'))
    return site.siteName === settings.siteName ? true : undefined
  })
  await arranging(db, (tx) => tx.update(config).set({ value: 'after-failures' }).where(eq(config.name, 'captcha')))
  const { importKeepDays, ...told } = settings
  return { site: told, stored: { importKeepDays, captcha: 'after-failures' } }
}

/** Menus: an icon, a name, an order, one that is switched off, pages of other sites on both sides. */
export async function arrangeMenus(db: Database) {
  await arranging(db, async (tx) => {
    const named = (name: string) => and(eq(rule.area, 'admin'), eq(rule.name, name))
    await tx.update(rule).set({ icon: 'local-exam' }).where(named('baseInfo/subject'))
    await tx.update(rule).set({ title: '年级管理' }).where(named('baseInfo/student-year'))
    await tx.update(rule).set({ status: 0 }).where(named('user-role/rule'))
    const [first] = await tx.select().from(rule).where(named('dashboard'))
    const sortKey = generateKeyBetween(null, first?.sortKey ?? null)
    await tx.update(rule).set({ sortKey }).where(named('user-role'))
    const above = await tx.select().from(rule).where(isNull(rule.pid)).orderBy(desc(rule.sortKey)).limit(1)
    const [next = '', last = ''] = generateNKeysBetween(above[0]?.sortKey ?? null, null, 2)
    const own = { type: 'menu', keepalive: true, sortKey: next, icon: 'fa fa-globe' } as const
    const frame = { ...own, menuType: 'iframe' } as const
    await tx.insert(rule).values([
      {
        ...frame,
        area: 'admin',
        title: '外部报表',
        name: 'frame/report',
        url: 'https://reports.example.org/a?b=报表 1',
      },
      { ...frame, area: 'user', title: '外部主页', name: 'frame/home', url: 'https://school.example.org/home' },
      {
        ...{ ...own, sortKey: last, area: 'admin', menuType: 'link', title: '教育局网站' },
        ...{ name: 'link/site', url: 'https://example.org/' },
      },
    ])
  })
  return {
    /** Looks, names and pages of other sites, that are to stay as people made them. */
    kept: ['baseInfo/subject', 'baseInfo/student-year', 'frame/report', 'frame/home', 'link/site'],
    first: 'user-role',
    off: 'user-role/rule',
  }
}

/** Views of lists: own ones, one that is shared with a role, defaults, one that was changed, one that was deleted. */
export async function arrangeViews(db: Database, admin: Person, officer: Person, officerId: number) {
  const [held] = await db
    .select({ id: role.id })
    .from(role)
    .innerJoin(accountRole, eq(accountRole.roleId, role.id))
    .where(eq(accountRole.accountId, officerId))
  const roleIds = [held?.id ?? 0]
  const saved = v.object({ id: v.number(), version: v.number() })
  const add = async ({ call }: Person, resource: string, name: string, state: object, more: object = {}) =>
    want(saved, await call('POST', '/adminApi/view/add', { resource, name, state, ...more }))
  const state = {
    ...{ quickSearch: '中学', order: ['name,asc'], columns: ['name', 'code', 'contact'], widths: { name: 240 } },
    filter: {
      and: [
        { field: 'type', operator: 'eq', val: 'school' },
        { field: 'createTime', operator: 'RANGE', dynamic: 'thisYear' },
      ],
    },
    ...{ pins: { name: 'start' }, density: 'compact', limit: 50 },
  }
  const own = await add(admin, 'organization', '我的中学', state)
  await admin.call('POST', '/adminApi/view/default', { resource: 'organization', id: own.id })
  const shared = await add(admin, 'organization', 'Shared with officers', { order: ['code,desc'] }, { roleIds })
  await officer.call('POST', '/adminApi/view/default', { resource: 'organization', id: shared.id })
  const changed = await add(officer, 'organization', 'Before', { limit: 20 }, { roleIds })
  await officer.call('POST', '/adminApi/view/edit', {
    id: changed.id,
    version: 1,
    name: 'Renamed',
    state: { limit: 100 },
  })
  const gone = await add(admin, 'subject', 'Deleted', {})
  await admin.call('DELETE', `/adminApi/view/del?ids[]=${gone.id}`)
}

/** A view of a stored resource, and the default of who made it. */
export async function arrangeStoredView({ call }: Person) {
  const state = { filter: { field: 'seats', operator: 'egt', val: 45 }, columns: ['name', 'seats'] }
  const body = { resource: 'exam-room', name: 'Large rooms', state }
  const { id } = want(v.object({ id: v.number() }), await call('POST', '/adminApi/view/add', body))
  want(v.unknown(), await call('POST', '/adminApi/view/default', { resource: 'exam-room', id }))
}

/** What somebody sees of the views of a resource. */
export async function viewsOf({ call }: Person, resource: string) {
  const one = v.object({
    ...{ name: v.string(), ownerName: v.string(), isDefault: v.boolean(), editable: v.boolean() },
    ...{ roleIds: v.array(v.number()), state: v.looseObject({}) },
  })
  return want(v.object({ list: v.array(one) }), await call('GET', `/adminApi/view/index?resource=${resource}`)).list
}
