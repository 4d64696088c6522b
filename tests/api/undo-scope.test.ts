import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addOrganizations, startApi } from '../support/api.ts'
import { importer } from '../support/imports.ts'
import { addOfficer } from '../support/officer.ts'
import { passwords } from '../support/passwords.ts'

type Written = { id: number; changeSetId: number }

const at = '/adminApi/organization'

/** A bureau with two districts, and an officer who sees only the first one. */
async function districts() {
  const made = await startApi()
  const admin = await made.signIn()
  const ids = await addOrganizations(admin)
  const nodes = ['index', 'add', 'edit', 'del'].map((action) => `baseInfo/organization/${action}`)
  const officerId = await addOfficer(made, {
    username: 'officer',
    nodes: nodes as Parameters<typeof addOfficer>[1]['nodes'],
    scope: 'orgBelow',
    deptId: ids.D1,
  })
  const officer = await made.signIn('admin', 'officer', passwords.admin)
  const write = async (call: typeof admin, method: string, path: string, body?: unknown) =>
    (await call(method, `${at}/${path}`, body)).data as Written
  const undo = (call: typeof admin, { changeSetId }: Pick<Written, 'changeSetId'>, partial = false) =>
    call('POST', '/adminApi/history/undo', { changeSetId, partial })
  const pathOf = async (id: number) =>
    (await made.db.execute<{ path: string }>(sql`select path from organization where id = ${id}`)).rows[0]?.path
  return { ...made, admin, officer, officerId, ids, write, undo, pathOf }
}

test('an undo moves no row into another district, leaves rows out of scope, and a history names nothing of another district', async () => {
  const made = await districts()
  // An undo of many rows leaves those out of scope, and takes the others back.
  {
    const { admin, officer, ids, write, undo } = made
    const edited = await write(admin, 'POST', 'bulkEdit', { ids: [ids.S1, ids.S2], values: { contact: 'Wang' } })
    expect(await undo(officer, edited)).toMatchObject({ status: 409, data: { count: 1 } })
    expect(await undo(officer, edited, true)).toMatchObject({ status: 200, data: { changed: 1, left: 1 } })
    // The other row is still to be taken back.
    expect(await undo(admin, edited)).toMatchObject({ status: 200, data: { changed: 1, left: 0 } })
  }
  // An undo moves no row into another district.
  {
    const { admin, officer, ids, write, undo, pathOf } = made
    const moved = await write(admin, 'POST', 'edit', { id: ids.S2, pid: ids.D1 })
    const before = await pathOf(ids.S2)
    expect(await undo(officer, moved)).toMatchObject({
      status: 409,
      msg: 'This cannot be undone. Name S2: Outside your data scope',
      data: { rows: [{ id: ids.S2, reason: 'scope' }] },
    })
    expect(await pathOf(ids.S2)).toBe(before)
    // Other rows of the same change set go back with `partial`.
    const both = await write(admin, 'POST', 'bulkEdit', { ids: [ids.S1, ids.S2], values: { contact: 'Wang' } })
    expect(await undo(officer, both)).toMatchObject({ status: 200, data: { changed: 2 } })
    expect(await undo(admin, moved)).toMatchObject({ status: 200 })
    expect(await pathOf(ids.S2)).toContain(`/${ids.D2}/`)
  }
  // A deleted row is judged by where its parent is now.
  {
    const { admin, officer, ids, write, undo, db } = made
    const zone = await write(admin, 'POST', 'add', { code: 'Z', name: 'Z', type: 'school', pid: ids.D1 })
    const child = await write(officer, 'POST', 'add', { code: 'ZC', name: 'ZC', type: 'class', pid: zone.id })
    const deleted = await write(officer, 'DELETE', `del?ids[]=${child.id}`)
    await write(admin, 'POST', 'edit', { id: zone.id, pid: ids.D2 })
    expect(await undo(officer, deleted)).toMatchObject({ status: 404 })
    expect(await officer('GET', `${at}/history?id=${child.id}`)).toMatchObject({ status: 404 })
    const { rows } = await db.execute<{ id: number }>(
      sql`select max(id) as id from change where table_name = 'organization' and row_id = ${child.id}`,
    )
    expect(await officer('POST', `${at}/restore`, { id: child.id, changeId: rows[0]?.id })).toMatchObject({
      status: 404,
    })
    const deletedOf = async (call: typeof admin) =>
      ((await call('GET', `${at}/deleted`)).data as { list: { title: string }[] }).list.map(({ title }) => title)
    expect([await deletedOf(officer), await deletedOf(admin)]).toEqual([[], ['ZC']])
    // A parent that is deleted too is judged by its own parent.
    await write(admin, 'POST', 'edit', { id: zone.id, pid: ids.D1 })
    await write(admin, 'DELETE', `del?ids[]=${zone.id}`)
    expect(await deletedOf(officer)).toEqual(['Z', 'ZC'])
    expect(await undo(officer, deleted)).toMatchObject({
      status: 409,
      data: {
        rows: [{ title: 'ZC', reason: 'reference', msg: 'The parent does not exist or is not available to you' }],
      },
    })
  }
})

