import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addOrganizations, startApi } from '../support/api.ts'
import { idOf, rowOf, rowsBy } from '../support/base-info.ts'
import { addOfficer } from '../support/officer.ts'
import { passwords } from '../support/passwords.ts'

test('what uses a row is told before it is deleted: where, how often, and by which rows', async () => {
  const { signIn, db } = await startApi()
  const call = await signIn()
  const subjects = await rowsBy(call, 'subject', 'code')
  const answer = await call('GET', `/adminApi/subject/uses?ids[]=${subjects.WL?.id}`)
  expect(answer).toMatchObject({ code: 200, data: { refused: [] } })
  const { uses } = answer.data as { uses: { where: string; menu: string | null; rows: { name: string }[] }[] }
  const scheme = uses.find(({ menu }) => menu === 'baseInfo/exam-scheme')
  expect(scheme).toMatchObject({ where: 'Exam schemes', resource: 'exam-scheme', name: '物理' })
  expect(scheme?.rows[0]).toEqual({ id: expect.any(Number), name: '高中 3+1+2（五等级赋分）' })
  const free = idOf(
    await call('POST', '/adminApi/subject/add', { code: 'X', name: 'X', type: 'school', fullMark: 1, levelIds: [] }),
  )
  expect(await call('GET', `/adminApi/subject/uses?ids[]=${free}`)).toMatchObject({ data: { uses: [], refused: [] } })
  expect(await call('GET', '/adminApi/subject/uses?ids[]=99999')).toMatchObject({ code: 404 })
  // A table that the product does not know.
  await db.execute(sql`create table marks_of_test (id bigint primary key, subject_id bigint references subject (id))`)
  await db.execute(sql`insert into marks_of_test values (1, ${free})`)
  expect(await call('GET', `/adminApi/subject/uses?ids[]=${free}`)).toMatchObject({
    data: { uses: [{ where: 'Other data', resource: null, count: 1, rows: [] }] },
  })
})

test('the rows below a row of a tree stand in its way, as far as they are not deleted with it', async () => {
  const { signIn } = await startApi()
  const call = await signIn()
  const { B, D1, D2, S1, S2 } = await addOrganizations(call)
  expect(await call('GET', `/adminApi/organization/uses?ids[]=${B}`)).toMatchObject({
    data: { uses: [{ id: B, name: 'Name B', where: 'Below it', menu: 'baseInfo/organization', count: 2 }] },
  })
  const all = [B, D1, D2, S1, S2].map((id) => `ids[]=${id}`).join('&')
  expect(await call('GET', `/adminApi/organization/uses?${all}`)).toMatchObject({ data: { uses: [] } })
  expect(await call('DELETE', `/adminApi/organization/del?ids[]=${B}`)).toMatchObject({
    code: 409,
    data: { reason: 'referenced', uses: [{ id: B, count: 2, rows: [{ id: D1 }, { id: D2 }] }] },
  })
})

test('only who may delete may ask, and only about rows in the own scope', async () => {
  const api = await startApi()
  const { D1, S1, S2 } = await addOrganizations(await api.signIn())
  const index = 'baseInfo/organization/index'
  await addOfficer(api, { username: 'reader', nodes: [index], scope: 'all' })
  const reader = await api.signIn('admin', 'reader', passwords.admin)
  expect(await reader('GET', `/adminApi/organization/uses?ids[]=${S1}`)).toMatchObject({ code: 403 })
  await addOfficer(api, {
    username: 'district',
    nodes: [index, 'baseInfo/organization/del'],
    scope: 'orgBelow',
    deptId: D1,
  })
  const district = await api.signIn('admin', 'district', passwords.admin)
  expect(await district('GET', `/adminApi/organization/uses?ids[]=${S1}`)).toMatchObject({ code: 200 })
  expect(await district('GET', `/adminApi/organization/uses?ids[]=${S2}`)).toMatchObject({ code: 404 })
})

test('the preview of a deletion names what goes, a branch of a tree by its top', async () => {
  const { signIn } = await startApi()
  const call = await signIn()
  const { B, D1, D2, S1, S2 } = await addOrganizations(call)
  const preview = (ids: number[]) => call('POST', '/adminApi/organization/bulkDel', { ids, preview: true })
  expect(await preview([B, D1, D2, S1, S2])).toMatchObject({
    data: { changed: 5, going: { list: [{ title: 'Name B', below: 4 }], more: 0 } },
  })
  expect(await preview([S1, S2])).toMatchObject({
    data: {
      going: {
        list: [
          { title: 'Name S1', below: 0 },
          { title: 'Name S2', below: 0 },
        ],
        more: 0,
      },
    },
  })
})

test('a row comes with the names of who made it and who changed it, and with what only one row may have', async () => {
  const api = await startApi()
  const admin = await api.signIn()
  const { S1 } = await addOrganizations(admin)
  await addOfficer(api, {
    username: 'officer',
    nodes: ['baseInfo/organization/index', 'baseInfo/organization/edit'],
    scope: 'all',
  })
  const officer = await api.signIn('admin', 'officer', passwords.admin)
  const { version } = await rowOf(admin, 'organization', S1)
  await officer('POST', '/adminApi/organization/edit', { id: S1, version, phone: '020-12345678' })
  expect(await admin('GET', `/adminApi/organization/edit?id=${S1}`)).toMatchObject({
    data: { people: { createBy: 'admin', updateBy: 'officer' }, unique: ['code'] },
  })
})
