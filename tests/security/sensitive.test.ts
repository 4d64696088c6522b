import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type Caller, startApi } from '../support/api.ts'
import { addOfficer } from '../support/officer.ts'
import { passwords } from '../support/passwords.ts'

type Line = { id: number; title: string; field: string; beforeText: string; afterText: string; rolledBack: number }
type Id = { id: number }

const person = {
  phone: '13800138000',
  email: 'a@b.org',
  password: 'Hidden-kite-12',
  status: 1,
  roleIds: [],
  deptId: null,
  super: 0,
}

async function started() {
  const made = await startApi()
  const call = await made.signIn()
  const added = await call('POST', '/adminApi/user/add', { ...person, username: 'watched', name: 'Watched' })
  const { id } = added.data as Id
  const edit = async (values: object) => {
    const answer = await call('POST', '/adminApi/user/edit', { id, ...values })
    expect(answer).toMatchObject({ code: 200 })
  }
  const lines = async (by: Caller = call, query = '') =>
    ((await by('GET', `/adminApi/sensitive-data-log/index${query}`)).data as { list: Line[] }).list
  const said = async (by?: Caller) =>
    (await lines(by)).map((one) => [one.title, one.field, one.beforeText, one.afterText])
  const row = async () =>
    ((await call('GET', `/adminApi/user/edit?id=${id}`)).data as { row: Record<string, unknown> }).row
  const rollback = (line: number | undefined, more: object = {}, by: Caller = call) =>
    by('POST', '/adminApi/sensitive-data-log/rollback', { id: line, ...more })
  const lineOf = async (field: string) => (await lines()).find((one) => one.field === field)?.id
  return { ...made, call, id, edit, lines, said, row, rollback, lineOf }
}

test('each changed sensitive field is a line with its values, and a secret only says that it changed', async () => {
  const { call, edit, said, lines, id } = await started()
  await edit({ name: 'Not watched' })
  expect(await said()).toEqual([])
  await edit({ phone: '13900139000', status: 0, name: 'Other' })
  await edit({ password: 'Another-34' })
  await edit({ password: 'Another-35', email: 'c@d.org' })
  await call('POST', '/adminApi/user/resetPassword', { id })
  const all = await said()
  expect(all.filter(([, field]) => field !== 'password').sort()).toEqual([
    ['watched', 'email', 'a@b.org', 'c@d.org'],
    ['watched', 'phone', '13800138000', '13900139000'],
    ['watched', 'status', 'Enabled', 'Locked'],
  ])
  expect(all.filter(([, field]) => field === 'password').length).toBeGreaterThanOrEqual(2)
  expect(all.find(([, field]) => field === 'password')).toEqual(['watched', 'password', 'Not shown', 'Changed'])
  expect(JSON.stringify(await lines())).not.toContain('argon2')
  const info = await call(
    'GET',
    `/adminApi/sensitive-data-log/info?id=${(await lines()).find(({ field }) => field === 'phone')?.id}`,
  )
  expect(info.data).toMatchObject({
    line: { label: 'Phone', before: '13800138000' },
    save: [{ field: 'phone' }, { field: 'status' }],
  })
})

test('the permissions of a role are a line with the names of the rules', async () => {
  const { call, said, rollback, lineOf } = await started()
  const rules = (
    (await call('GET', '/adminApi/role/select?field=ruleIds&whole=1')).data as {
      list: { value: number; label: string }[]
    }
  ).list
  const [one, two] = rules.filter(({ label }) => label !== '')
  const values = { name: 'Watched role', scope: 'all', status: 1, organizationIds: [] }
  const { id } = (await call('POST', '/adminApi/role/add', { ...values, ruleIds: [one?.value] })).data as Id
  await call('POST', '/adminApi/role/edit', { id, ruleIds: [one?.value, two?.value] })
  const [line] = await said()
  expect(line?.slice(0, 2)).toEqual(['Watched role', 'ruleIds'])
  expect(line?.[2]).not.toContain(two?.label)
  expect(line?.[3]).toContain(two?.label)
  expect(await rollback(await lineOf('ruleIds'))).toMatchObject({ code: 200 })
  expect((await call('GET', `/adminApi/role/edit?id=${id}`)).data).toMatchObject({ row: { ruleIds: [one?.value] } })
})

test('one field goes back as an edit that is history itself, and the log says so', async () => {
  const { edit, row, rollback, lineOf, lines, db } = await started()
  await edit({ phone: '13900139000', email: 'c@d.org' })
  expect(await rollback(await lineOf('phone'))).toMatchObject({ code: 200, msg: '1 field rolled back' })
  expect(await row()).toMatchObject({ phone: '13800138000', email: 'c@d.org' })
  const old = (await lines()).filter(({ afterText }) => afterText === '13900139000' || afterText === 'c@d.org')
  expect(old.map(({ field, rolledBack }) => [field, rolledBack]).sort()).toEqual([
    ['email', 0],
    ['phone', 1],
  ])
  const sets = await db.execute(sql`select kind, undoes_id from change_set order by id desc limit 1`)
  expect(sets.rows).toEqual([{ kind: 'rollback', undoes_id: null }])
  expect(await rollback(old.find(({ field }) => field === 'phone')?.id)).toMatchObject({ code: 409 })
  // The rest of the save can still be undone as usual.
  expect(await rollback(old.find(({ field }) => field === 'email')?.id)).toMatchObject({ code: 200 })
  expect(await row()).toMatchObject({ email: 'a@b.org' })
})

