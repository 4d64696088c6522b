import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { importer, startImports } from '../support/imports.ts'
import { cellLooks, pack, parts, partsOf } from '../support/workbook.ts'

const STYLES = `<styleSheet xmlns="x"><fonts count="1"><font/></fonts><fills count="2"><fill><patternFill/></fill><fill><patternFill/></fill></fills><borders count="1"><border/></borders><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0"/></cellXfs></styleSheet>`

/** Makes a workbook of texts. An empty text is a missing cell. */
async function bookOf(rows: Iterable<readonly string[]>): Promise<Buffer> {
  let data = ''
  let number = 0
  for (const row of rows) {
    number += 1
    const cells = row.map((text, at) =>
      text === ''
        ? ''
        : `<c r="${String.fromCharCode(65 + at)}${number}" s="1" t="inlineStr"><is><t>${text}</t></is></c>`,
    )
    data += `<row r="${number}">${cells.join('')}</row>`
  }
  return readFileSync(await pack(parts(data, { 'xl/styles.xml': STYLES })))
}

/** Helpers that check a workbook and read its marked copy. */
function marksOf(api: Awaited<ReturnType<typeof startImports>>, resource = 'organization') {
  const { send, planOf, check, bring } = importer(api, api.call, resource)
  const checked = async (content: Buffer, change: object = {}) => {
    const { data: view } = await send(content, 'book.xlsx')
    const job = await check(view.id, { ...planOf(view), ...change })
    expect(job.state).toBe('done')
    const { counts, marks } = job.result as { counts: { refused: number }; marks: { cells: number; notes: number } }
    const headers = { authorization: `Bearer ${api.call.tokens.access_token}`, 'accept-language': 'en' }
    const response = await api.api.request(`/adminApi/${resource}/download/${view.id}`, { headers })
    const file = Buffer.from(await response.arrayBuffer())
    const back = await partsOf(file)
    const coloured = [...cellLooks(back)].flatMap(([place, { isMarked }]) => (isMarked ? [place] : []))
    const notes = new Map(
      [...(back.get('xl/comments1.xml') ?? '').matchAll(/<comment ref="(\w+)"[\s\S]*?<t [^>]*>([^<]*)</g)].map(
        ([, place = '', text = '']) => [place, text] as const,
      ),
    )
    return { counts, marks, file, coloured, notes }
  }
  return { bring, checked }
}

test('the number of marks is that of the cells with a note, whatever is wrong with them', async () => {
  const api = await startImports()
  const { bring, checked } = marksOf(api)
  const { job } = await bring('编码,名称,类型\nTaken,已有的学校,学校\nUP,上级,区县\n')
  expect(job.state).toBe('done')
  const { counts, marks, coloured, notes } = await checked(
    await bookOf([
      ['编码', '备注', '名称', '类型', '上级机构', '联系电话', '状态'],
      // Cells that are not understood, a required one that is empty, and a row without its key.
      ['A1', '', '甲', '星球', '没有的', '12', '也许'],
      ['A2', 'x', '', 'school'],
      ['', 'x', '乙', 'school'],
      // A key twice, a parent that is refused, a circle.
      ['A4', '', '丙', 'school'],
      ['A4', '', '丁', 'school'],
      ['A6', '', '戊', 'school', 'A1'],
      ['A7', '', '己', 'school', 'A8'],
      ['A8', '', '庚', 'school', 'A7'],
      // Not refused, but to be looked at: a code beside one that is stored.
      ['taken', '', '辛', 'school', 'UP'],
      ['A10', '', '壬', 'school', 'UP'],
    ]),
  )
  expect(counts.refused).toBeGreaterThanOrEqual(7)
  expect(coloured.sort()).toEqual([...notes.keys()].sort())
  expect(coloured).toEqual(expect.arrayContaining(['D2', 'E2', 'F2', 'G2', 'C3', 'A4', 'A6', 'E7', 'E8', 'A10']))
  expect(coloured).not.toContain('A11')
  expect(marks).toEqual({ cells: coloured.length, notes: coloured.length })

  // Rows that only add, or only update, and rules that look at several cells count in the same way.
  await bring('编码,名称,类型\nS1,第一小学,school\n')
  const rows = await bookOf([
    ['名称', '编码', '类型'],
    ['第一小学', 'S1', 'school'],
    ['第二小学', 'S2', 'school'],
  ])
  for (const mode of ['add', 'update']) {
    const one = await checked(rows, { mode, keys: ['code'] })
    expect(one.marks, mode).toEqual({ cells: one.coloured.length, notes: one.coloured.length })
    expect(one.coloured, mode).toHaveLength(one.counts.refused)
  }
  const years = marksOf(api, 'student-year')
  const found = await years.checked(
    await bookOf([
      ['学段', '入学年份', '毕业年份'],
      ['初中', '26', ''],
      ['初中', '1999', '1998'],
      ['初中', '2020', '2023'],
      ['初中', '2020', '2023'],
      ['没有', '2021', ''],
    ]),
  )
  expect(found.marks).toEqual({ cells: found.coloured.length, notes: found.coloured.length })
  expect(found.coloured.sort()).toEqual([...found.notes.keys()].sort())
  expect(found.coloured.length).toBeGreaterThanOrEqual(4)
})

test('every bad cell is coloured, the first ten thousand have a note, and the file says so when there are more', async () => {
  const { checked } = marksOf(await startImports())
  const head = ['编码', '名称', '类型', '联系电话', '状态', '上级机构', '学段']
  /** Rows with five bad cells each. */
  const rows = (count: number) =>
    Array.from({ length: count }, (_, row) => [`N${row}`, `第${row}小学`, '星球', '12', '也许', '没有的', '没有的'])
  const first = await checked(await bookOf([head, ['N', '小学', '星球'], ...rows(2_040)]))
  expect(first.counts.refused).toBe(2_041)
  expect(first.marks).toEqual({ cells: 10_201, notes: 10_000 })
  expect(first.coloured).toHaveLength(10_201)
  expect(first.coloured).toContain('G2042')
  // The last row with notes has only four.
  expect([...first.notes.keys()].filter((place) => place !== 'C1')).toHaveLength(10_000)
  expect([...first.notes.keys()].filter((place) => place.endsWith('2002'))).toHaveLength(4)
  expect([...first.notes.keys()].filter((place) => place.endsWith('2003'))).toEqual([])
  expect(first.notes.get('C1')).toBe(
    '【Yardstick: All 10,201 cells with problems are colored. The first 10,000 have a note.】',
  )
  expect(first.coloured).not.toContain('C1')
  // Nothing of it stays when the columns are not imported.
  const mapping = ['code', 'name', null, null, null, null, null]
  const again = await checked(first.file, { mapping, keys: ['code'] })
  expect(again.notes.has('C1')).toBe(false)
  expect(again.coloured.filter((place) => /^[C-G]/.test(place))).toEqual([])
  // A file with ten thousand bad cells has no remark on their number.
  const { marks, notes, coloured } = await checked(await bookOf([head, ...rows(2_000)]))
  expect(marks).toEqual({ cells: 10_000, notes: 10_000 })
  expect([notes.size, coloured.length]).toEqual([10_000, 10_000])
  expect(notes.has('C1')).toBe(false)
})
