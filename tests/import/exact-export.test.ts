import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { Package } from '#src/server/sheet/zip-file.server.ts'
import { description, fields, full, table, text } from '../support/exam-room.ts'
import { importer, startImports } from '../support/imports.ts'
import { type Random, random } from '../support/random.ts'
import { temporaryFile } from '../support/workbook.ts'

/** Texts that a table's cell, a list in it, or a program that opens the file could take for something else. */
const awkward = [
  'a、b',
  'a,b',
  'a;b',
  'a；b',
  'a|b',
  'a:b',
  'k=v',
  'a\nb',
  '"a"',
  '"',
  '""',
  'a"b',
  "'",
  "'=1",
  "''",
  '=1+1',
  '+1',
  '-1',
  '-x',
  '@x',
  ';=1+1',
  '#N/A',
  '#REF!',
  '###',
  'Err:502',
  '_x000D_',
  '_x005F_',
  'x_x0041_',
  '0012',
  '1e5',
  '1.1',
  '2026-03-01',
  '3-1',
  '9:30',
  'TRUE',
  '50%',
  '12345678901234567890',
  '𠮷',
  'é',
  '👩‍👩‍👧‍👦',
  '小学、初中',
  'null',
  'sep=;',
  'a;=1',
  ';',
  "';'=1",
  "'#N/A",
  '\t=1',
  ';\t=1',
  'a\tb',
  '是',
  '１２',
  'ＡＢ',
  '　全角　',
  '\\N',
  '\\',
  'a\\nb',
  '<b>&amp;</b>',
  ']]>',
] as const

const options = [
  { value: 'a', label: { 'zh-cn': '甲、乙', en: 'A, B' } },
  { value: 'b', label: { 'zh-cn': '"丙"', en: '"C"' } },
  { value: 'c;d', label: text('D') },
]
const varied = fields
  .filter(({ type }) => type !== 'rows' && type !== 'password')
  .map((field) => (field.name === 'kind' || field.name === 'uses' ? { ...field, options } : field))

function room(from: Random, at: number, orgIds: readonly number[]) {
  const some = <T>(one: () => T) => Array.from({ length: from.below(4) }, one)
  const maybe = <T>(value: T) => (from.chance(0.2) ? null : value)
  const two = (limit: number) => String(from.below(limit)).padStart(2, '0')
  const year = from.pick([1583, 1895, 1899, 1900, 1904, 1999, 2024, 2026, 9999])
  const day = from.pick(['01-01', '02-28', '03-01', '12-31', '10-25', '09-15'])
  const millis = from.pick(['.000', '.123', '.999'])
  return {
    name: from.chance(0.5) ? from.pick(awkward) : `${at} ${from.pick(awkward)}`,
    seats: maybe(from.below(500)),
    area: maybe(from.pick([0.1, 62.5, 1e-2, 123456789.12, 0])),
    price: maybe(from.pick([1, 10, 12_345, -5, 0, 999_999_999_99])),
    kind: maybe(from.pick(['a', 'b', 'c;d'])),
    uses: [...new Set(some(() => from.pick(['a', 'b', 'c;d'])))],
    open: from.below(2),
    marks: [...new Set(some(() => from.pick(awkward).slice(0, 20)))],
    facts: [...new Set(some(() => from.pick(awkward)))].map((key) => ({ key, value: from.pick(awkward) })),
    builtOn: maybe(`${year}-${day}`),
    seenAt: maybe(
      from.pick([
        `${year}-${day}T${two(24)}:${two(60)}:${two(60)}${millis}Z`,
        '1991-09-14T16:30:00.000Z',
        '1991-09-14T17:30:00.000Z',
      ]),
    ),
    opensAt: maybe(`${two(24)}:${two(60)}:${two(60)}`),
    firstYear: maybe(from.pick([1900, 1998, 2026, 2199])),
    icon: 'ep:school',
    colour: from.pick(['', '#336699']),
    photos: some(() => from.pick(['/a.png', '/b.png', '/c,d.png', '/e;f.png', '/"g".png'])),
    plan: from.pick(['', '/p.pdf']),
    about: from.pick(['', '<p>Old</p>', '<p>a\nb</p>', '<p>_x000D_</p>']),
    orgId: maybe(from.pick(orgIds)),
    areaCode: maybe(from.pick(['440305', '4403', '44', '110101'])),
  }
}