test('everything that a save has changed goes back, also what no rule watches, and secrets stay', async () => {
  const { edit, row, rollback, lineOf, db, said } = await started()
  await edit({ phone: '13900139000', email: 'c@d.org', name: 'Other', nickname: 'Oh' })
  const line = await lineOf('phone')
  expect(await rollback(line, { save: true })).toMatchObject({ code: 200, data: { fields: 4, rows: 1 } })
  expect(await row()).toMatchObject({ phone: '13800138000', email: 'a@b.org', name: 'Watched', nickname: '' })
  const sets = await db.execute<{ kind: string; undoes: boolean }>(
    sql`select kind, undoes_id is not null as undoes from change_set order by id desc limit 1`,
  )
  expect(sets.rows).toEqual([{ kind: 'rollback', undoes: true }])
  expect((await said()).length).toBe(4)
  await edit({ password: 'Another-34' })
  expect(await rollback(await lineOf('password'))).toMatchObject({
    status: 422,
    msg: 'A secret cannot be rolled back: its earlier value is not kept.',
  })
})

test('a value that was changed since is shown first, and replaced only with the version that was seen', async () => {
  const { edit, row, rollback, lineOf } = await started()
  await edit({ phone: '13900139000' })
  const line = await lineOf('phone')
  await edit({ phone: '13700137000' })
  const asked = await rollback(line)
  expect(asked).toMatchObject({
    status: 409,
    msg: 'Some values were changed since. Look at the present values before you replace them.',
    data: {
      reason: 'changed',
      rows: [{ title: 'watched', fields: [{ field: 'phone', label: 'Phone', now: '13700137000' }] }],
    },
  })
  const [found] = (asked.data as { rows: { name: string; version: number }[] }).rows
  const versions = { [found?.name ?? '']: found?.version ?? 0 }
  await edit({ phone: '13600136000' })
  expect(await rollback(line, { versions })).toMatchObject({ status: 409 })
  expect(await row()).toMatchObject({ phone: '13600136000' })
  const again = (await rollback(line)).data as { rows: { name: string; version: number }[] }
  const seen = Object.fromEntries(again.rows.map(({ name, version }) => [name, version]))
  expect(await rollback(line, { versions: seen })).toMatchObject({ code: 200 })
  expect(await row()).toMatchObject({ phone: '13800138000' })
  // By now it is what it was before.
  expect(await rollback(line)).toMatchObject({ status: 409, msg: 'The values are already as they were before.' })
})

test('what is gone cannot go back, and rules watch only what there is', async () => {
  const { call, id, edit, rollback, lineOf } = await started()
  await edit({ phone: '13900139000' })
  const line = await lineOf('phone')
  expect(await rollback(1)).toMatchObject({
    status: 404,
    msg: 'This change does not exist, or you may not see it.',
  })
  await call('DELETE', `/adminApi/user/del?ids[]=${id}`)
  expect(await rollback(line)).toMatchObject({
    status: 404,
    msg: 'The record does not exist any more, or you may not see it.',
  })
  const rule = { name: 'Rule', resource: 'subject', fields: ['name', 'shoe', 'hat'], status: 1 }
  expect(await call('POST', '/adminApi/sensitive-data/add', rule)).toMatchObject({
    status: 422,
    data: { errors: { fields: ['The history of this resource has no fields shoe, hat'] } },
  })
  expect(await call('POST', '/adminApi/sensitive-data/add', { ...rule, resource: 'nothing' })).toMatchObject({
    status: 422,
    data: { errors: { resource: [expect.any(String)] } },
  })
})

test('a roll-back is refused like any other edit', async () => {
  const made = await started()
  const { call, edit, rollback, lineOf, lines } = made
  await edit({ username: 'renamed' })
  const renamed = await lineOf('username')
  await call('POST', '/adminApi/user/add', { ...person, username: 'watched', name: 'Took it' })
  expect(await rollback(renamed)).toMatchObject({ status: 409, data: { errors: { username: [expect.any(String)] } } })
  await edit({ phone: '13900139000' })
  const log = ['security/sensitiveDataLog/index', 'security/sensitiveDataLog/rollback'] as const
  await addOfficer(made, { username: 'reader', nodes: [...log, 'user-role/user/index'], scope: 'all' })
  await addOfficer(made, { username: 'nobody', nodes: [...log], scope: 'all' })
  const reader = await made.signIn('admin', 'reader', passwords.admin)
  const nobody = await made.signIn('admin', 'nobody', passwords.admin)
  expect(await lines(nobody)).toEqual([])
  // Whoever sees only a part of the number does not see its changes.
  expect((await lines(reader)).map(({ field }) => field)).toEqual(['username'])
  expect(await rollback(renamed, {}, reader)).toMatchObject({ status: 403 })
  expect(await rollback(await lineOf('phone'), {}, reader)).toMatchObject({ status: 404 })
})
