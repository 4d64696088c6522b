import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { ListAnswer } from '#src/server/list/list.server.ts'
import { startShelf } from '../support/shelf.ts'

/** Makes 97 rows with many equal and many empty values. */
async function filled() {
  const shelf = await startShelf()
  await shelf.db.execute(sql`insert into shelf (title, rating, bought, read_time)
    select 'Book ' || n % 7, case when n % 5 = 0 then null else n % 3 end,
      case when n % 4 = 0 then null else date '2026-01-01' + n % 6 end,
      case when n % 11 = 0 then null else timestamptz '2026-01-01 00:00:00.000001+00' + make_interval(secs => (n % 9) * 0.000001) end
    from generate_series(1, 97) n`)
  const list = async (query: string) => {
    const answer = await shelf.call('GET', `/adminApi/shelf/index?${query}`)
    if (answer.code !== 200) throw new Error(`${query}: ${answer.msg}`)
    return answer.data as ListAnswer
  }
  return { ...shelf, list }
}

const orders = [
  'order=title,asc',
  'order=title,desc',
  'order=rating,asc',
  'order=rating,desc&order=bought,asc',
  'order=rating,asc&order=bought,desc&order=title,asc',
  'order=readTime,desc&order=title,asc',
  'order=readTime,asc',
  'order=title,asc&order=id,desc',
  '',
]

test('a list is walked by cursor, every row once, whatever the order and wherever empty values stand', async () => {
  const made = await filled()
  // Walking by cursor, forwards and backwards, shows every row once, as the numbered pages do.
  {
    const { list } = made
    for (const order of orders) {
      const whole = (await list(`limit=200&${order}`)).list.map((row) => row.id)
      const forwards: number[] = []
      for (let cursor: string | null = 'first'; cursor !== null; ) {
        const page: ListAnswer = await list(`limit=25&cursor=${cursor}&${order}`)
        forwards.push(...page.list.map((row) => row.id))
        cursor = page.cursors?.next ?? null
      }
      expect(forwards, order).toEqual(whole)
      const backwards: number[] = []
      for (let cursor: string | null = 'last'; cursor !== null; ) {
        const page: ListAnswer = await list(`limit=25&cursor=${cursor}&${order}`)
        backwards.unshift(...page.list.map((row) => row.id))
        cursor = page.cursors?.previous ?? null
      }
      expect(backwards, order).toEqual(whole)
    }
  }
  // From a numbered page one goes on by cursor, and back to where one was.
  {
    const { list } = made
    const query = 'limit=10&order=rating,asc'
    const [second, third] = [await list(`${query}&page=2`), await list(`${query}&page=3`)]
    const next = await list(`${query}&cursor=${second.cursors?.next}`)
    expect(next.list).toEqual(third.list)
    expect((await list(`${query}&cursor=${next.cursors?.previous}`)).list).toEqual(second.list)
    expect((await list(`${query}&page=1`)).cursors?.previous).toBeNull()
    expect((await list(`${query}&page=10`)).cursors?.next).toBeNull()
  }
  // Rows are passed over behind a cursor, whatever the order and wherever empty values stand.
  {
    const { list } = made
    for (const order of orders) {
      const all = (await list(`limit=200&${order}`)).list.map(({ id }) => id)
      const second = await list(`limit=9&page=2&${order}`)
      for (const skip of [1, 9, 30]) {
        const ahead = await list(`limit=9&skip=${skip}&cursor=${second.cursors?.next}&${order}`)
        expect(
          ahead.list.map(({ id }) => id),
          `${order} skip ${skip}`,
        ).toEqual(all.slice(18 + skip, 27 + skip))
      }
      const back = await list(`limit=5&skip=3&cursor=last&${order}`)
      expect(
        back.list.map(({ id }) => id),
        order,
      ).toEqual(all.slice(-8, -3))
    }
  }
  // A cursor keeps to the search and the scope of its call, and its total.
  {
    const { list } = made
    const query = 'limit=5&order=title,asc&quickSearch=3'
    const first = await list(query)
    const next = await list(`${query}&cursor=${first.cursors?.next}`)
    expect(next.total).toBe(first.total)
    expect(next.list.every((row) => String(row.title).includes('3'))).toBe(true)
  }
  // A cursor is refused with 400.
  {
    const { call, list } = made
    const title = (await list('limit=5&order=title,asc')).cursors?.next ?? ''
    for (const [why, query] of refused) {
      const answer = await call('GET', `/adminApi/shelf/index?${query.replace('{title}', title)}`)
      expect(answer, why).toMatchObject({
        code: 400,
        msg: 'This position in the list is no longer valid. Start from the first page.',
      })
    }
  }
  // An order by a combination is taken from its first field on, and no other way.
  {
    const { call } = made
    const status = async (order: string) => (await call('GET', `/adminApi/shelf/index?${order}`)).code
    expect(await status('order=rating,asc&order=bought,desc')).toBe(200)
    expect(await status('order=bought,asc')).toBe(400)
    expect(await status('order=title,asc&order=rating,asc')).toBe(400)
    expect(await status('order=title,asc&order=title,desc')).toBe(400)
  }
  // Rows that come and go between two pages move nothing else.
  {
    const { list, db } = made
    const first = await list('limit=10&order=title,asc')
    await db.execute(sql`delete from shelf where id = ${first.list.at(-1)?.id}`)
    await db.execute(sql`insert into shelf (title) values ('Book 0')`)
    const whole = (await list('limit=200&order=title,asc')).list.map((row) => row.id)
    const next = await list(`limit=10&order=title,asc&cursor=${first.cursors?.next}`)
    const at = whole.indexOf(next.list[0]?.id ?? 0)
    // The added row has the greatest id among equal titles, so it comes last among them. No row appears twice.
    expect(whole.slice(0, at)).toEqual(first.list.slice(0, -1).map((row) => row.id))
  }
})

const refused = [
  ['nonsense', 'cursor=nonsense'],
  ['one of another order', 'order=title,desc&cursor={title}'],
  ['one with more values', `order=title,asc&cursor=${encode(['title,asc;id,asc', 0, 'a', '1', '2'])}`],
  ['a value that is no number', `cursor=${encode(['id,asc', 0, '1 or true'])}`],
  [
    'a value that is no time',
    `order=readTime,asc&cursor=${encode(['readTime,asc;id,asc', 0, '2026-99-99 00:00:00+00', '1'])}`,
  ],
  ['nothing where something is always', `cursor=${encode(['id,asc', 0, null])}`],
  ['a NUL', `order=title,asc&cursor=${encode(['title,asc;id,asc', 0, 'a\0', '1'])}`],
  ['a list inside', `order=title,asc&cursor=${encode(['title,asc;id,asc', 0, ['a'], '1'])}`],
] as const

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
