import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import { idOf, rowOf, rowsBy } from '../support/base-info.ts'
import { importer } from '../support/imports.ts'
import { dayAt } from '../support/teaching.ts'

async function terms() {
  const api = await startApi()
  const call = await api.signIn()
  const add = (values: object) =>
    call('POST', '/adminApi/term/add', {
      schoolYear: 2001,
      number: 1,
      name: '',
      since: '2001-09-01',
      until: '2002-01-20',
      status: 1,
      ...values,
    })
  const edit = (id: number, values: object) => call('POST', '/adminApi/term/edit', { id, ...values })
  return { ...api, call, add, edit }
}

test('a term without a name gets the usual one, in the language of whoever writes', async () => {
  const { api, call, add, edit } = await terms()
  const id = idOf(await add({}))
  expect(await rowOf(call, 'term', id)).toMatchObject({ name: '2001-2002 first term' })
  idOf(await add({ number: 3, since: '2002-07-01', until: '2002-07-20' }))
  idOf(await add({ schoolYear: 2002, name: 'Autumn', since: '2002-09-01', until: '2003-01-20' }))
  expect(Object.keys(await rowsBy(call, 'term', 'name')).toSorted()).toEqual([
    '2001-2002 first term',
    '2001-2002 summer term',
    'Autumn',
  ])
  await edit(id, { name: 'First' })
  await edit(id, { name: '', number: 2 })
  expect(await rowOf(call, 'term', id)).toMatchObject({ name: '2001-2002 second term' })
  const response = await api.request('/adminApi/term/edit', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${call.tokens.access_token}`,
      'accept-language': 'zh-cn',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ id, name: '' }),
  })
  expect(response.status).toBe(200)
  expect(await rowOf(call, 'term', id)).toMatchObject({ name: '2001-2002 学年第二学期' })
})

test('the last day is not before the first one, and terms have no day in common', async () => {
  const { add, edit } = await terms()
  expect(await add({ until: '2001-08-31' })).toMatchObject({
    code: 422,
    data: { errors: { until: [expect.any(String)] } },
  })
  const first = idOf(await add({}))
  const overlaps = { since: ['Overlaps with “2001-2002 first term” (2001-09-01 to 2002-01-20)'] }
  expect(await add({ number: 2, since: '2002-01-20', until: '2002-07-01' })).toMatchObject({
    code: 422,
    data: { errors: overlaps },
  })
  const second = idOf(await add({ number: 2, since: '2002-01-21', until: '2002-07-01' }))
  expect(await edit(second, { since: '2001-10-01' })).toMatchObject({ code: 422, data: { errors: overlaps } })
  expect((await edit(first, { until: '2002-01-19' })).code).toBe(200)
  expect((await edit(second, { since: '2002-01-20' })).code).toBe(200)
  expect(await add({ since: '2005-09-01', until: '2006-01-01' })).toMatchObject({ code: 409 })
})

test('somebody who adds the same days at the same time is held by the database', async () => {
  const { db, add } = await terms()
  let adding: ReturnType<typeof add> | undefined
  await db.transaction(async (tx) => {
    await tx.execute(sql`insert into term (name, school_year, number, since, until)
      values ('Other', 2001, 2, '2001-12-01', '2002-06-01')`)
    adding = add({})
    const waiting = async () => {
      const { rows } = await db.execute<{ count: number }>(sql`
        select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
      return rows[0]?.count
    }
    await expect.poll(waiting).toBe(1)
  })
  expect(await adding).toMatchObject({
    code: 409,
    msg: 'These days overlap with those of another record. Reload and try again',
  })
})

test('lines of a file overlap neither with stored terms nor with one another', async () => {
  const { add, ...api } = await terms()
  await api.jobs.start()
  idOf(await add({}))
  const { send, planOf, check, rows } = importer(api, api.call, 'term')
  const { data } = await send(
    [
      '学年,学期序号,名称,第一天,最后一天',
      '2002,第一学期,A,2002-09-01,2003-01-20',
      '2002,第二学期,B,2003-01-10,2003-07-01',
      '2003,第一学期,C,2003-09-01,2004-01-20',
      '2000,第二学期,D,2001-02-20,2001-09-03',
    ].join('\n'),
  )
  const { result } = await check(data.id, planOf(data))
  expect(result).toMatchObject({ counts: { new: 1, refused: 3 } })
  const { list } = await rows(data.id, 'refused')
  expect(list.map(({ errors }) => errors.map(({ text }) => text))).toEqual([
    ['Overlaps with “B” (2003-01-10 to 2003-07-01)'],
    ['Overlaps with “A” (2002-09-01 to 2003-01-20)'],
    ['Overlaps with “2001-2002 first term” (2001-09-01 to 2002-01-20)'],
  ])
})

test('the last term that has begun is the current one, also in the holidays', async () => {
  const { call, add, edit } = await terms()
  const past = idOf(await add({ since: dayAt(-200), until: dayAt(-120) }))
  const current = idOf(await add({ number: 2, since: dayAt(-100), until: dayAt(-20) }))
  const next = idOf(await add({ number: 3, since: dayAt(10), until: dayAt(30) }))
  const states = async () => Promise.all([past, current, next].map(async (id) => (await rowOf(call, 'term', id)).state))
  expect(await states()).toEqual(['past', 'current', 'upcoming'])
  const found = await call(
    'GET',
    `/adminApi/term/index?filter=${encodeURIComponent('{"field":"state","operator":"eq","val":"current"}')}`,
  )
  expect((found.data as { list: { id: number }[] }).list.map(({ id }) => id)).toEqual([current])
  await edit(next, { since: dayAt(-2) })
  expect(await states()).toEqual(['past', 'past', 'current'])
})

test('a disabled term is not offered', async () => {
  const { call, add } = await terms()
  idOf(await add({ name: 'On' }))
  idOf(await add({ name: 'Off', number: 2, since: '2002-02-01', until: '2002-07-01', status: 0 }))
  const { data } = await call('GET', '/adminApi/teaching/select?field=termId')
  expect(JSON.stringify(data)).toContain('On')
  expect(JSON.stringify(data)).not.toContain('Off')
})
