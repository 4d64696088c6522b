import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { description, table } from '../support/exam-room.ts'
import { importer, type Plan, startImports } from '../support/imports.ts'
import { pack, parts } from '../support/workbook.ts'

const MOST = 32_767

async function rooms() {
  const api = await startImports()
  for (const statement of table.split(';\n')) await api.db.execute(sql.raw(statement))
  const stored = await api.call('POST', '/adminApi/resource/add', { tableName: 'res_exam_room', description })
  expect(stored.code).toBe(200)
  const files = importer(api, api.call, 'exam-room')
  const add = (name: string, about: string) =>
    api.db.execute(sql`insert into res_exam_room (name, about) values (${name}, ${about})`)
  const fetchFile = (query: string, language = 'en') =>
    api.api.request(`/adminApi/exam-room/export?${query}`, {
      headers: { authorization: `Bearer ${api.call.tokens.access_token}`, 'accept-language': language },
    })
  /** The status of a whole export: an account has one at a time. */
  const statusOf = async (query: string) => {
    const response = await fetchFile(query)
    await response.arrayBuffer()
    return response.status
  }
  const listed = async (id: number, action: string) =>
    (await api.call('GET', `/adminApi/exam-room/importRows?id=${id}&action=${action}`)).data as {
      list: { row: number; warnings: { kind: string; field: string; text: string }[]; errors: { text: string }[] }[]
    }
  return { ...api, ...files, add, fetchFile, statusOf, listed }
}

const keys: Partial<Plan> = { mapping: ['name', 'about'], keys: ['name'] }

async function book(texts: string[], shared = false): Promise<Buffer> {
  const cell = (text: string, at: number) =>
    shared ? `<c t="s"><v>${at + 1}</v></c>` : `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const head = ['Name', 'About'].map((title) => `<c t="inlineStr"><is><t>${title}</t></is></c>`).join('')
  const rows = texts.map((text, at) => `<row><c t="inlineStr"><is><t>R${at}</t></is></c>${cell(text, at)}</row>`)
  const items = ['', ...texts].map((text) => `<si><t>${text}</t></si>`).join('')
  const more = shared ? { 'xl/sharedStrings.xml': `<sst>${items}</sst>` } : undefined
  return readFileSync(await pack(parts(`<row>${head}</row>${rows.join('')}`, more)))
}

test('a full cell of a workbook may be cut, and is asked about at its cell', async () => {
  const { send, planOf, check, run, call, listed, db } = await rooms()
  for (const shared of [false, true]) {
    await db.execute(sql`delete from res_exam_room`)
    const full = `${'甲'.repeat(MOST - 3)}END`
    const emoji = '😀'.repeat(MOST)
    const { data: view } = await send(
      await book(['x'.repeat(MOST - 1), full, 'x'.repeat(MOST + 1), emoji], shared),
      'a.xlsx',
    )
    const plan = { ...planOf(view), ...keys }
    expect(await check(view.id, plan)).toMatchObject({
      result: { counts: { new: 4, refused: 0 }, warnings: { rows: 2, kinds: { cut: 2 } } },
    })
    const { list } = await listed(view.id, 'warned')
    expect(list.map(({ row, warnings }) => [row, warnings.map(({ field }) => field)])).toEqual([
      [3, ['about']],
      [5, ['about']],
    ])
    expect(list[0]?.warnings[0]?.text).toBe(
      `The cell holds 32,767 characters, the most that a cell of a workbook can hold, so its end may be missing. It ends with “${'甲'.repeat(17)}END”`,
    )
    expect(await call('POST', '/adminApi/exam-room/importRun', { id: view.id, plan })).toMatchObject({ code: 422 })
    expect(await run(view.id, plan)).toMatchObject({ state: 'done', result: { counts: { new: 4 } } })
    expect((await db.execute(sql`select about from res_exam_room where name = 'R1'`)).rows).toEqual([{ about: full }])
    // What is stored like this already is no question.
    const again = await send(await book(['x'.repeat(MOST - 1), full], shared), 'a.xlsx')
    expect(await check(again.data.id, plan)).toMatchObject({
      result: { counts: { unchanged: 2 }, warnings: { rows: 0 } },
    })
  }

  // A text file has no such limit.
  await db.execute(sql`delete from res_exam_room`)
  const { data: view } = await send(`Name,About\nR0,${'x'.repeat(MOST)}\nR1,${'x'.repeat(150_000)}\n`)
  expect(await check(view.id, { ...planOf(view), ...keys })).toMatchObject({
    result: { counts: { new: 2, refused: 0 }, warnings: { rows: 0 } },
  })

  // A cell that is longer than what is read is refused.
  const { data: longer } = await send(await book(['x'.repeat(150_000)]), 'a.xlsx')
  expect(await check(longer.id, { ...planOf(longer), ...keys })).toMatchObject({
    result: { counts: { new: 0, refused: 1 } },
  })
  expect((await listed(longer.id, 'refused')).list[0]?.errors.map(({ text }) => text)).toEqual([
    'The cell has 100,000 characters or more, and the rest is not read. Import it as CSV, or shorten it',
  ])
})

test('no text is cut for a workbook: the export names the column, and CSV brings all of it', async () => {
  const { add, fetchFile, statusOf, bring, db } = await rooms()
  await add('short', 'x'.repeat(MOST))
  expect(await statusOf('format=xlsx')).toBe(200)
  await add('long', 'x'.repeat(MOST + 1))
  const refused = await fetchFile('format=xlsx')
  expect([refused.status, await refused.json()]).toMatchObject([
    422,
    {
      msg: '“About” has a text of more than 32,767 characters, the most that a cell of a workbook can hold. Leave the column out, or export as CSV.',
    },
  ])
  expect(await (await fetchFile('format=xlsx', 'zh-cn')).json()).toMatchObject({
    msg: '“About（中）”中有超过 32,767 个字符的文字，工作簿的单元格放不下。请不导出该列，或导出为 CSV。',
  })
  expect(await statusOf('format=xlsx&columns=name')).toBe(200)
  expect(await statusOf('format=xlsx&quickSearch=short')).toBe(200)
  const csv = await (await fetchFile('format=csv')).text()
  expect(csv).toContain('x'.repeat(MOST + 1))
  const { job } = await bring(csv, { keys: ['name'] })
  expect(job).toMatchObject({ result: { counts: { unchanged: 2, changed: 0, refused: 0 } } })

  // Signs outside of the basic plane count twice, and lists as the text of their cell.
  await db.execute(sql`delete from res_exam_room`)
  await add('emoji', '😀'.repeat(16_383))
  await db.execute(sql`insert into res_exam_room (name, marks, facts) values
    ('lists', array_fill('"'::text, array[5000]), jsonb_build_array(jsonb_build_object('key', 'k', 'value', repeat('v', 32000))))`)
  expect(await statusOf('format=xlsx')).toBe(200)
  await add('more', '😀'.repeat(16_384))
  await db.execute(sql`update res_exam_room set marks = array_fill('"'::text, array[8000]),
    facts = jsonb_build_array(jsonb_build_object('key', 'k', 'value', repeat('v', 40000))) where name = 'lists'`)
  const lists = await fetchFile('format=xlsx')
  expect(lists.status).toBe(422)
  expect(((await lists.json()) as { msg: string }).msg).toMatch(/^“Marks, Facts, About” /)
})
