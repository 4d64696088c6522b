import { expect, test } from 'vitest'
import { organization } from '#src/db/organization.table.server.ts'
import { markFile, surveyFile } from '#src/server/import/file-reader.server.ts'
import { checkedFile, FIRST_SHEET, formatsOf, notesOf, textsOf } from '../support/checked-file.ts'
import { importer, importNodes, startImports } from '../support/imports.ts'
import { addOfficer } from '../support/officer.ts'
import { edited, partsOf, temporaryFile } from '../support/workbook.ts'

// The refused rows of a file come back as a file of their own.

type Api = Awaited<ReturnType<typeof startImports>>

const refusedRows = (api: Api, content: string | Buffer, name: string) => checkedFile(api, content, name, 'refused')

const csv =
  '编码,名称,类型,备忘\r\n0001,第一小学,学校,好\r\n0002,第二小学,星球,"两\r\n行"\r\n,第三小学,学校,=1+1\r\n0004,第四小学,学校,\r\n'

test('the refused rows of a text come back as a workbook, also after the run; mended, they alone are imported', async () => {
  const api = await startImports()

  // They come back as a workbook with their titles, numbers and reasons. Mended, they alone are imported.
  {
    const { db, view, plan, run, send, planOf, content, response } = await refusedRows(api, csv, 'schools.txt')
    expect(response.headers.get('content-disposition')).toContain('filename="schools (refused rows).xlsx"')
    const [titles, ...rows] = await textsOf(content)
    expect(titles).toEqual(['编码', '名称', '类型', '备忘', 'Row in the file', 'Reason for refusal'])
    expect(rows.map((row) => row.slice(0, 5))).toEqual([
      ['0002', '第二小学', '星球', '两\r\n行', '3'],
      [undefined, '第三小学', '学校', '=1+1', '4'],
    ])
    expect(rows[0]?.[5]).toMatch(/^Type: There is no such option/)
    expect(await notesOf(content)).toEqual([
      ['1,2', expect.stringMatching(/^【Yardstick: There is no such option/)],
      ['2,0', expect.stringMatching(/^【Yardstick: Required: it tells which row this is/)],
    ])
    const book = await partsOf(content)
    const xml = book.get(FIRST_SHEET) ?? ''
    expect(xml).toContain('<pane ySplit="1" topLeftCell="A2"')
    expect(xml).toContain('<autoFilter ref="A1:F3"/>')
    expect(xml).not.toContain('<f>')
    // Every cell of the file is a text, also an empty one, so that 0003 stays as it is typed.
    const formats = formatsOf(book)
    const third = xml.split('<row ')[3] ?? ''
    const styles = [...third.matchAll(/<c(?: t="\w+")?(?: s="(\d+)")?/g)].map(
      ([, style = '0']) => formats[Number(style)],
    )
    expect(styles.slice(0, 4)).toEqual(['49', '49', '49', '49'])

    expect(await run(view.id, plan, true)).toMatchObject({ result: { counts: { new: 2, refused: 2 } } })
    const mended = await edited(content, FIRST_SHEET, (text) =>
      text
        .replace('>星球<', '>学校<')
        .replace(/(<row r="3">)<c s="(\d+)"\/>/, '$1<c t="inlineStr" s="$2"><is><t>0003</t></is></c>'),
    )
    const { data: again } = await send(mended, '学校.xlsx')
    expect(again.columns.map(({ field }) => field)).toEqual(['code', 'name', 'type', null, null, null])
    expect(await run(again.id, planOf(again))).toMatchObject({
      state: 'done',
      result: { counts: { new: 2, refused: 0 } },
    })
    const stored = await db.select().from(organization).orderBy(organization.code)
    expect(stored.map(({ code }) => code)).toEqual(['0001', '0002', '0003', '0004'])
  }

  // After the run the refused rows are still there to download, and only for their sender.
  {
    await api.db.delete(organization)
    const { view } = await api.bring(csv, { skipRefused: true })
    const { response, content } = await api.fetchFile(view.id, 'refused')
    expect(response.status).toBe(200)
    expect(await textsOf(content)).toHaveLength(3)
    await addOfficer({ db: api.db }, { username: 'officer', nodes: [...importNodes], scope: 'all' })
    const other = importer(api, await api.signIn('admin', 'officer'))
    expect((await other.fetchFile(view.id, 'refused')).response.status).toBe(404)
    const headers = { authorization: `Bearer ${api.call.tokens.access_token}` }
    const at = `/adminApi/organization/download/${view.id}?rows`
    const asked = (rows: string) => api.api.request(`${at}=${rows}`, { method: 'HEAD', headers })
    expect([(await asked('refused')).status, (await asked('some')).status]).toEqual([200, 400])
  }
})

