import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { readXlsx } from 'hucre'
import { expect, test } from 'vitest'
import { dataImport } from '#src/db/import.table.server.ts'
import { Package } from '#src/server/sheet/zip-file.server.ts'
import { importer, startImports } from '../support/imports.ts'
import { pack, parts, partsOf, readTexts, temporaryFile } from '../support/workbook.ts'

const fixture = (name: string) => readFileSync(join(import.meta.dirname, '../sheet/files', name))

type Api = Awaited<ReturnType<typeof startImports>>

async function returned(api: Api, content: string | Buffer, name: string) {
  const { data: view } = await api.send(content, name)
  const plan = api.planOf(view)
  const checked = await api.check(view.id, plan)
  const fetchMarked = (id: number) => api.fetchFile(id)
  return { ...api, view, plan, checked, fetchMarked, ...(await fetchMarked(view.id)) }
}

test('a workbook of an office program comes back with bad cells marked, and all else as it was', async () => {
  const api = await startImports()
  for (const name of ['organizations.xlsx', 'lo-organizations.xlsx']) {
    const { view, response, content, checked } = await returned(api, fixture(name), name)
    expect(view.header).toBe(3)
    expect(checked.state).toBe('done')
    expect(response.headers.get('content-disposition')).toContain("filename*=UTF-8''")
    const file = temporaryFile('back.xlsx', content)
    // Every value on every sheet is unchanged.
    for (const sheet of [0, 1, 2])
      expect(await readTexts(file, sheet)).toEqual(await readTexts(temporaryFile('a.xlsx', fixture(name)), sheet))
    const book = await readXlsx(new Uint8Array(content))
    expect(book.sheets.map((sheet) => sheet.name)).toEqual(['学校名单', '说明', '隐藏'])
    const cells = book.sheets[0]?.cells
    const note = (row: number, column: number) => cells?.get(`${row - 1},${column}`)?.comment?.text ?? ''
    // D8 星球, F8 12, G8 也许: the type, the phone, the status.
    expect(note(8, 3)).toContain('There is no such option')
    expect(note(8, 5)).toContain('phone')
    expect(note(8, 6)).toContain('write “Enabled” or “Disabled”')
    expect(note(8, 2)).toContain('原来的批注')
  }

  // Looks, formulas, lists, charts, merged cells and other sheets of an office program are kept to the letter.
  {
    const before = fixture('office-rich.xlsx')
    const { content, view, send, planOf, check, fetchMarked } = await returned(api, before, 'office-rich.xlsx')
    // Ninety more rows below have a validation list but no content.
    expect(view.rows).toBe(5)
    const [sent, back] = [await partsOf(before), await partsOf(content)]
    const changed = [...back.keys()].filter((name) => sent.get(name) !== back.get(name))
    // The parts for notes and their boxes exist already, so no new part is added.
    expect(changed.sort()).toEqual([
      'xl/comments1.xml',
      'xl/drawings/vmlDrawing1.vml',
      'xl/styles.xml',
      'xl/worksheets/sheet1.xml',
    ])
    expect([...sent.keys()].sort()).toEqual([...back.keys()].sort())
    const sheet = 'xl/worksheets/sheet1.xml'
    const bare = (xml = '') => xml.replaceAll(/(<c [^>]*?) s="\d+"/g, '$1')
    // In the sheet itself, only the styles of bad cells differ.
    expect(bare(back.get(sheet))).toBe(bare(sent.get(sheet)))
    const styles = (xml = '') =>
      [...xml.matchAll(/<c r="(\w+)"[^>]*? s="(\d+)"/g)].map(([, place, style]) => `${place} ${style}`)
    const was = new Set(styles(sent.get(sheet)))
    const marked = styles(back.get(sheet)).filter((cell) => !was.has(cell))
    expect(marked.map((cell) => cell.split(' ')[0])).toEqual(['C5', 'F5', 'D6', 'E6', 'A7'])
    expect(back.get('xl/comments1.xml')).toContain('教务处：待定')
    // The box grows: the new text stands below an existing note.
    const boxes = back.get('xl/drawings/vmlDrawing1.vml') ?? ''
    const box = boxes
      .match(/<v:shape [\s\S]*?<\/v:shape>/g)
      ?.find((one) => one.includes('<x:Row>4</x:Row><x:Column>2<'))
    const [, top, bottom] = /<x:Anchor>\d+, \d+, (\d+), \d+, \d+, -?\d+, (\d+)/.exec(box ?? '') ?? []
    expect(Number(bottom) - Number(top)).toBe(8)
    // The returned file, sent once more, comes back the same.
    const { data } = await send(content, 'office-rich.xlsx')
    await check(data.id, planOf(data))
    const again = await partsOf((await fetchMarked(data.id)).content)
    expect(view.id).not.toBe(data.id)
    for (const name of changed.filter((one) => one !== 'xl/styles.xml' && one !== sheet)) {
      expect(again.get(name)?.length, name).toBe(back.get(name)?.length)
    }
  }

  // A marked workbook that another program has saved comes back with each reason once.
  {
    // Made from the marked copy of `office-rich.xlsx`. Nothing is mended in it.
    const { content } = await returned(api, fixture('lo-marked.xlsx'), 'lo-marked.xlsx')
    const book = await readXlsx(new Uint8Array(content))
    const notes = [...(book.sheets[0]?.cells ?? [])].flatMap(([, { comment }]) => (comment ? [comment.text] : []))
    expect(notes.filter((text) => text.includes('Yardstick'))).toHaveLength(5)
    for (const text of notes) expect(text.split('Yardstick').length, text).toBeLessThanOrEqual(2)
    expect(notes.filter((text) => !text.startsWith('【')).sort()).toEqual([
      '教务处：去年更名',
      expect.stringMatching(/^教务处：待定\n【Yardstick: There is no such option/),
    ])
  }
})