test('an import is not taken back into another district, names its user only to those who may know, and so does a history', async () => {
  const made = await districts()
  // A history names nothing of another district, before or after.
  {
    const { admin, officer, ids, write } = made
    await write(admin, 'POST', 'edit', { id: ids.S2, pid: ids.D1 })
    const read = async (call: typeof admin) => {
      const { data } = await call('GET', `${at}/history?id=${ids.S2}`)
      const { list, labels } = data as {
        list: { fields: { field: string; before: unknown; after: unknown; hidden: string[] }[] }[]
        labels: Record<string, Record<string, string>>
      }
      return { pids: list.map(({ fields }) => fields.find(({ field }) => field === 'pid')), labels: labels.pid ?? {} }
    }
    expect(await read(admin)).toMatchObject({
      pids: [
        { before: ids.D2, after: ids.D1, hidden: [] },
        { before: null, after: ids.D2, hidden: [] },
      ],
      labels: { [ids.D1]: 'Name D1', [ids.D2]: 'Name D2' },
    })
    const seen = await read(officer)
    expect(seen).toMatchObject({
      pids: [
        { before: null, after: ids.D1, hidden: ['before'] },
        { before: null, after: null, hidden: ['after'] },
      ],
      labels: { [ids.D1]: 'Name D1' },
    })
    expect(JSON.stringify(seen)).not.toContain('D2')
  }
  // An import is not taken back into another district.
  {
    const { admin, officer, ids, write, pathOf } = made
    await made.jobs.start()
    await write(admin, 'POST', 'edit', { id: ids.S1, contact: 'x' })
    const { bring, begin } = importer(made, officer)
    const { view, job } = await bring('机构代码,机构名称,机构类型,上级机构\nS1,Name S1,学校,D1\nN1,New,学校,D1\n')
    expect(job).toMatchObject({ state: 'done' })
    const added = await made.db.execute<{ id: number }>(sql`select id from organization where code = 'N1'`)
    await write(admin, 'POST', 'edit', { id: Number(added.rows[0]?.id), pid: ids.D2 })
    const path = await pathOf(Number(added.rows[0]?.id))
    expect(await begin('importUndo', { id: view.id })).toMatchObject({ state: 'failed' })
    expect(await pathOf(Number(added.rows[0]?.id))).toBe(path)
  }
  // An earlier import of the same file names its user only to those who may know.
  {
    await made.jobs.start()
    const { admin, officer, ids } = made
    await addOfficer(made, {
      username: 'elsewhere',
      nodes: ['baseInfo/organization/index', 'baseInfo/organization/add', 'baseInfo/organization/edit'],
      scope: 'orgBelow',
      deptId: ids.D2,
    })
    const elsewhere = await made.signIn('admin', 'elsewhere', passwords.admin)
    const file = '机构代码,机构名称,机构类型,上级机构\nN2,New,学校,D1\n'
    await importer(made, officer).bring(file)
    const earlier = async (call: typeof admin) => (await importer(made, call).send(file)).data.earlier
    expect(await earlier(admin)).toMatchObject({ by: 'officer', undone: false })
    expect(await earlier(officer)).toMatchObject({ by: 'officer' })
    expect(await earlier(elsewhere)).toMatchObject({ by: null, undone: false })
  }
})