test('what an export writes, an import reads as no change: every type of field, awkward values, both formats and languages', async () => {
  const made = await startImports()
  for (const statement of table.split(';\n')) await made.db.execute(sql.raw(statement))
  const rows = { tableName: 'res_exam_room', description: { ...description, fields: varied } }
  expect(await made.call('POST', '/adminApi/resource/add', rows)).toMatchObject({ code: 200 })
  const ids: number[] = []
  for (const name of ['甲、乙局', '"丙"局', 'A; B', '丁局（市）'] as const) {
    const added = await made.call('POST', '/adminApi/organization/add', {
      name,
      code: `C${ids.length}`,
      type: 'bureau',
      pid: null,
      levelIds: [],
    })
    ids.push((added.data as { id: number }).id)
  }
  const from = random(12)
  for (let at = 0; at < 150; at += 1) {
    const answer = await made.call('POST', '/adminApi/exam-room/add', room(from, at, ids))
    expect(answer).toMatchObject({ code: 200 })
  }
  const { send, planOf, check, rows: found } = importer(made, made.call, 'exam-room')
  for (const language of ['en', 'zh']) {
    for (const format of ['xlsx', 'csv']) {
      const file = await made.api.request(
        `/adminApi/exam-room/export?format=${format}&columns=id,${varied.map(({ name }) => name).join(',')}`,
        {
          headers: { authorization: `Bearer ${made.call.tokens.access_token}`, 'accept-language': language },
        },
      )
      expect(file.status).toBe(200)
      const { data: view } = await send(Buffer.from(await file.arrayBuffer()), `rooms.${format}`)
      const job = await check(view.id, { ...planOf(view), keys: ['id'] })
      for (const action of ['changed', 'refused', 'new'] as const)
        expect((await found(view.id, action)).list).toEqual([])
      expect(job).toMatchObject({ state: 'done', result: { counts: { unchanged: 150 } } })
    }
  }
})

test('a workbook keeps texts as texts: columns and cells have the text format, and so have early days', async () => {
  const made = await startImports()
  for (const statement of table.split(';\n')) await made.db.execute(sql.raw(statement))
  const rows = { tableName: 'res_exam_room', description }
  expect(await made.call('POST', '/adminApi/resource/add', rows)).toMatchObject({ code: 200 })
  for (const builtOn of ['1895-09-01', '1900-01-01', '1900-02-28', '1900-03-01', '2026-09-01']) {
    const seenAt = `${builtOn}T00:30:00.000Z`
    const answer = await made.call('POST', '/adminApi/exam-room/add', { ...full, name: '0012', builtOn, seenAt })
    expect(answer).toMatchObject({ code: 200 })
  }
  await made.db.execute(sql`update res_exam_room set area = 1234567890123456 where built_on = '2026-09-01'`)
  const file = await made.api.request(
    '/adminApi/exam-room/export?format=xlsx&columns=name,area,builtOn,seenAt,orgId&order=id,asc',
    { headers: { authorization: `Bearer ${made.call.tokens.access_token}` } },
  )
  const book = await Package.open(temporaryFile('rooms.xlsx', Buffer.from(await file.arrayBuffer())))
  onTestFinished(() => book.close())
  const sheet = await book.text('xl/worksheets/sheet1.xml')
  const cells = (row: number) => [
    ...(sheet.split('<row>')[row + 1] ?? '').matchAll(/<c(?: t="(\w+)")?(?: s="(\d+)")?>.*?>([^<>]+)</g),
  ]
  const shown = (row: number) => cells(row).map(([, kind = 'n', , value]) => `${kind} ${value}`)
  expect(shown(1)).toEqual(['inlineStr 0012', 'n 62.5', 'inlineStr 1895-09-01', 'inlineStr 1895-09-01 08:35:43'])
  expect(shown(2)).toEqual(['inlineStr 0012', 'n 62.5', 'inlineStr 1900-01-01', 'inlineStr 1900-01-01 08:35:43'])
  expect(shown(3)).toEqual(['inlineStr 0012', 'n 62.5', 'inlineStr 1900-02-28', 'inlineStr 1900-02-28 08:35:43'])
  expect(shown(4).slice(0, 3)).toEqual(['inlineStr 0012', 'n 62.5', 'n 61'])
  // A sixteenth digit would be lost in a number.
  expect(shown(5).slice(0, 3)).toEqual(['inlineStr 0012', 'inlineStr 1234567890123456', 'n 46266'])
  const style = Number(cells(1)[0]?.[2])
  const styles = await book.text('xl/styles.xml')
  const formats = [...(styles.split('<cellXfs')[1] ?? '').matchAll(/<xf numFmtId="(\d+)"/g)]
  // 49 is the text format. The column has it too, for the rows that people add below.
  expect(formats[style]?.[1]).toBe('49')
  expect(sheet).toMatch(new RegExp(`<col min="1" max="1" width="\\d+" style="${style}"`))
  // So has an empty cell, in which people type.
  expect(sheet.match(new RegExp(`<c s="${style}"/>`, 'g'))).toHaveLength(5)
  expect(sheet).toContain('<autoFilter ref="A1:E6"/>')
  // LibreOffice shows the arrows only with this name.
  expect(await book.text('xl/workbook.xml')).toMatch(
    /name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">'[^']+'!\$A\$1:\$E\$6</,
  )
})
