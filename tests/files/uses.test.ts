import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { purgeFiles } from '#src/server/files/purge-files.server.ts'
import { addOrganizations, startApi, type TestApi } from '../support/api.ts'
import { description, full, table } from '../support/exam-room.ts'
import { importer } from '../support/imports.ts'
import { addOfficer } from '../support/officer.ts'
import { filesIn, picture, read, send } from '../support/uploads.ts'

const bytesOf = ({ files }: TestApi) => filesIn(files).filter((name) => name !== 'store-id')
const room = '/adminApi/exam-room'

/** Starts the API with a runtime resource that has pictures, a file and rich text. */
async function startRooms() {
  const made = await startApi()
  const admin = await made.signIn()
  await made.db.execute(sql.raw(table))
  const answer = await admin('POST', '/adminApi/resource/add', {
    tableName: 'res_exam_room',
    scopeField: 'orgId',
    description,
  })
  if (answer.code !== 200) throw new Error(JSON.stringify(answer))
  const add = async (name: string, values: object, call = admin) =>
    call('POST', `${room}/add`, { ...full, photos: [], plan: '', about: '', name, entryCode: 'secret1', ...values })
  return { ...made, admin, add }
}

const uses = async ({ db }: TestApi) =>
  (await db.execute<{ field: string }>(sql`select field from file_use order by 1`)).rows.map(({ field }) => field)

test('the database keeps where a file is used, by whom and in whose file, and a row names only files that its writer may use', async () => {
  const made = await startRooms()
  // The database keeps where a file is used, in each kind of field, and deleting it is refused with the places.
  {
    const { admin, add } = made
    const one = (await send(made, admin, 'a.png', await picture('png'))).data
    const two = (await send(made, admin, 'b.txt', 'text')).data
    const added = await add('Room 1', { photos: [one.url], plan: two.url, about: `<p><img src="${one.url}"> .</p>` })
    expect(added).toMatchObject({ code: 200 })
    const { id } = added.data as { id: number }
    expect(await uses(made)).toEqual(['about', 'photos', 'plan'])
    // Lists and details name the files as their senders did.
    const labels = { photos: { [one.url]: 'a.png' }, plan: { [two.url]: 'b.txt' } }
    expect((await admin('GET', `${room}/index`)).data).toMatchObject({ labels })
    expect((await admin('GET', `${room}/edit?id=${id}`)).data).toMatchObject({ labels })
    const listed = await admin('GET', `/adminApi/attachment/index?order=id,asc`)
    expect(listed.data).toMatchObject({ list: [{ uses: 2 }, { uses: 1 }] })
    const refused = await admin('DELETE', `/adminApi/attachment/del?ids[]=${one.file.id}`)
    expect(refused).toMatchObject({
      code: 409,
      data: {
        reason: 'referenced',
        uses: [{ count: 1, names: ['Room 1'], where: 'Exam rooms', resource: 'exam-room' }],
      },
    })
    expect(refused.msg).toContain('Room 1')
    const asked = await admin('GET', `/adminApi/attachment/uses?ids[]=${one.file.id}`)
    expect(asked.data).toMatchObject({ uses: [{ id: one.file.id, count: 1, rows: [{ id, name: 'Room 1' }] }] })
    await admin('POST', `${room}/edit`, { id, photos: [], about: '' })
    expect(await uses(made)).toEqual(['plan'])
    expect(await admin('DELETE', `/adminApi/attachment/del?ids[]=${one.file.id}`)).toMatchObject({ code: 200 })
    await admin('DELETE', `${room}/del?ids[]=${id}`)
    expect(await uses(made)).toEqual([])
    await made.db.execute(sql`update config set value = to_jsonb(${two.url}::text) where name = 'recordNumber'`)
    const fixed = await admin('DELETE', `/adminApi/attachment/del?ids[]=${two.file.id}`)
    expect(fixed).toMatchObject({
      code: 409,
      data: { uses: [{ where: 'Settings', menu: 'routine/config', names: ['Record number'] }] },
    })
  }
  // Of two people with the same file, a use belongs to the file of the one who wrote it; an import is checked, too.
  {
    const { admin, add } = made
    const nodes = ['routine/attachment/index', 'routine/attachment/del'] as const
    await addOfficer(made, { username: 'first', nodes: [...nodes], scope: 'own' })
    const first = await made.signIn('admin', 'first')
    const theirs = (await send(made, first, 'a.txt', 'same')).data
    const own = (await send(made, admin, 'a.txt', 'same')).data
    expect(own.url).toBe(theirs.url)
    await add('Room 5', { plan: own.url })
    const { rows } = await made.db.execute(sql`select attachment_id from file_use where field = 'plan'`)
    expect(rows).toEqual([{ attachment_id: own.file.id }])
    // Whoever has the same file learns nothing of it, and takes nothing away.
    const listed = await first('GET', '/adminApi/attachment/index')
    expect(listed.data).toMatchObject({ list: [{ id: theirs.file.id, uses: 0 }] })
    expect(await first('DELETE', `/adminApi/attachment/del?ids[]=${theirs.file.id}`)).toMatchObject({ code: 200 })
    expect(await (await read(made, admin, own.url)).text()).toBe('same')
    expect((await read(made, first, own.url)).status).toBe(404)
    await made.jobs.start()
    const { send: bring, check, rows: rowsOf } = importer(made, admin, 'exam-room')
    const sent = await bring(`Name,Plan\nRoom 6,${own.url}\nRoom 7,/storage/none.txt\n`)
    const plan = { sheet: 0, header: 1, mapping: ['name', 'plan'], keys: ['name'], mode: 'add' } as const
    await check(sent.data.id, { ...plan, mapping: ['name', 'plan'], keys: ['name'] })
    const wrong = await rowsOf(sent.data.id, 'refused')
    expect(JSON.stringify(wrong)).toContain('This file does not exist, or you are not allowed to use it.')
    expect(wrong.list).toHaveLength(1)
  }
  // A row cannot name a file that does not exist, nor somebody else's private one; what stands there may stay.
  {
    const { admin, add } = made
    const ids = await addOrganizations(admin)
    const nodes = ['index', 'add', 'edit'].map((verb) => `baseInfo/exam-room/${verb}`)
    // Seam: the nodes of a runtime resource are known only as text.
    await addOfficer(made, { username: 'clerk', nodes: nodes as never[], scope: 'org', deptId: ids.S1 })
    const clerk = await made.signIn('admin', 'clerk')
    const hidden = (await send(made, admin, 'a.txt', 'hidden')).data.url
    const own = (await send(made, clerk, 'a.txt', 'own')).data.url
    const wrong = {
      code: 422,
      data: { errors: { plan: ['This file does not exist, or you are not allowed to use it. Please upload it.'] } },
    }
    const orgId = ids.S1
    expect(await add('A', { plan: '/storage/none.txt', orgId }, clerk)).toMatchObject(wrong)
    expect(await add('A', { plan: hidden, orgId }, clerk)).toMatchObject(wrong)
    expect(await add('A', { about: `<img src="${hidden}">`, orgId }, clerk)).toMatchObject({ code: 422 })
    expect(await add('A', { plan: own, orgId }, clerk)).toMatchObject({ code: 200 })
    expect(await add('Elsewhere', { plan: hidden, orgId: ids.S2 })).toMatchObject({ code: 200 })
    expect((await read(made, clerk, hidden)).status).toBe(404)
    const seen = await add('Here', { plan: hidden, orgId })
    // Whoever may read the row may read its file, and use it.
    expect(await (await read(made, clerk, hidden)).text()).toBe('hidden')
    const { id } = seen.data as { id: number }
    expect(await clerk('POST', `${room}/edit`, { id, plan: hidden, name: 'Still here' })).toMatchObject({ code: 200 })
    expect((await read(made, await made.signIn('user'), hidden)).status).toBe(404)
  }
})

