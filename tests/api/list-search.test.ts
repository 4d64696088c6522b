import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { ListAnswer } from '#src/server/list/list.server.ts'
import { addOrganizations } from '../support/api.ts'
import { startShelf } from '../support/shelf.ts'

async function startTitled() {
  const shelf = await startShelf()
  /** Replaces the rows by these titles. */
  const titled = async (...titles: string[]) => {
    await shelf.db.execute(sql`delete from shelf`)
    for (const title of titles) await shelf.db.execute(sql`insert into shelf (title) values (${title})`)
    return { ...shelf, find }
  }
  const find = async (words: string) => {
    const answer = await shelf.call('GET', `/adminApi/shelf/index?quickSearch=${encodeURIComponent(words)}`)
    return (answer.data as ListAnswer).list.map((row) => row.title)
  }
  return { titled, ...shelf }
}

test('texts are found by one, two and three signs, in either width, and by what stands in the row now', async () => {
  const made = await startTitled()
  // One, two and three signs are found, whatever the case, and only where they stand side by side.
  {
    const { find } = await made.titled('李明', '明李', '李小明', 'Ärger', '100%', 'a_b', '😀学校')
    expect(await find('李')).toEqual(['李明', '明李', '李小明'])
    expect(await find('李明')).toEqual(['李明'])
    expect(await find('李小明')).toEqual(['李小明'])
    expect(await find('明 小')).toEqual(['李小明'])
    expect(await find('ÄRG')).toEqual(['Ärger'])
    expect(await find('%')).toEqual(['100%'])
    expect(await find('_')).toEqual(['a_b'])
    expect(await find('😀学')).toEqual(['😀学校'])
    expect(await find('校学')).toEqual([])
  }
  // Full-width letters, digits and signs find the usual ones, and the other way round.
  {
    const { find } = await made.titled('WL12', 'ＷＬ班', '教育局（市）', 'a.b')
    expect(await find('ＷＬ１２')).toEqual(['WL12'])
    expect(await find('ｗｌ')).toEqual(['WL12', 'ＷＬ班'])
    expect(await find('wl')).toEqual(['WL12', 'ＷＬ班'])
    expect(await find('wl班')).toEqual(['ＷＬ班'])
    expect(await find('ＷＬ班')).toEqual(['ＷＬ班'])
    expect(await find('（市）')).toEqual(['教育局（市）'])
    expect(await find('(市)')).toEqual(['教育局（市）'])
    expect(await find('a.b')).toEqual(['a.b'])
    expect(await find('l.2')).toEqual([])
  }
  // A filter by part of a text takes either width as well.
  {
    const { call } = await made.titled('WL12', 'ＷＬ班', '50%')
    const find = async (operator: string, val: string) => {
      const filter = encodeURIComponent(JSON.stringify({ field: 'title', operator, val }))
      const answer = await call('GET', `/adminApi/shelf/index?filter=${filter}`)
      return (answer.data as ListAnswer).list.map((row) => row.title)
    }
    expect(await find('LIKE', 'wl')).toEqual(['WL12', 'ＷＬ班'])
    expect(await find('LIKE', 'ＷＬ１２')).toEqual(['WL12'])
    expect(await find('LIKE', '0％')).toEqual(['50%'])
    expect(await find('NOT LIKE', 'Ｗl')).toEqual(['50%'])
  }
  // What the search looks up follows the row, and is no part of its history or its version.
  {
    const { call, db, find } = await made.titled()
    const added = (await call('POST', '/adminApi/shelf/add', { title: '旧名' })).data as { id: number }
    await call('POST', '/adminApi/shelf/edit', { id: added.id, title: '新名' })
    expect(await find('旧')).toEqual([])
    expect(await find('新名')).toEqual(['新名'])
    await db.execute(sql`update shelf set title = title`)
    const { rows } =
      await db.execute(sql`select version, (select count(*) from change where before ? 'search_grams' or after ? 'search_grams')
      as recorded from shelf`)
    expect(rows).toEqual([{ version: 2, recorded: 0 }])
  }
  // Organizations are found by name, short name and code.
  {
    const { call } = made
    const { S1 } = await addOrganizations(call)
    await call('POST', '/adminApi/organization/edit', { id: S1, shortName: '南山实小' })
    const found = async (words: string) => {
      const answer = await call('GET', `/adminApi/organization/index?quickSearch=${encodeURIComponent(words)}`)
      return (answer.data as ListAnswer).list.map((row) => row.code)
    }
    expect(await found('实')).toEqual(['S1'])
    expect(await found('山实')).toEqual(['S1'])
    expect(await found('name S1')).toEqual(['S1'])
  }
})

test('a quick search of one or two signs among many rows goes by the index', async () => {
  const { db } = await (await startTitled()).titled()
  await db.execute(sql`insert into shelf (title) select '第' || n || '小学' from generate_series(1, 20000) n`)
  await db.execute(sql`insert into shelf (title) values ('鑫鑫'), ('犇羴')`)
  await db.execute(sql`analyze shelf`)
  for (const word of ['鑫', '犇羴']) {
    const { rows } = await db.execute<{ 'QUERY PLAN': string }>(sql`explain select 1 from shelf
      where search_grams @> search_word(${sql.raw(`'${word}'`)}) and title ilike ${sql.raw(`'%${word}%'`)}`)
    expect(rows.map((row) => row['QUERY PLAN']).join('\n'), word).toContain('search_grams')
    expect(rows.map((row) => row['QUERY PLAN']).join('\n'), word).toContain('Bitmap Index Scan')
  }
})

test('a total is exact where counting is cheap, else an estimate that says so, and exact when asked for', async () => {
  const { call, db } = await (await startTitled()).titled()
  await db.execute(sql`insert into shelf (title, lent) select 'Book ' || n, n <= 9000 from generate_series(1, 30000) n`)
  await db.execute(sql`analyze shelf`)
  const total = async (query: string) => {
    const { data } = await call('GET', `/adminApi/shelf/index?limit=1&${query}`)
    const { total, totalEstimated } = data as ListAnswer
    return { total, totalEstimated }
  }
  const few = encodeURIComponent(JSON.stringify({ field: 'lent', val: 1 }))
  expect(await total(`filter=${few}`)).toEqual({ total: 9000, totalEstimated: undefined })
  const all = await total('')
  expect(all.totalEstimated).toBe(true)
  expect(Math.abs((all.total ?? 0) - 30_000)).toBeLessThan(1_500)
  expect(await total('count=exact')).toEqual({ total: 30_000, totalEstimated: undefined })
  expect(await total('cursor=last')).toMatchObject({ totalEstimated: true })
  expect((await total('quickSearch=nothing')).total).toBe(0)
})
