import { sql } from 'drizzle-orm'
import { readXlsx } from 'hucre'
import { expect, test } from 'vitest'
import { addOrganizations, startApi } from '../support/api.ts'
import { description, fields, full, table, text } from '../support/exam-room.ts'

/** Option labels, a relation template and a column label with characters that need escaping. */
const awkward = `=A, "x", 'y'\\ $1 '; drop table organization; --`
const odd = [
  { value: 'a', label: { 'zh-cn': '甲', en: awkward } },
  { value: "b'\\", label: text('B') },
]
const changed = fields.map((field) => {
  if (field.name === 'kind' || field.name === 'uses') return { ...field, options: odd }
  if (field.name === 'colour') return { ...field, label: { 'zh-cn': '@色', en: '=1+1' } }
  return field.name === 'orgId' ? { ...field, template: `{name}, "'\\ $1 $2 ({code})` } : field
})

async function start() {
  const api = await startApi()
  for (const statement of table.split(';\n')) await api.db.execute(sql.raw(statement))
  const admin = await api.signIn()
  const ids = await addOrganizations(admin)
  const stored = await admin('POST', '/adminApi/resource/add', {
    tableName: 'res_exam_room',
    scopeField: 'orgId',
    description: { ...description, fields: changed },
  })
  expect(stored.code).toBe(200)
  const fetchFile = async (resource: string, query: string, language = 'en') => {
    const headers = { authorization: `Bearer ${admin.tokens.access_token}`, 'accept-language': language }
    return api.api.request(`/adminApi/${resource}/export?${query}`, { headers })
  }
  /** Returns the file with its byte order mark. `Response.text()` would drop the mark. */
  const read = async (resource: string, query: string, language = 'en') =>
    Buffer.from(await (await fetchFile(resource, query, language)).arrayBuffer()).toString('utf8')
  return { ...api, admin, ids, fetchFile, read }
}

const A = `=A, ""x"", 'y'\\ $1 '; drop table organization; --`
/** The same as a part of a list, which is quoted there. */
const PART = `""=A, """"x"""", 'y'\\ $1 '; drop table organization; --""`
const LAYOUT = '"{""name"": ""U, V"", ""rows"": [4, 12345678901234567890]}"'
const ORG = `, ""'\\ $1 $2`

test('every type of field as a text, in the language of the caller: full, empty, at its limits', async () => {
  const { admin, db, ids, read } = await start()
  const room = { ...full, uses: ['a', "b'\\"], orgId: ids.S1 }
  expect(await admin('POST', '/adminApi/exam-room/add', room)).toMatchObject({ code: 200 })
  await db.execute(sql`insert into res_exam_room (name) values ('')`)
  await db.execute(sql`
    insert into res_exam_room (name, seats, area, price, kind, uses, marks, facts, built_on, seen_at, opens_at, first_year, org_id, area_code)
    values ('=1', -2147483648, -123456789012345678901234567890.1234567890, -9007199254740991, 'gone',
      array['b''\\', 'gone', 'a', null], array['=x', '', 'a,b'], '[{"key":"=k","value":"\\"v\\", w"},{"key":"","value":null}]',
      '0001-01-01', '1999-12-31 23:59:59.999+00', '23:59:59.5', -5, ${ids.D1}, '999999')`)
  // A title that looks like a formula is escaped too. Passwords and inner tables do not appear in the file.
  const shown = changed.filter(({ type }) => type !== 'password' && type !== 'rows')
  const titles = shown.map(({ name, label }) => (name === 'colour' ? text("'=1+1") : label))
  const end = 'ep:school,#336699,/a.png,/p.pdf,<p>Old</p>'
  const instants = '1998-09-01,2026-01-01 08:00:00,08:30:00,1998'
  const limits = '-2147483648,-123456789012345678901234567890.1234567890,-90071992547409.91,gone'
  const early = '0001-01-01,1999-12-31T23:59:59.999Z,23:59:59.5,-5,,,,,'
  expect((await read('exam-room', '')).split('\n')).toEqual([
    `\ufeff${titles.map(({ en }) => en).join(',')}`,
    `Room 1,30,62.5,123.45,"'${A}","${PART}, B",Disabled,quiet,floor: 2,${instants},${end},"Name S1${ORG} (S1)",广东省 / 深圳市 / 南山区,${LAYOUT}`,
    ',,,,,,Enabled,,,,,,,,,,,,,,',
    `'=1,${limits},"B, gone, ${PART}",Enabled,"'=x, """", ""a,b""","""=k"": """"""v"""", w""; """": ",${early},"Name D1${ORG} (D1)",999999,`,
    '',
  ])
  expect((await read('exam-room', '', 'zh')).split('\n')).toEqual([
    `\ufeff${titles
      .map((title) => title['zh-cn'])
      .join(',')
      .replace("'=1+1（中）", "'@色")}`,
    `Room 1,30,62.5,123.45,甲,甲、B（中）,停用,quiet,floor: 2,${instants},${end},"Name S1${ORG} (S1)",广东省 / 深圳市 / 南山区,${LAYOUT}`,
    ',,,,,,启用,,,,,,,,,,,,,,',
    `'=1,${limits},B（中）、gone、甲,启用,"'=x、""""、""a,b""","""=k"": """"""v"""", w""; """": ",${early},"Name D1${ORG} (D1)",999999,`,
    '',
  ])
  // Texts that become part of the statement keep their value, wherever they appear.
  const filter = encodeURIComponent(JSON.stringify({ field: 'name', operator: 'LIKE', val: A }))
  expect((await read('exam-room', `columns=kind,orgId&filter=${filter}`)).trimEnd()).toBe('\ufeffKind,Organization')
  expect(await admin('GET', '/adminApi/organization/index')).toMatchObject({ code: 200 })
})

