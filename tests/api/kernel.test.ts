import { eq, sql } from 'drizzle-orm'
import { integer, pgTable } from 'drizzle-orm/pg-core'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { config } from '#src/db/config.table.server.ts'
import { organization } from '#src/db/organization.table.server.ts'
import { scope } from '#src/server/access/scope.server.ts'
import { readConfig } from '#src/server/config.server.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { mountEndpoints } from '#src/server/endpoint/mount-endpoints.server.ts'
import { addOrganizations, startApi } from '../support/api.ts'
import { addOfficer } from '../support/officer.ts'
import { superActor } from '../support/super-actor.ts'

/** A named call, which sets the status of all rows to 0. */
const enable = endpoint({
  method: 'post',
  path: '/adminApi/named/enable',
  tag: 'resource',
  summary: () => 'Enable',
  security: 'admin',
  node: 'baseInfo/organization/edit',
  answer: v.null(),
  write: 'bulk',
  run: async ({ tx }) => {
    await tx.update(organization).set({ status: 0 })
    return null
  },
  msg: () => 'done',
})

test('a named action is a POST behind its node, recorded under its own kind', async () => {
  const api = await startApi({}, [(one) => mountEndpoints(one, [enable])])
  const admin = await api.signIn()
  await addOrganizations(admin)
  expect(await admin('POST', '/adminApi/named/enable', {})).toMatchObject({ code: 200, msg: 'done' })
  const { rows } =
    await api.db.execute(sql`select s.kind, count(*) as rows from change c join change_set s on s.id = c.change_set_id
    where c.after ? 'status' and c.operation = 'update' group by s.id, s.kind`)
  expect(rows).toEqual([{ kind: 'bulk', rows: 5 }])
  await addOfficer(api, { username: 'looker', nodes: ['baseInfo/organization/index'], scope: 'all' })
  const looker = await api.signIn('admin', 'looker')
  expect(await looker('POST', '/adminApi/named/enable', {})).toMatchObject({ code: 403 })
})

test('a setting is what is stored; what is missing or broken has its default', async () => {
  const { db } = await startApi()
  await db.update(config).set({ value: 'Our district' }).where(eq(config.name, 'siteName'))
  await db.delete(config).where(eq(config.name, 'version'))
  expect(await readConfig(db, ['siteName', 'version'])).toEqual({ siteName: 'Our district', version: 'v1.0.0' })
  await db.update(config).set({ value: 'not a number' }).where(eq(config.name, 'uploadMaxsize'))
  expect(await readConfig(db, ['uploadMaxsize', 'siteName'])).toEqual({
    uploadMaxsize: 10_485_760,
    siteName: 'Our district',
  })
})

test('roles add up; without any role nobody sees a scoped row', () => {
  const account = {
    id: 1,
    side: 'admin',
    username: 'officer',
    nodes: new Set<string>(),
    chosen: [],
    epoch: '',
    familyId: 1,
    unseen: false,
  } as const
  const person = { ...account, super: false, orgId: 3, orgPath: '/1/3/' }
  expect(scope({ ...person, scopes: new Set(['all', 'org']) }, 'organizations')).toBeUndefined()
  expect(scope({ ...person, super: true, scopes: new Set() }, 'organizations')).toBeUndefined()
  expect(scope({ ...person, scopes: new Set() }, 'unscoped')).toBeUndefined()
  expect(scope({ ...person, scopes: new Set() }, 'organizations')).toBeDefined()
  expect(scope({ ...person, orgId: null, orgPath: null, scopes: new Set(['orgBelow']) }, 'organizations')).toBeDefined()
})

test('rows of a log, which nobody has made, are seen by their organization alone', async () => {
  const { db } = await startApi()
  const log = pgTable('log', { id: integer(), orgId: integer() })
  const actor = { ...superActor, super: false, orgId: 3, orgPath: '/1/3/' }
  const rule = { organization: log.orgId }
  const both = scope({ ...actor, scopes: new Set(['own', 'org']) }, rule)
  const own = scope({ ...actor, scopes: new Set(['own']) }, rule)
  expect(db.select().from(log).where(both).toSQL().sql).toMatch(/"org_id" in \(select/)
  expect(db.select().from(log).where(own).toSQL().sql).toMatch(/where false/)
})