test('the refused rows of a file come back with their numbers and reasons, whatever the file is', async () => {
  const api = await startImports()

  // Rows that are only warned of are not refused.
  {
    const { checked, call, view } = await refusedRows(api, '编码,名称,类型\nX7,三,学校\nx7,四,学校\n', 'a.csv')
    expect(checked).toMatchObject({ result: { counts: { refused: 0 }, warnings: { rows: 2 } } })
    const asked = `/adminApi/organization/download/${view.id}?rows=refused`
    expect(await call('GET', asked)).toMatchObject({ code: 404, msg: 'No row was refused.' })
  }

  // Sent back half mended, the file comes again with new numbers and reasons, and none of the old ones.
  {
    const { content, send, planOf, check, fetchFile } = await refusedRows(api, csv, 'a.csv')
    const half = await edited(content, FIRST_SHEET, (xml) => xml.replace('>星球<', '>学校<'))
    const { data: again } = await send(half, 'a.xlsx')
    expect(await check(again.id, planOf(again))).toMatchObject({ result: { counts: { new: 1, refused: 1 } } })
    const [titles, ...rows] = await textsOf((await fetchFile(again.id, 'refused', 'zh-cn')).content)
    expect(titles).toEqual(['编码', '名称', '类型', '备忘', '原文件行号', '导入失败原因'])
    expect(rows.map((row) => row[4])).toEqual(['3'])
    expect(rows[0]?.[5]).toMatch(/^机构代码：/)
    // In the whole file, the reason of the mended row is gone as well.
    const whole = await textsOf((await fetchFile(again.id)).content)
    expect(whole.map((row) => [row[0], row[4], row[5]])).toEqual([
      ['编码', 'Row in the file', 'Reason for refusal'],
      ['0002', '3', undefined],
      [undefined, '4', 'Code: Required: it tells which row this is'],
    ])
  }

  // Rows without titles get those of their fields.
  {
    const { data: view } = await api.send('T1,第一小学,星球,x\nT2,第二小学,学校,y\n', 'a.csv')
    const plan = { header: 0, mapping: ['code', 'name', 'type', null], keys: ['code'] }
    await api.check(view.id, plan)
    const [titles, ...rows] = await textsOf((await api.fetchFile(view.id, 'refused', 'zh-cn')).content)
    expect(titles).toEqual(['机构代码', '机构名称', '机构类型', undefined, '原文件行号', '导入失败原因'])
    expect(rows).toEqual([['T1', '第一小学', '星球', 'x', '1', expect.stringContaining('没有这个选项')]])
  }

  // Of more bad cells than notes, each has its reason and its colour.
  {
    const lines = Array.from({ length: 2_010 }, (_, at) => `N${at},第 ${at} 小学,星球,12,也许,没有的,没有的`)
    const { content, checked } = await refusedRows(
      api,
      `编码,名称,类型,联系电话,状态,上级机构,学段\n${lines.join('\n')}\n`,
      'a.csv',
    )
    expect(checked).toMatchObject({ result: { counts: { refused: 2_010 } } })
    const rows = await textsOf(content)
    expect(rows).toHaveLength(2_011)
    expect(rows.slice(1).every((row) => row[8]?.includes('Type: '))).toBe(true)
    const book = await partsOf(content)
    expect(book.get('xl/comments1.xml')?.match(/<comment /g)).toHaveLength(10_000)
    const xml = book.get(FIRST_SHEET) ?? ''
    const bad = /<row r="2011">.*?<c t="inlineStr" s="(\d+)"><is><t xml:space="preserve">星球</.exec(xml)?.[1]
    expect(book.get('xl/styles.xml')).toContain('FFC7CD')
    expect(xml).toContain(`<row r="2"><c t="inlineStr" s="6"><is><t xml:space="preserve">N0</t></is></c>`)
    expect(Number(bad)).toBeGreaterThan(8)
  }

  // What no workbook can hold comes back as CSV, with a column of reasons.
  {
    const long = '长'.repeat(32_768)
    const { view, response, content, send, planOf, check, fetchFile } = await refusedRows(
      api,
      `编码\t名称\t类型\t备忘\nL1\t第一小学\t星球\t${long}\nL2\t第二小学\t学校\t=1\nL3\t第三小学\t#N/A\t\n`,
      'long.txt',
    )
    expect(view).toMatchObject({ format: 'csv', returned: 'csv' })
    expect(response.headers.get('content-disposition')).toContain('filename="long (refused rows).csv"')
    const linesOf = (file: Buffer) => file.toString('utf8').replaceAll(long, '(long)').trimEnd().split('\r\n')
    const lines = linesOf(content)
    expect(lines[0]).toBe('\ufeff编码,名称,类型,备忘,Row in the file,Reason for refusal')
    expect(lines[1]).toMatch(/^L1,第一小学,星球,\(long\),2,"?Type: There is no such option/)
    expect(lines[2]).toMatch(/^L3,第三小学,#N\/A,,4,Type: The cell holds the error #N\/A/)
    expect(lines).toHaveLength(3)
    expect(linesOf((await fetchFile(view.id)).content)[2]).toBe("L2,第二小学,学校,'=1,")
    const { data: again } = await send(content, '长.csv')
    expect(await check(again.id, planOf(again))).toMatchObject({ result: { counts: { new: 0, refused: 2 } } })
  }
})

test('reasons that cannot be read end the download with their error', async () => {
  const file = temporaryFile('a.csv', csv)
  const given = { file, facts: await surveyFile(file), sheet: 0, header: 1, columns: [], onlyRefused: true }
  const title = { own: 'x', known: [] }
  const cut = { text: '', named: '' }
  const task = { kind: 'returnBook', name: 'a', titles: { reason: title, row: title }, cut, ...given } as const
  const reasons = { next: () => Promise.reject(new Error('the database is gone')) }
  const made = async () => {
    let size = 0
    for await (const piece of await markFile(task, { reasons })) size += piece.length
    return size
  }
  await expect(made()).rejects.toThrow('the database is gone')
})

test('no reason in a CSV file is read as a formula', async () => {
  const file = temporaryFile('a.csv', csv)
  const title = { own: '=title', known: [] }
  const given = { file, facts: await surveyFile(file), sheet: 0, header: 1, columns: [], onlyRefused: true }
  const task = { kind: 'returnText', titles: { reason: title, row: title }, cut: { text: '', named: '' } } as const
  const batches = [[{ row: 3, marks: [], text: '=cmd()' }], []]
  const reasons = { next: async () => ({ value: batches.shift() ?? [], done: false }) }
  let text = ''
  for await (const piece of await markFile({ ...task, ...given }, { reasons })) text += new TextDecoder().decode(piece)
  const [titles] = text.split('\r\n')
  expect(titles).toMatch(/,'=title,'=title$/)
  expect(text).toMatch(/,'=cmd\(\)\r\n$/)
})