const TEXTS = [
  ['=1+1', "'=1+1"],
  ['+cmd', "'+cmd"],
  ['-', "'-"],
  ['-3.5', '-3.5'],
  ['-3.', "'-3."],
  ['+86138', '+86138'],
  ['+86 138', "'+86 138"],
  ['-1,000.5', '"-1,000.5"'],
  ['-1\n', '"\'-1\n"'],
  ['@x', "'@x"],
  ['\tx', "'\tx"],
  ['\rx', '"\'\rx"'],
  ['＝1', "'＝1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠x', "'＠x"],
  ['x=1', 'x=1'],
  [' =1', ' =1'],
  ["'=1", "''=1"],
  ["'1", "'1"],
  ['a;=1', "a;'=1"],
  ["a;'=1", "a;''=1"],
  [';-1;+2', ";'-1;'+2"],
  ['#N/A', "'#N/A"],
  ["'#N/A", "''#N/A"],
  ['#1', '#1'],
  ['Err:502', "'Err:502"],
  ['a,b', '"a,b"'],
  ['a"b', '"a""b"'],
  ["a'b", "a'b"],
  ['a\\b', 'a\\b'],
  ['a\nb', '"a\nb"'],
  ['a\r\nb', '"a\r\nb"'],
  ['\\.', '\\.'],
  ['\\N', '\\N'],
  ['$1 $$', '$1 $$'],
  ["'; drop table res_exam_room; --", "'; drop table res_exam_room; --"],
  ['😀', '😀'],
  [' ', ' '],
  ['0', '0'],
  ['', ''],
] as const

test('texts as spreadsheet programs take them, the same that a workbook holds', async () => {
  const { db, read, fetchFile } = await start()
  for (const [about] of TEXTS) await db.execute(sql`insert into res_exam_room (name, about) values ('x', ${about})`)
  expect(await read('exam-room', 'columns=about,icon')).toBe(
    ['\ufeffAbout,Icon', ...TEXTS.map(([, told]) => `${told},`), ''].join('\n'),
  )
  const book = await readXlsx(
    new Uint8Array(await (await fetchFile('exam-room', 'format=xlsx&columns=about')).arrayBuffer()),
  )
  const titles = await readXlsx(
    new Uint8Array(await (await fetchFile('exam-room', 'format=xlsx&columns=colour')).arrayBuffer()),
  )
  expect(titles.sheets[0]?.rows[0]).toEqual(['=1+1'])
  // XML has only one kind of line end.
  const plain = (value: unknown) => String(value ?? '').replaceAll(/\r\n?/g, '\n')
  expect(book.sheets[0]?.rows.slice(1).map(([cell]) => plain(cell))).toEqual(TEXTS.map(([given]) => plain(given)))
})

test('lists of names in their own order', async () => {
  const { db, read } = await start()
  await db.execute(
    sql`update organization set level_ids = array(select id from educate_level order by sort_key desc limit 2) where code = 'S1'`,
  )
  const { rows } = await db.execute<{ name: string }>(
    sql`select name from educate_level order by sort_key desc limit 2`,
  )
  const [first, second] = rows.map(({ name }) => name)
  const lines = async (language: string) =>
    (await read('organization', 'columns=code,levelIds&order=code,desc', language)).split('\n').slice(1, 3)
  expect(await lines('en')).toEqual(['S2,', `S1,"${first}, ${second}"`])
  expect(await lines('zh')).toEqual(['S2,', `S1,${first}、${second}`])
})
