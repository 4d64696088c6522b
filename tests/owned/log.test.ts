import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { compile } from '#src/db/statement.server.ts'
import { sourceOf } from '#src/server/crud/source.server.ts'
import { visitResource, visits } from '../support/visits.ts'

type Listed = {
  list: Record<string, unknown>[]
  total: number
  cursors: { next: string | null; previous: string | null }
}

const at = '/adminApi/visit'
const filter = (field: string, operator: string, val: unknown) =>
  `filter=${encodeURIComponent(JSON.stringify({ field, operator, val }))}`

async function reading(count: number) {
  const { admin, db, api } = await visits(count)
  const list = async (query = '') => (await admin('GET', `${at}/index?${query}`)).data as Listed
  return { admin, db, api, list }
}

test('a log has only its own base columns, and fields of the row that it points to', async () => {
  const { list } = await reading(3)
  const { list: rows, total } = await list()
  expect(total).toBe(3)
  expect(rows[0]).toEqual({
    id: 3,
    createTime: expect.any(String),
    place: 'place 3',
    cents: 3,
    username: 'admin',
    nickname: expect.any(String),
    doubled: 6,
    shout: 'PLACE 3',
  })
})

test('computed fields and those of a relation are filtered, searched and summed', async () => {
  const { admin, list } = await reading(4)
  expect((await list(filter('doubled', 'egt', 6))).list.map(({ id }) => id)).toEqual([4, 3])
  expect((await list(filter('username', 'eq', 'admin'))).total).toBe(4)
  expect((await list(filter('username', 'NULL', ''))).total).toBe(0)
  expect((await list('quickSearch=admin')).total).toBe(4)
  const sums = await admin('GET', `${at}/sums?${filter('shout', 'LIKE', 'place')}`)
  expect(sums.data).toEqual({ sums: { cents: 10, doubled: 20 } })
})

test('a log is sorted by a computed field and by one of a relation, page by page', async () => {
  const { list } = await reading(25)
  for (const order of ['shout,asc', 'username,desc']) {
    const first = await list(`order=${order}&limit=10&cursor=first`)
    const second = await list(`order=${order}&limit=10&cursor=${first.cursors.next}`)
    const third = await list(`order=${order}&limit=10&cursor=${second.cursors.next}`)
    const ids = [first, second, third].flatMap((page) => page.list.map(({ id }) => id))
    expect(new Set(ids).size, order).toBe(25)
    expect(third.cursors.next).toBeNull()
  }
})

test('a field that the log does not have is unknown: the version, and who changed a row', async () => {
  const { admin } = await reading(1)
  for (const field of ['version', 'updateBy', 'updateTime', 'createBy']) {
    expect(await admin('GET', `${at}/index?${filter(field, 'NOT NULL', '')}`), field).toMatchObject({ code: 400 })
    expect(await admin('GET', `${at}/index?order=${field},asc`), field).toMatchObject({ code: 400 })
    expect(await admin('GET', `${at}/export?columns=${field}`), field).toMatchObject({ code: 400 })
  }
})

test('the export has what the list shows', async () => {
  const { admin, api } = await reading(2)
  const response = await api.request(`${at}/export?columns=id,place,username,doubled,shout`, {
    headers: { authorization: `Bearer ${admin.tokens.access_token}`, 'accept-language': 'en' },
  })
  expect((await response.text()).replace('\ufeff', '')).toBe(
    'ID,Place,User name,Doubled,Shout\n2,place 2,admin,4,PLACE 2\n1,place 1,admin,2,PLACE 1\n',
  )
})

test('whose rows an actor sees may be a function of the actor, in the list, the details and the export', async () => {
  const { admin, db, list, api } = await reading(2)
  const { rows } = await db.execute<{ id: number }>(sql`select id from visit where place = 'elsewhere'`)
  const other = Number(rows[0]?.id)
  expect((await list()).list.map(({ place }) => place)).not.toContain('elsewhere')
  expect(await admin('GET', `${at}/edit?id=${other}`)).toMatchObject({ code: 404 })
  expect(await admin('DELETE', `${at}/del?ids[]=${other}`)).toMatchObject({ code: 404 })
  const response = await api.request(`${at}/export?columns=place`, {
    headers: { authorization: `Bearer ${admin.tokens.access_token}` },
  })
  expect(await response.text()).not.toContain('elsewhere')
})

test('an index on its expression serves an order by a computed field, and unread fields cost no join', async () => {
  const { db } = await reading(1)
  const planOf = async (text: string) => {
    const { rows } = await db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`)
      await tx.execute(sql`set local enable_bitmapscan = off`)
      return tx.execute<{ 'QUERY PLAN': string }>(sql.raw(`explain ${text}`))
    })
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  const { from } = visitResource.listPlan
  const sorted = await planOf(`select id, shout from ${from} order by shout, id limit 10`)
  expect(sorted).toContain('visit_shout_idx')
  expect(sorted).not.toContain('Sort')
  expect(sorted).not.toContain('Join')
  expect(await planOf(`select count(*) from (select from ${from} limit 11) counted`)).not.toContain('Join')
})

test('a computed field may have no parameters and no name of a column', () => {
  const { table, computed = {} } = visitResource
  const { doubled } = computed
  if (!doubled) throw new Error('no computed field')
  expect(() => sourceOf(table, { doubled: { ...doubled, value: () => sql`${'x'}` } })).toThrow('parameters')
  expect(() => sourceOf(table, { cents: doubled })).toThrow('a column cents already')
  expect(compile(sourceOf(table, {}).source).text).toBe('"visit"')
})
