import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { organization } from '#src/db/organization.table.server.ts'
import { addOrganizations, startApi } from '../support/api.ts'
import { addOfficer } from '../support/officer.ts'

const valid = { code: 'X1', name: 'A school', type: 'school' }

test('organizations are edited and moved by version, never in a circle, with the paths below them', async () => {
  const made = await startApi()
  // An added organization is in the list, at the end of its siblings.
  {
    const { signIn } = made
    const call = await signIn()
    const ids = await addOrganizations(call)
    expect(await call('POST', '/adminApi/organization/add', { ...valid, pid: ids.B })).toMatchObject({
      code: 200,
      msg: 'Added',
    })
    const { data } = await call('GET', '/adminApi/organization/index?tree=1')
    const list = (data as { list: { code: string; childCount: number }[] }).list
    expect(list.map((row) => [row.code, row.childCount])).toEqual([
      ['B', 3],
      ['D1', 1],
      ['D2', 1],
      ['X1', 0],
    ])
  }
  // An edit changes only what it names and raises the version.
  {
    await made.db.execute(sql`delete from organization`)
    const { signIn } = made
    const call = await signIn()
    const { B } = await addOrganizations(call)
    expect(await call('POST', '/adminApi/organization/edit', { id: B, version: 1, contact: 'Li' })).toMatchObject({
      code: 200,
      data: { id: B, version: 2 },
    })
    const { data } = await call('GET', `/adminApi/organization/edit?id=${B}`)
    expect(data).toMatchObject({ row: { code: 'B', contact: 'Li', version: 2 } })
  }
  // A stale version is answered with what is stored now, and nothing is written.
  {
    await made.db.execute(sql`delete from organization`)
    const { signIn } = made
    const call = await signIn()
    const { B } = await addOrganizations(call)
    await call('POST', '/adminApi/organization/edit', { id: B, version: 1, name: 'Theirs' })
    const mine = await call('POST', '/adminApi/organization/edit', { id: B, version: 1, name: 'Mine' })
    expect(mine).toMatchObject({
      status: 409,
      msg: 'Someone else has changed this record in the meantime',
      data: { reason: 'stale', current: { name: 'Theirs', version: 2 } },
    })
    const read = await call('GET', `/adminApi/organization/edit?id=${B}`)
    expect(read.data).toMatchObject({ row: { name: 'Theirs', version: 2 } })
    expect(await call('POST', '/adminApi/organization/edit', { id: B, name: 'Unconditional' })).toMatchObject({
      code: 200,
    })
  }
  // Of two edits of one version at the same moment exactly one wins.
  {
    await made.db.execute(sql`delete from organization`)
    const { signIn } = made
    const call = await signIn()
    const { B } = await addOrganizations(call)
    const edits = [1, 2, 3, 4].map((n) =>
      call('POST', '/adminApi/organization/edit', { id: B, version: 1, name: `Writer ${n}` }),
    )
    const codes = (await Promise.all(edits)).map((answer) => answer.code).sort()
    expect(codes).toEqual([200, 409, 409, 409])
  }
  // A row is never moved under itself or its own descendants.
  {
    await made.db.execute(sql`delete from organization`)
    const { signIn } = made
    const call = await signIn()
    const { B, D1, S1 } = await addOrganizations(call)
    for (const pid of [B, D1, S1]) {
      expect(await call('POST', '/adminApi/organization/edit', { id: B, pid })).toMatchObject({
        code: 422,
        data: { errors: { pid: ['It cannot be moved under itself or anything below it'] } },
      })
    }
  }
  // Two moves that would close a circle together: one of them is refused.
  {
    await made.db.execute(sql`delete from organization`)
    const { signIn, db } = made
    const call = await signIn()
    const { D1, D2 } = await addOrganizations(call)
    // Both have read their rows before one of them may move.
    const { moved } = await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtext('tree:organization'))`)
      const moves = [
        call('POST', '/adminApi/organization/edit', { id: D1, pid: D2 }),
        call('POST', '/adminApi/organization/edit', { id: D2, pid: D1 }),
      ]
      const waiting = sql`select count(*)::int as count from pg_locks join pg_database d on d.oid = database
        where locktype = 'advisory' and not granted and datname = current_database()`
      await expect.poll(async () => (await db.execute(waiting)).rows).toEqual([{ count: 2 }])
      return { moved: Promise.all(moves) }
    })
    const answers = await moved
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, 422])
    const { rows } = await db.execute(sql`select count(*) as lost from organization where path not like '/%'`)
    expect(rows).toEqual([{ lost: 0 }])
  }
  // Moving a row moves the paths of everything below it, without touching their versions.
  {
    await made.db.execute(sql`delete from organization`)
    const { signIn, db } = made
    const call = await signIn()
    const { B, D1, D2, S1 } = await addOrganizations(call)
    expect(await call('POST', '/adminApi/organization/edit', { id: D1, pid: D2 })).toMatchObject({ code: 200 })
    const { rows } = await db.execute(sql`select path, version from organization where id = ${S1}`)
    expect(rows).toEqual([{ path: `/${B}/${D2}/${D1}/${S1}/`, version: 1 }])
  }
})

const refused: [why: string, change: object, field: string, sentence: string][] = [
  ['a missing code', { code: undefined }, 'code', 'Required'],
  ['an empty name', { name: '' }, 'name', 'Required'],
  ['a name of spaces', { name: ' ' }, 'name', 'The content cannot be empty'],
  ['a code with a space', { code: 'a b' }, 'code', 'Only letters, digits, dots, dashes and underscores'],
  ['a name of 101 characters', { name: '长'.repeat(101) }, 'name', 'At most 100 characters'],
  ['an unknown type', { type: 'planet' }, 'type', 'Please choose from the list'],
  ['a wrong phone number', { phone: '12' }, 'phone', 'Please enter the correct phone number'],
  [
    'a level that does not exist',
    { levelIds: [999] },
    'levelIds',
    'The selected item does not exist or is not available to you',
  ],
  ['an area that does not exist', { areaCode: '999999' }, 'areaCode', 'Please choose from the list'],
  ['a parent that does not exist', { pid: 999 }, 'pid', 'The parent does not exist or is not available to you'],
  ['a field that does not exist', { colour: 'red' }, 'colour', 'Unknown field: colour'],
]

test('an organization is added by either form, or refused at its field', async () => {
  const made = await startApi()
  // Adding is refused at the field, and writes nothing.
  {
    const { signIn, db } = made
    const call = await signIn()
    for (const [why, change, field, sentence] of refused) {
      const answer = await call('POST', '/adminApi/organization/add', { ...valid, ...change })
      expect(answer, why).toMatchObject({ status: 422, code: 422, data: { errors: { [field]: [sentence] } } })
    }
    expect(await db.select().from(organization)).toEqual([])
  }
  // The page-style form lists, adds, updates, and deletes only the first id.
  {
    const { signIn, db } = made
    const call = await signIn()
    const added = await call('POST', '/adminApi/organization/page', valid)
    expect(added).toMatchObject({ code: 200, msg: 'Added' })
    const { id } = added.data as { id: number }
    expect(await call('POST', '/adminApi/organization/page', { id, version: 1, name: 'Renamed' })).toMatchObject({
      code: 200,
      msg: 'Saved',
    })
    expect(await call('GET', '/adminApi/organization/page?page=1&limit=10')).toMatchObject({
      data: { total: 1, list: [{ name: 'Renamed' }] },
    })
    expect(await call('DELETE', `/adminApi/organization/page/${id}`)).toMatchObject({ code: 200 })
    expect(await db.select().from(organization)).toEqual([])
  }
  // A code that is taken is refused at its field, in the language of the request.
  {
    const { signIn } = made
    const call = await signIn()
    await call('POST', '/adminApi/organization/add', valid)
    expect(await call('POST', '/adminApi/organization/add', { ...valid, name: 'Other' })).toMatchObject({
      code: 409,
      data: { reason: 'duplicate', errors: { code: ['This Code already exists'] } },
    })
  }
})

test('organizations are sorted, each with a place of its own, and deleted only when nothing is below and nobody in them', async () => {
  const made = await startApi()
  // Sorting puts a row before a target above it, after a target below it, and writes one row.
  {
    const { signIn, db } = made
    const call = await signIn()
    const { B, D1, D2 } = await addOrganizations(call)
    const added = await call('POST', '/adminApi/organization/add', { ...valid, pid: B })
    const X1 = (added.data as { id: number }).id
    const order = async () => {
      const { data } = await call('GET', '/adminApi/organization/index?tree=1')
      return (data as { list: { id: number; pid: number | null }[] }).list
        .filter((row) => row.pid === B)
        .map((row) => row.id)
    }
    expect(await call('POST', '/adminApi/organization/sortable', { id: X1, targetId: D1 })).toMatchObject({
      code: 200,
      msg: 'Order updated',
    })
    expect(await order()).toEqual([X1, D1, D2])
    expect(await call('POST', '/adminApi/organization/sortable', { id: X1, targetId: D2 })).toMatchObject({ code: 200 })
    expect(await order()).toEqual([D1, D2, X1])
    const { rows } = await db.execute(sql`select row_id from change
      where operation = 'update' and table_name = 'organization'`)
    expect(rows).toEqual([{ row_id: X1 }, { row_id: X1 }])
  }
  // Sorting across parents is refused.
  {
    await made.db.execute(sql`delete from organization`)
    const { signIn } = made
    const call = await signIn()
    const { S1, S2 } = await addOrganizations(call)
    expect(await call('POST', '/adminApi/organization/sortable', { id: S1, targetId: S2 })).toMatchObject({
      code: 422,
      msg: 'Records can only be sorted under the same parent',
    })
  }
  // Twenty rows added at once under one parent all get a place of their own.
  {
    await made.db.execute(sql`delete from organization`)
    const { signIn, db } = made
    const call = await signIn()
    const { B } = await addOrganizations(call)
    const adds = Array.from({ length: 20 }, (_, n) =>
      call('POST', '/adminApi/organization/add', { ...valid, code: `P${n}`, pid: B }),
    )
    expect((await Promise.all(adds)).map((answer) => answer.code)).toEqual(Array(20).fill(200))
    const { rows } = await db.execute(sql`select count(distinct sort_key) as places from organization where pid = ${B}`)
    expect(rows).toEqual([{ places: 22 }])
  }
  // Ten rows moved to one place at the same moment all get a place of their own.
  {
    await made.db.execute(sql`delete from organization`)
    const { signIn, db } = made
    const call = await signIn()
    const { B, D1 } = await addOrganizations(call)
    const ids: number[] = []
    for (let n = 0; n < 10; n += 1) {
      const added = await call('POST', '/adminApi/organization/add', { ...valid, code: `P${n}`, pid: B })
      ids.push((added.data as { id: number }).id)
    }
    const moves = ids.map((id) => call('POST', '/adminApi/organization/sortable', { id, targetId: D1 }))
    expect((await Promise.all(moves)).map((answer) => answer.code)).toEqual(Array(10).fill(200))
    const { rows } = await db.execute(sql`select count(distinct sort_key) as places from organization where pid = ${B}`)
    expect(rows).toEqual([{ places: 12 }])
  }
  // A row with children is not deleted, and says how many there are.
  {
    await made.db.execute(sql`delete from organization`)
    const { signIn, db } = made
    const call = await signIn()
    const { B, D1, S1 } = await addOrganizations(call)
    expect(await call('DELETE', `/adminApi/organization/del?ids[]=${B}`)).toMatchObject({
      code: 409,
      msg: 'Name B still has 2 records below it. Move or delete them first.',
      data: { reason: 'referenced' },
    })
    expect(await call('DELETE', `/adminApi/organization/del?ids[]=${D1}&ids[]=${S1}`)).toMatchObject({
      code: 200,
      msg: '2 deleted',
      data: { count: 2 },
    })
    expect(await db.select().from(organization)).toHaveLength(3)
  }
  // A bulk delete with a row that is not there deletes nothing.
  {
    await made.db.execute(sql`delete from organization`)
    const { signIn, db } = made
    const call = await signIn()
    const { S1 } = await addOrganizations(call)
    expect(await call('DELETE', `/adminApi/organization/del?ids[]=${S1}&ids[]=999`)).toMatchObject({ code: 404 })
    expect(await db.select().from(organization)).toHaveLength(5)
  }
  // An organization that accounts belong to is not deleted, and says where it is used.
  {
    await made.db.execute(sql`delete from organization`)
    const { signIn, db } = made
    const call = await signIn()
    const { S1 } = await addOrganizations(call)
    await addOfficer({ db }, { username: 'officer', nodes: [], scope: 'org', deptId: S1 })
    expect(await call('DELETE', `/adminApi/organization/del?ids[]=${S1}`)).toMatchObject({
      code: 409,
      msg: '“Name S1” is in use and cannot be deleted: back-office accounts (1: officer). Remove it there first.',
      data: {
        reason: 'referenced',
        uses: [{ id: S1, name: 'Name S1', where: 'Back-office accounts', count: 1, names: ['officer'] }],
      },
    })
  }
})