test('whoever speaks another language by then gets all of the reasons in that one', async () => {
  const api = await startImports()
  const { send, planOf, check, run, fetchFile } = importer(api, api.call, 'student-year')
  const { data: view } = await send(
    '学段,入学年份,毕业年份\n初中,26,\n初中,1999,1998\n初中,2020,2023\n初中,2020,2023\n没有,2021,\n',
    'a.csv',
  )
  expect(await check(view.id, planOf(view))).toMatchObject({ result: { counts: { refused: 4 } } })
  const inLanguage = async (language: string) => {
    const headers = { authorization: `Bearer ${api.call.tokens.access_token}`, 'accept-language': language }
    const file = await fetchFile(view.id, 'all', language)
    const rows = await api.api.request(`/adminApi/student-year/importRows?id=${view.id}&action=refused`, { headers })
    const { data } = (await rows.json()) as { data: { list: { errors: { text: string }[] }[] } }
    const [, ...lines] = await readTexts(temporaryFile('back.xlsx', file.content))
    return { reasons: lines.map((cells) => cells[3] ?? ''), list: data.list }
  }
  const zh = await inLanguage('zh-cn')
  const en = await inLanguage('en')
  expect(zh.reasons.filter((reason) => reason !== '')).toHaveLength(4)
  expect(zh.reasons.join()).not.toMatch(/[a-z]{4}/i)
  expect(en.reasons.join()).not.toMatch(/\p{Script=Han}{4}/u)
  expect(zh.list[0]?.errors[0]?.text).toBe('不是年份，请写成 2026')
  expect(en.list[0]?.errors[0]?.text).toBe('Not a year: write it like 2026')
  expect(zh.list[1]?.errors[0]?.text).not.toBe(en.list[1]?.errors[0]?.text)
  // HEAD answers whether a marked file is available, without making one.
  const headers = { authorization: `Bearer ${api.call.tokens.access_token}` }
  const asked = (id: number) => api.api.request(`/adminApi/student-year/download/${id}`, { method: 'HEAD', headers })
  expect([(await asked(view.id)).status, (await asked(view.id + 1)).status]).toEqual([200, 404])
  // Reasons are stored without a language. An import run in English stays readable in Chinese.
  expect(await run(view.id, planOf(view))).toMatchObject({ state: 'failed' })
  expect((await inLanguage('zh-cn')).reasons).toEqual(zh.reasons)
})

test('a workbook comes back as the kind that it is inside, with all of its macros', async () => {
  const api = await startImports()
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const rows = [
    ['编码', '名称', '类型'],
    ['S1', '第一小学', '星球'],
  ]
  const data = rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('')
  const macros = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
  const excel = 'application/vnd.ms-excel'
  const office = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const types = (inside: string) =>
    `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/><Override ContentType="${inside}.main+xml" PartName="/xl/Workbook.xml"/></Types>`
  const cases = [
    ['学校.xlsm', `${excel}.sheet.macroEnabled`, 'xlsm', `${excel}.sheet.macroEnabled.12`],
    ['学校.xlsx', `${excel}.sheet.macroEnabled`, 'xlsm', `${excel}.sheet.macroEnabled.12`],
    ['学校.xltm', `${excel}.template.macroEnabled`, 'xltm', `${excel}.template.macroEnabled.12`],
    ['学校.xltx', `${office}.template`, 'xltx', `${office}.template`],
    ['学校.xlsm', `${office}.sheet`, 'xlsx', `${office}.sheet`],
    ['学校', `${office}.sheet`, 'xlsx', `${office}.sheet`],
  ] as const
  const sent: number[] = []
  const download = async (id: number, method: 'GET' | 'HEAD') => {
    const headers = { authorization: `Bearer ${api.call.tokens.access_token}` }
    return api.api.request(`/adminApi/organization/download/${id}`, { method, headers })
  }
  const nameOf = (response: Response) =>
    decodeURIComponent(/''(.*)$/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? '')
  for (const [name, inside, ending, type] of cases) {
    const content = { '[Content_Types].xml': types(inside), 'xl/vbaProject.bin': macros }
    const { data: view } = await api.send(readFileSync(await pack(parts(data, content))), name)
    await api.check(view.id, api.planOf(view))
    sent.push(view.id)
    const response = await download(view.id, 'GET')
    expect(nameOf(response)).toBe(`学校（已标出问题）.${ending}`)
    expect(response.headers.get('content-type')).toBe(type)
    const file = temporaryFile('back.xlsm', Buffer.from(await response.arrayBuffer()))
    const back = await Package.open(file)
    expect(Buffer.concat(await Readable.from(back.bytes('xl/vbaProject.bin')).toArray())).toEqual(macros)
    expect(await back.text('[Content_Types].xml')).toContain(`${inside}.main+xml`)
    expect(await back.text('xl/comments1.xml')).toContain('ref="C2"')
    back.close()
  }
  // Earlier releases have not stored the kind. Then the name tells it.
  await api.db.update(dataImport).set({ facts: { format: 'xlsx', sheets: [{ name: 'One', hidden: false }] } })
  for (const [at, ending] of [
    [0, 'xlsm'],
    [1, 'xlsx'],
    [5, 'xlsx'],
  ] as const)
    expect(nameOf(await download(sent[at] ?? 0, 'HEAD'))).toBe(`学校（已标出问题）.${ending}`)
})
