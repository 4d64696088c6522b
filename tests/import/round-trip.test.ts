import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { resources } from '#src/features/resources.server.ts'
import { offersOf } from '#src/resource/offers.ts'
import { addOrganizations } from '../support/api.ts'
import { idOf } from '../support/base-info.ts'
import { description, fields, full, table } from '../support/exam-room.ts'
import { importer, startImports } from '../support/imports.ts'
import { send } from '../support/uploads.ts'

type Api = Awaited<ReturnType<typeof startImports>>

async function exported(api: Api, resource: string, format: string, language: string): Promise<Buffer> {
  const { list } = (await api.call('GET', `/adminApi/${resource}/index?limit=1`)).data as { list: object[] }
  expect(list.length, `${resource} has rows`).toBe(1)
  const headers = { authorization: `Bearer ${api.call.tokens.access_token}`, 'accept-language': language }
  const response = await api.api.request(`/adminApi/${resource}/export?format=${format}`, { headers })
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

/** What tells the rows of a resource apart that says nothing of it. */
const keys: Record<string, string[]> = { 'exam-room': ['name'], announcement: ['title'] }

/** Imports the own export of a resource. No row may change. */
async function expectUnchanged(api: Api, resource: string, format: 'xlsx' | 'csv', language: 'zh-cn' | 'en') {
  // A resource may have only some of the rows of its table.
  const { total } = (await api.call('GET', `/adminApi/${resource}/count`)).data as { total: number }
  const { job } = await importer(api, api.call, resource).bring(await exported(api, resource, format, language), {
    name: `own.${format}`,
    ...(keys[resource] ? { keys: keys[resource] } : {}),
  })
  expect(job, `${resource} ${format} ${language}`).toMatchObject({
    state: 'done',
    result: {
      counts: { new: 0, changed: 0, unchanged: total, skipped: 0, refused: 0 },
      changeSetId: null,
    },
  })
}

// An import can only add entries of a ledger, so its own export would add them again.
const importable = resources.filter(({ resource }) => {
  const offers = offersOf(resource.description)
  return offers.import && offers.edit
})

test('its own export changes nothing, whatever the resource', async () => {
  const api = await startImports()
  const { S1: orgId } = await addOrganizations(api.call)
  for (const [number, left] of [
    ['S1', { status: 'active' }],
    ['S2', { status: 'left', until: '2025-01-31' }],
  ] as const)
    await api.call('POST', '/adminApi/student/add', {
      number,
      name: 'Li Lei',
      gender: 1,
      yearId: 1,
      orgId,
      since: '2024-09-01',
      ...left,
    })
  await api.call('POST', '/adminApi/role/add', {
    name: 'Auditor',
    scope: 'org',
    pid: null,
    organizationIds: [],
    ruleIds: [1, 2, 3],
    note: 'Looks',
    status: 1,
  })
  const announcement = { title: 'Hall', content: 'Closed\non Friday', audience: 'staff', status: 'published' }
  await api.call('POST', '/adminApi/announcement/add', announcement)
  // Hidden fields of the first row hold something other than what an empty form has.
  await api.db.execute(sql`update exam_scheme set assign = 'none', assign_flat = 'middle', assign_zero = 'lowest'
    where id = (select min(id) from exam_scheme)`)
  // One of its keys is empty in all other rows.
  await api.db.execute(sql`insert into message_template (event, channel, language, part, subject, text)
    values ('module_reminder', 'mail', 'en', 'lending/due', 'Due', 'Soon'), ('module_reminder', 'mail', 'en', 'lending/late', 'Late', 'Over')`)
  await send(api, api.call, 'letter.txt', 'Dear all')
  await addTeaching(api, orgId)
  // Each resource has one format and one language: tests/import/exact-export.test.ts has all of them together.
  for (const [at, { resource }] of importable.entries())
    await expectUnchanged(api, resource.key, at % 2 === 0 ? 'xlsx' : 'csv', at % 4 < 2 ? 'zh-cn' : 'en')
})

/** A class of a school, a term, and a teacher of the class. */
async function addTeaching({ call, db }: Api, schoolId: number) {
  const add = async (key: string, values: object) => idOf(await call('POST', `/adminApi/${key}/add`, values))
  const orgId = await add('organization', { code: 'C1', name: 'Class 1', type: 'class', pid: schoolId, levelIds: [] })
  const days = { since: '2001-09-01', until: '2002-01-20' }
  const termId = await add('term', { schoolYear: 2001, number: 1, name: '', ...days, status: 1 })
  const { rows } = await db.execute<{ id: number }>(sql`select min(id) as id from subject`)
  await add('teaching', { accountId: 1, orgId, subjectId: rows[0]?.id, termId })
}

test('a changed export of exam schemes leaves the parts that the file does not hold', async () => {
  const api = await startImports()
  const parts = async () => {
    const { rows } = await api.db.execute<Record<string, unknown[]>>(
      sql`select subjects, combinations, assign_bands, bands, lines from exam_scheme order by id`,
    )
    return rows
  }
  const before = await parts()
  for (const part of ['subjects', 'combinations', 'assign_bands', 'bands', 'lines'])
    expect(
      before.some((row) => (row[part]?.length ?? 0) > 0),
      part,
    ).toBe(true)
  for (const format of ['xlsx', 'csv']) {
    const file = await exported(api, 'exam-scheme', format, 'en')
    // Every scheme has another note than the file, whose empty cells empty what they stand for.
    await api.db.execute(sql`update exam_scheme set note = note || ' (new)'`)
    const { job } = await importer(api, api.call, 'exam-scheme').bring(file, {
      name: `own.${format}`,
      keys: ['name'],
      blank: 'clear',
    })
    expect(job, format).toMatchObject({ result: { counts: { changed: before.length, new: 0, refused: 0 } } })
    expect(await parts(), format).toEqual(before)
  }
})

async function rooms() {
  const api = await startImports()
  for (const statement of table.split(';\n')) await api.db.execute(sql.raw(statement))
  await api.db.execute(sql`alter table res_exam_room alter column seats set not null, alter column kind set not null`)
  const ids = await addOrganizations(api.call)
  const hidden = fields.map((field) =>
    ['seats', 'kind', 'builtOn', 'plan', 'uses'].includes(field.name)
      ? { ...field, showWhen: { field: 'open', in: [1] } }
      : field,
  )
  await api.call('POST', '/adminApi/resource/add', {
    tableName: 'res_exam_room',
    scopeField: 'orgId',
    description: {
      ...description,
      fields: hidden,
    },
  })
  for (const change of [{}, { name: 'Room 2', open: 1, photos: [], facts: [] }])
    expect(await api.call('POST', '/adminApi/exam-room/add', { ...full, orgId: ids.S1, ...change })).toMatchObject({
      code: 200,
    })
  return { ...api, ids }
}

test('every type of field comes back as it went out, hidden or shown, in columns that must be filled', async () => {
  const api = await rooms()
  await expectUnchanged(api, 'exam-room', 'xlsx', 'zh-cn')
  await expectUnchanged(api, 'exam-room', 'csv', 'en')

  // A file that hides a field empties it as the form does. A column that must be filled keeps its value.
  const { bring } = importer(api, api.call, 'exam-room')
  const file = 'Name,Open,Seats,Kind,Built on,Plan\nRoom 2,no,7,B,2001-02-03,/q.pdf\n'
  const { job } = await bring(file, { keys: ['name'] })
  expect(job).toMatchObject({ title: 'Import rows.csv (Exam rooms)', result: { counts: { changed: 1 } } })
  const stored = await api.db.execute(
    sql`select open, seats, kind, built_on, plan from res_exam_room where name = 'Room 2'`,
  )
  expect(stored.rows).toEqual([{ open: false, seats: 30, kind: 'a', built_on: null, plan: '' }])
  expect((await bring(file, { keys: ['name'] })).job).toMatchObject({ result: { counts: { unchanged: 1 } } })

  // A new row gets the usual values for the fields that it hides.
  await api.db.execute(
    sql`alter table res_exam_room alter column seats set default 12, alter column kind set default 'b'`,
  )
  const added = await bring('Name,Open,Seats,Kind,Built on\nRoom 3,no,7,A,2001-02-03\n', { keys: ['name'] })
  expect(added.job).toMatchObject({ result: { counts: { new: 1 } } })
  const { rows } = await api.db.execute(sql`select seats, kind, built_on from res_exam_room where name = 'Room 3'`)
  expect(rows).toEqual([{ seats: 12, kind: 'b', built_on: null }])
})
