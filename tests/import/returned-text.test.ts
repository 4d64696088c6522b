import { expect, test } from 'vitest'
import { checkedFile, FIRST_SHEET, textsOf } from '../support/checked-file.ts'
import { startImports } from '../support/imports.ts'
import { edited, partsOf, readRows, temporaryFile } from '../support/workbook.ts'

type Api = Awaited<ReturnType<typeof startImports>>

const returnedFile = (api: Api, content: string | Buffer, name: string) => checkedFile(api, content, name, 'all')

test('a text comes back as a workbook of texts with a column of reasons, also when it is sent again', async () => {
  const api = await startImports()

  // A text comes back as a workbook of texts with a column of reasons, in the rows that it had.
  {
    const lines = [
      'sep=\t',
      '学校登记表',
      '编码\t名称\t类型\t备忘',
      '0001\t第一小学\t星球\t=1+1',
      '\t第二小学\t学校\t12345678901234567890',
      '0003\t第三小学\t学校\t"两\r\n行"',
      '0004\t_x000D_\t学校\t###\t多出来的',
      '0005\t#N/A\t学校\t1-2',
      '0006\tErr:502\t学校\t',
    ]
    const { view, response, content, send, planOf, check, rows } = await returnedFile(
      api,
      Buffer.from(`\ufeff${lines.join('\n')}\n`, 'utf16le'),
      'schools.txt',
    )
    expect(response.headers.get('content-disposition')).toContain('filename="schools (problems marked).xlsx"')
    expect(response.headers.get('content-type')).toContain('spreadsheetml.sheet')
    const found = await readRows(temporaryFile('back.xlsx', content))
    expect(found.map(({ row }) => row)).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
    const words = found.map(({ cells }) => Array.from({ length: 6 }, (_, at) => cells[at]?.text))
    expect(words[0]?.[0]).toBe('学校登记表')
    expect(words[1]).toEqual(['编码', '名称', '类型', '备忘', undefined, 'Reason for refusal'])
    expect(words[2]).toEqual([
      '0001',
      '第一小学',
      '星球',
      '=1+1',
      undefined,
      expect.stringMatching(/^Type: There is no/),
    ])
    expect(words[3]).toEqual([
      undefined,
      '第二小学',
      '学校',
      '12345678901234567890',
      undefined,
      'Code: Required: it tells which row this is',
    ])
    expect(words[4]).toEqual(['0003', '第三小学', '学校', '两\r\n行', undefined, undefined])
    // In a column that is not read, ### is only a text.
    expect(words[5]).toEqual(['0004', '_x000D_', '学校', '###', '多出来的', undefined])
    expect(found.slice(0, 6).every(({ cells }) => cells.every((cell) => !cell || cell.kind === 'text'))).toBe(true)
    expect(found[6]?.cells[1]).toEqual({ kind: 'error', text: '#N/A' })
    expect(found[7]?.cells[1]).toMatchObject({ kind: 'error' })
    const book = await partsOf(content)
    expect(book.get(FIRST_SHEET)).toContain('<pane ySplit="3" topLeftCell="A4"')
    expect(book.get(FIRST_SHEET)).toContain('<autoFilter ref="A3:F9"/>')
    expect(book.get(FIRST_SHEET)).not.toContain('<f>')
    // An empty code is a text too.
    const [, style] = /<row r="5"><c s="(\d+)"\/>/.exec(book.get(FIRST_SHEET) ?? '') ?? []
    const xfs = [...(book.get('xl/styles.xml')?.split('<cellXfs')[1] ?? '').matchAll(/<xf [^>]*numFmtId="(\d+)"/g)]
    expect(xfs[Number(style)]?.[1]).toBe('49')

    const { data: again } = await send(content, '学校.xlsx')
    expect(again.header).toBe(view.header)
    expect(again.columns.slice(0, 5).map(({ field }) => field)).toEqual(['code', 'name', 'type', null, null])
    const job = await check(again.id, planOf(again))
    expect(job).toMatchObject({ result: { counts: { new: 2, refused: 4 } } })
    const reasonsOf = async (id: number) =>
      (await rows(id, 'refused')).list.map(({ row, errors }) => [row, errors.map(({ field, text }) => [field, text])])
    const [first, second] = [await reasonsOf(view.id), await reasonsOf(again.id)]
    // A program knows no error of this name.
    expect(second.slice(0, 3)).toEqual(first.slice(0, 3))
    expect(second[3]?.[0]).toBe(9)
  }

  // What stands far down behind the last title is kept, behind the reasons.
  {
    const lines = Array.from({ length: 90 }, (_, at) => `S${at},第 ${at} 小学,学校`)
    const { content, view } = await returnedFile(
      api,
      `编码,名称,类型\n${lines.join('\n')}\nX,某校,星球,多,出\n`,
      'a.csv',
    )
    expect(view.columns).toHaveLength(3)
    const rows = await textsOf(content)
    expect(rows[0]?.[3]).toBe('Reason for refusal')
    expect(rows.at(-1)).toEqual(['X', '某校', '星球', expect.stringContaining('no such option'), '多', '出'])
  }

  // A returned text that is sent again gets new reasons in the same column.
  {
    const { content, send, planOf, check, fetchFile } = await returnedFile(
      api,
      '编码,名称,类型\nS1,第一小学,星球\nS2,第二小学,学校\nS3,第三小学,行星\n',
      'a.csv',
    )
    const half = await edited(content, FIRST_SHEET, (xml) => xml.replace('>星球<', '>学校<').replace('>S2<', '><'))
    const { data: view } = await send(half, 'a.xlsx')
    expect(view.columns.map(({ field }) => field)).toEqual(['code', 'name', 'type', null])
    await check(view.id, planOf(view))
    const back = (await fetchFile(view.id)).content
    const rows = await textsOf(back)
    expect(rows.map((row) => row[3])).toEqual([
      'Reason for refusal',
      undefined,
      'Code: Required: it tells which row this is',
      expect.stringMatching(/^Type: There is no such option/),
    ])
    expect(rows.every((row) => row.length <= 4)).toBe(true)
    // All but the reasons and the marks is as it was sent.
    expect(rows.map((row) => row.slice(0, 3))).toEqual((await textsOf(half)).map((row) => row.slice(0, 3)))
  }
})
