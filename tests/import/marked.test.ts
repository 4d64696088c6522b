import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readXlsx } from 'hucre'
import { expect, test } from 'vitest'
import { startImports } from '../support/imports.ts'
import { readTexts, temporaryFile } from '../support/workbook.ts'

const fixture = (name: string) => readFileSync(join(import.meta.dirname, '../sheet/files', name))

async function returned(content: string | Buffer, name: string) {
  const api = await startImports()
  const { data: view } = await api.send(content, name)
  const plan = api.planOf(view)
  const checked = await api.check(view.id, plan)
  const fetchMarked = async (id: number) => {
    const headers = { authorization: `Bearer ${api.call.tokens.access_token}`, 'accept-language': 'en' }
    const response = await api.api.request(`/adminApi/organization/download/${id}`, { headers })
    return { response, content: Buffer.from(await response.arrayBuffer()) }
  }
  return { ...api, view, plan, checked, fetchMarked, ...(await fetchMarked(view.id)) }
}

test.each(['organizations.xlsx', 'lo-organizations.xlsx'])(
  'the same workbook comes back with bad cells marked, and all else as it was: %s',
  async (name) => {
    const { view, response, content, checked } = await returned(fixture(name), name)
    expect(view.header).toBe(3)
    expect(checked.state).toBe('done')
    expect(response.headers.get('content-disposition')).toContain("filename*=UTF-8''")
    const file = temporaryFile('back.xlsx', content)
    // Every value is what it was, on every sheet.
    for (const sheet of [0, 1, 2])
      expect(await readTexts(file, sheet)).toEqual(await readTexts(temporaryFile('a.xlsx', fixture(name)), sheet))
    const book = await readXlsx(new Uint8Array(content))
    expect(book.sheets.map((sheet) => sheet.name)).toEqual(['学校名单', '说明', '隐藏'])
    const cells = book.sheets[0]?.cells
    const note = (row: number, column: number) => cells?.get(`${row - 1},${column}`)?.comment?.text ?? ''
    // D8 星球, F8 12, G8 也许: the type, the phone, the status.
    expect(note(8, 3)).toContain('There is no such option')
    expect(note(8, 5)).toContain('phone')
    expect(note(8, 6)).toContain('yes or no')
    expect(note(8, 2)).toContain('原来的批注')
  },
)

test('a text comes back with a column of reasons, and a returned one gets no second', async () => {
  const { content, send, planOf, check, fetchMarked } = await returned(
    '编码,名称,类型\nS1,"第一, 小学",星球\nS2,第二小学,学校\n',
    'a.csv',
  )
  const text = content.toString('utf8')
  expect(text.startsWith('\ufeff')).toBe(true)
  const lines = text.slice(1).split('\r\n')
  expect(lines[0]).toBe('编码,名称,类型,Reason for refusal')
  expect(lines[1]).toMatch(/^S1,"第一, 小学",星球,".*: There is no such option/)
  expect(lines[2]).toBe('S2,第二小学,学校,')
  const { data: view } = await send(content, 'a.csv')
  expect(view.columns.at(-1)).toMatchObject({ title: 'Reason for refusal', field: null })
  await check(view.id, planOf(view))
  const again = (await fetchMarked(view.id)).content.toString('utf8')
  expect(again).toBe(text)
})