test('deletion can be undone while the bytes are there; what nothing uses goes after the time of grace', async () => {
  const made = await startRooms()
  const { admin, add, db, files } = made
  const used = (await send(made, admin, 'used.txt', 'used')).data
  const idle = (await send(made, admin, 'idle.txt', 'idle')).data
  const gone = (await send(made, admin, 'gone.txt', 'gone')).data
  await add('Room 1', { plan: used.url })
  const deleted = await admin('DELETE', `/adminApi/attachment/del?ids[]=${gone.file.id}`)
  expect((await read(made, admin, gone.url)).status).toBe(404)
  await purgeFiles(db, files)
  expect(bytesOf(made)).toHaveLength(3)
  const { changeSetId } = deleted.data as { changeSetId: number }
  expect(await admin('POST', '/adminApi/history/undo', { changeSetId })).toMatchObject({ code: 200 })
  expect(await (await read(made, admin, gone.url)).text()).toBe('gone')
  await admin('DELETE', `/adminApi/attachment/del?ids[]=${gone.file.id}`)
  await purgeFiles(db, files)
  const age = async (days: number) => {
    const past = sql`now() - make_interval(days => ${days})`
    await db.execute(sql`update file_idle set since = ${past}`)
    await db.execute(sql`update attachment set last_upload_time = ${past}`)
    await db.execute(sql`update file_blob set gone_time = ${past} where gone_time is not null`)
  }
  await age(29)
  await Promise.all([purgeFiles(db, files), purgeFiles(db, files)])
  expect(bytesOf(made)).toHaveLength(3)
  await age(31)
  await Promise.all([purgeFiles(db, files), purgeFiles(db, files)])
  expect(bytesOf(made)).toHaveLength(1)
  expect(await (await read(made, admin, used.url)).text()).toBe('used')
  expect((await read(made, admin, idle.url)).status).toBe(404)
  // Its bytes are gone, so it cannot come back.
  const last = await db.execute<{ id: number }>(sql`select max(change_set_id) as id from change
    where table_name = 'attachment' and operation = 'delete' and row_id = ${gone.file.id}`)
  const undone = await admin('POST', '/adminApi/history/undo', { changeSetId: Number(last.rows[0]?.id) })
  expect([409, 422]).toContain(undone.code)
  // The same content may be sent again.
  const again = await send(made, admin, 'gone.txt', 'gone')
  expect(await (await read(made, admin, again.data.url)).text()).toBe('gone')
})
