import { sql } from 'drizzle-orm'
import { readXlsx } from 'hucre'
import { expect, onTestFinished, test } from 'vitest'
import { organization } from '#src/db/organization.table.server.ts'
import { addOrganizations, startApi } from '../support/api.ts'
import { importer } from '../support/imports.ts'
import { addOfficer } from '../support/officer.ts'

async function start() {
  const api = await startApi()
  const call = await api.signIn()
  const ids = await addOrganizations(call)
  const fetchFile = async (query: string, caller = call, language = 'en') => {
    const headers = { authorization: `Bearer ${caller.tokens.access_token}`, 'accept-language': language }
    const response = await api.api.request(`/adminApi/organization/export?${query}`, { headers })
    return { response, status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
  }
  const lines = async (query: string, caller = call, language = 'en') =>
    (await fetchFile(query, caller, language)).bytes.toString('utf8').trimEnd().split('\n')
  return { ...api, call, ids, fetchFile, lines }
}

test('a list is exported as it is filtered, sorted or chosen, and only what the caller may see', async () => {
  const made = await start()

  // The filtered, sorted list as a text: names in place of ids, options by label, in the language of the caller.
  {
    const { lines, fetchFile } = made
    const query = `columns=code,name,type,pid,status&order=code,desc&filter=${encodeURIComponent('{"field":"type","operator":"eq","val":"school"}')}`
    expect(await lines(query)).toEqual([
      '\ufeffCode,Name,Type,Parent,Status',
      'S2,Name S2,School,Name D2,Enabled',
      'S1,Name S1,School,Name D1,Enabled',
    ])
    expect((await lines(query, undefined, 'zh'))[1]).toBe('S2,Name S2,学校,Name D2,启用')
    const { response } = await fetchFile('')
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toMatch(/attachment; filename=".*\.csv"; filename\*=UTF-8''/)
  }

  // Only what the caller may see, and only for whoever may see the list.
  {
    const { db, ids, signIn, lines, fetchFile } = made
    await addOfficer(
      { db },
      { username: 'officer', nodes: ['baseInfo/organization/index'], scope: 'orgBelow', deptId: ids.D1 },
    )
    const officer = await signIn('admin', 'officer')
    expect(await lines('columns=code&order=code,asc', officer)).toEqual(['\ufeffCode', 'D1', 'S1'])
    await addOfficer({ db }, { username: 'nobody', nodes: [], scope: 'all' })
    expect((await fetchFile('', await signIn('admin', 'nobody'))).status).toBe(403)
    expect((await fetchFile('columns=password')).status).toBe(400)
    expect((await fetchFile('format=pdf')).status).toBe(400)
    expect(
      (
        await fetchFile(
          `filter=${encodeURIComponent(`{"field":"name","operator":"LIKE","val":"'; drop table x; --"}`)}`,
        )
      ).status,
    ).toBe(200)
  }

  // Chosen rows alone, in the order of the list; what is gone or out of sight is no part of a file that says nothing.
  {
    const { api, call, ids, db, signIn } = made
    const post = async (body: unknown, query = 'columns=code&order=code,desc', caller = call) => {
      const headers = {
        authorization: `Bearer ${caller.tokens.access_token}`,
        'accept-language': 'en',
        'content-type': 'application/json',
      }
      const request = { method: 'POST', headers, body: JSON.stringify(body) }
      const answer = await api.request(`/adminApi/organization/export?${query}`, request)
      return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
    }
    const chosen = { ids: [ids.S1, ids.D2, ids.S1] }
    expect((await post(chosen)).bytes.toString('utf8')).toBe('\ufeffCode\nS1\nD2\n')
    const book = await readXlsx(new Uint8Array((await post(chosen, 'format=xlsx&columns=code&order=code,asc')).bytes))
    expect(book.sheets[0]?.rows).toEqual([['Code'], ['D2'], ['S1']])

    const gone = await post({ ids: [ids.S1, 999_999] })
    expect([gone.status, JSON.parse(gone.bytes.toString('utf8'))]).toMatchObject([
      409,
      {
        code: 409,
        msg: '1 of the chosen rows are no longer there, or not yours to see. Refresh the list and choose again.',
        data: { reason: 'count', count: 1 },
      },
    ])
    for (const wrong of [{}, { ids: [] }, { ids: ['x'] }, { ids: [1], more: 1 }]) {
      expect((await post(wrong)).status).toBe(422)
    }

    await addOfficer(
      { db },
      { username: 'reader', nodes: ['baseInfo/organization/index'], scope: 'orgBelow', deptId: ids.D1 },
    )
    const officer = await signIn('admin', 'reader')
    expect((await post({ ids: [ids.D1, ids.S1] }, undefined, officer)).bytes.toString('utf8')).toBe(
      '\ufeffCode\nS1\nD1\n',
    )
    expect((await post({ ids: [ids.D1, ids.S2] }, undefined, officer)).status).toBe(409)
    await addOfficer({ db }, { username: 'stranger', nodes: [], scope: 'all' })
    expect((await post(chosen, undefined, await signIn('admin', 'stranger'))).status).toBe(403)
  }

  // Whoever leaves in the middle takes nothing with them: the connection is free again.
  {
    const { api, call, db } = made
    for (let round = 0; round < 12; round += 1) {
      const response = await api.request('/adminApi/organization/export', {
        headers: { authorization: `Bearer ${call.tokens.access_token}` },
      })
      await response.body?.cancel()
      await expect.poll(() => db.$client.totalCount - db.$client.idleCount).toBe(0)
    }
  }

  // Whether an export would go is asked without one being begun.
  {
    const { api, call } = made
    const ask = (query: string) =>
      api.request(`/adminApi/organization/export?${query}`, {
        method: 'HEAD',
        headers: { authorization: `Bearer ${call.tokens.access_token}` },
      })
    // More requests than exports may run at the same time.
    for (let round = 0; round < 6; round++) expect((await ask('format=csv')).status).toBe(200)
    expect((await ask('columns=nothing')).status).toBe(400)
  }
})

test('formulas are defused, numbers are not, quotes and breaks survive', async () => {
  const { db, lines } = await start()
  const names = ['=1+1', '+cmd', '-3.5', '+86138', '@sum', '\tx', 'a,"b"', '-', '＝1']
  await db
    .insert(organization)
    .values(names.map((name, at) => ({ code: `F${at}`, name, type: 'class', sortKey: `c${at}`, pid: 1, contact: 'x' })))
  const filter = encodeURIComponent('{"field":"type","operator":"eq","val":"class"}')
  const found = (await lines(`columns=name&order=code,asc&filter=${filter}`)).slice(1)
  expect(found).toEqual(["'=1+1", "'+cmd", '-3.5', '+86138', "'@sum", "'\tx", '"a,""b"""', "'-", "'＝1"])
})

test('a workbook has numbers, days and texts of their own kinds, and opens in another library', async () => {
  const { fetchFile, db } = await start()
  await db.insert(organization).values({ code: 'F', name: '=1+1 & <x>', type: 'class', sortKey: 'b', pid: 1 })
  const { bytes } = await fetchFile('format=xlsx&columns=code,name,id,createTime,updateTime&order=code,asc')
  const book = await readXlsx(new Uint8Array(bytes))
  const rows = book.sheets[0]?.rows ?? []
  expect(rows[0]).toEqual(['Code', 'Name', 'ID', 'Created', 'Updated'])
  expect(rows.map((row) => row[0])).toEqual(['Code', 'B', 'D1', 'D2', 'F', 'S1', 'S2'])
  expect(rows[4]?.[1]).toBe('=1+1 & <x>')
  expect(typeof rows[1]?.[2]).toBe('number')
  expect(rows[1]?.[3]).toBeInstanceOf(Date)
})

test('what was exported comes in again unchanged', async () => {
  const api = await start()
  await api.db.insert(organization).values({ code: 'F', name: '=1+1', type: 'class', sortKey: 'b', pid: 1, phone: '' })
  await api.jobs.start()
  for (const format of ['csv', 'xlsx']) {
    const { bytes } = await api.fetchFile(`format=${format}`)
    const { job } = await importer(api, api.call).bring(bytes, { name: `a.${format}` })
    expect(job, format).toMatchObject({ result: { counts: { new: 0, changed: 0, unchanged: 6, refused: 0 } } })
  }
})

/** More data than a stream buffers ahead of its reader. */
const fill = sql`insert into organization (code, name, type, sort_key, address)
  select 'L' || n, 'L' || n, 'school', 'z' || n, repeat('x', 200) from generate_series(1, 4000) n`

test('four exports go at once in a process, one of a person; one more is told to wait, until one of them has ended', async () => {
  const { api, db, fetchFile, signIn } = await start()
  await db.execute(fill)
  const names = ['one', 'two', 'three', 'four']
  const nodes = ['baseInfo/organization/index' as const]
  for (const username of names) await addOfficer({ db }, { username, nodes, scope: 'all' })
  const begin = async (username: string) => {
    const { tokens } = await signIn('admin', username)
    const headers = { authorization: `Bearer ${tokens.access_token}`, 'accept-language': 'en' }
    return api.request('/adminApi/organization/export', { headers })
  }
  // Of five requests of one person at the same time, one goes on.
  const five = await Promise.all(Array.from({ length: 5 }, () => begin('one')))
  expect(five.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429, 429])
  const others = await Promise.all(names.slice(1).map(begin))
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200])
  const under = [...five.filter(({ status }) => status === 200), ...others]
  onTestFinished(async () => {
    for (const one of under) await one.body?.cancel()
  })
  expect(await five.find(({ status }) => status === 429)?.json()).toMatchObject({
    msg: 'Your last export is still running. Wait for it to end, or cancel its download.',
  })
  const { response, bytes } = await fetchFile('')
  expect([response.status, JSON.parse(bytes.toString('utf8'))]).toMatchObject([
    429,
    { msg: 'Too many exports are under way. Please try again in a moment.' },
  ])
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  await under[0]?.body?.cancel()
  expect((await fetchFile('')).status).toBe(200)
})
