import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { organization } from '#src/db/organization.table.server.ts'
import { inEachLanguage } from '#src/i18n/locale.server.ts'
import { type Warning, warningText } from '#src/server/import/warnings.server.ts'
import { importer, importNodes, type Plan, startImports } from '../support/imports.ts'
import { addOfficer } from '../support/officer.ts'
import { pack, parts, readTexts, temporaryFile } from '../support/workbook.ts'

const head = '编码,名称,类型,上级组织'

type Listed = { row: number; warnings: { kind: string; field: string; text: string }[] }

async function start() {
  const api = await startImports()
  const checked = async (content: string | Buffer, change: Partial<Plan> & { name?: string } = {}) => {
    const { name, ...rest } = change
    const { data: view } = await api.send(content, name)
    const plan = { ...api.planOf(view), ...rest }
    const job = await api.check(view.id, plan)
    expect(job).toMatchObject({ state: 'done' })
    const list = async (kind = '') => {
      const path = `/adminApi/organization/importRows?id=${view.id}&action=warned${kind && `&kind=${kind}`}`
      return ((await api.call('GET', path)).data as { list: Listed[] }).list
    }
    const run = (more: object = {}) =>
      api.call('POST', '/adminApi/organization/importRun', { id: view.id, plan, ...more })
    return { view, plan, warnings: (job.result as { warnings: unknown }).warnings, list, run }
  }
  const told = (rows: Listed[]) => rows.map(({ row, warnings }) => [row, warnings.map((one) => one.text)])
  return { ...api, checked, told }
}

test('what may be a mistake is named: near codes, equal names, serial numbers, and only of rows that one may see', async () => {
  const api = await start()

  // Codes that differ only by case or zeros in front from others are named, stored ones and those of the file.
  {
    const { db, checked, told } = api
    await db.insert(organization).values([
      { code: 'DEMO-1', name: '甲', type: 'school', sortKey: 'a0' },
      { code: '0012345', name: '乙', type: 'school', sortKey: 'a1' },
      { code: '0', name: '零', type: 'school', sortKey: 'a2' },
    ])
    const { warnings, list } = await checked(
      `${head}\ndemo-1,一,学校,\n12345,二,学校,\nX7,三,学校,\nx7,四,学校,\nOK,五,学校,\nDEMO-1,改名,学校,\n00,六,学校,\n`,
    )
    expect(warnings).toEqual({ rows: 5, kinds: { near: 5 } })
    expect(told(await list('near'))).toEqual([
      [2, ['It differs from “DEMO-1”, which exists already, only by case or zeros in front']],
      [3, ['It differs from “0012345”, which exists already, only by case or zeros in front']],
      [4, ['It differs from “x7” in row 5 only by case or zeros in front']],
      [5, ['It differs from “X7” in row 4 only by case or zeros in front']],
      [8, ['It differs from “0”, which exists already, only by case or zeros in front']],
    ])
    expect(await list('serial')).toEqual([])
  }

  // A name that a row beside already has is named; the same name below another parent is not.
  {
    await api.db.delete(organization)
    const { db, checked, told } = api
    const [a] = await db
      .insert(organization)
      .values([
        { code: 'A', name: '甲区', type: 'district', sortKey: 'a0' },
        { code: 'B', name: '乙区', type: 'district', sortKey: 'a1' },
      ])
      .returning({ id: organization.id })
    await db.insert(organization).values([
      { code: 'A1', name: '实验小学', type: 'school', pid: a?.id, sortKey: 'a0' },
      { code: 'A0', name: '中心小学', type: 'school', pid: a?.id, sortKey: 'a1' },
    ])
    const { warnings, list } = await checked(
      `${head}\nA2,中心小学,学校,A\nB1,中心小学,学校,B\nN,新区,学校,\nN1,一班,班级,N\nN2,一班,班级,N\nB2,一班,班级,B\nA1,实验小学,校区,A\n`,
      { mapping: ['code', 'name', 'type', 'pid'] },
    )
    expect(told(await list('sameName'))).toEqual([
      [2, ['There is one with this name already']],
      [5, ['Row 6 has the same name']],
      [6, ['Row 5 has the same name']],
    ])
    expect(warnings).toMatchObject({ kinds: { sameName: 3 } })
  }

  // 1, 2, 3 … as codes look like serial numbers; codes with zeros in front, gaps or two rows do not.
  {
    await api.db.delete(organization)
    const { checked } = api
    const codes = async (...given: string[]) => {
      const { warnings } = await checked(
        `${head}\n${given.map((code, at) => `${code},名${at}${code},学校,`).join('\n')}\n`,
        { keys: ['code'] },
      )
      return (warnings as { kinds: object }).kinds
    }
    expect(await codes('1', '2', '3')).toEqual({ serial: 3 })
    expect(await codes('3', '1', '2', '0')).toEqual({ serial: 4 })
    expect(await codes('01', '02', '03')).toEqual({})
    expect(await codes('1', '2', '4')).toEqual({})
    expect(await codes('1', '2')).toEqual({})
    expect(await codes('440301', '440302', '440303')).toEqual({})
  }

  // Stored rows that a serial would match and change are warned of, and unchanged ones are not.
  {
    await api.db.delete(organization)
    const { db, checked, told } = api
    await db
      .insert(organization)
      .values(['1', '2', '3'].map((code) => ({ code, name: `甲${code}`, type: 'school', sortKey: `a${code}` })))
    const other = await checked(`${head}\n1,乙1,学校,\n2,乙2,学校,\n3,甲3,学校,\n`, { keys: ['code'] })
    expect(other.warnings).toEqual({ rows: 2, kinds: { serial: 2 } })
    const text = 'This looks like a serial number (1, 2, 3 …), not like a code'
    expect(told(await other.list())).toEqual([
      [2, [text]],
      [3, [text]],
    ])
    expect((await checked(`${head}\n1,甲1,学校,\n2,甲2,学校,\n3,甲3,学校,\n`, { keys: ['code'] })).warnings).toEqual({
      rows: 0,
      kinds: {},
    })
  }

  // Nobody is warned with rows that they may not see.
  {
    await api.db.delete(organization)
    const { db, signIn } = api
    const [mine] = await db
      .insert(organization)
      .values([
        { code: 'MINE', name: '我区', type: 'district', sortKey: 'a0' },
        { code: 'Secret', name: '别区', type: 'district', sortKey: 'a1' },
      ])
      .returning({ id: organization.id })
    await addOfficer(
      { db },
      {
        username: 'officer',
        nodes: [...importNodes],
        scope: 'orgBelow',
        deptId: mine?.id,
      },
    )
    const theirs = importer(api, await signIn('admin', 'officer'))
    const { data: view } = await theirs.send(`${head}\nSECRET,新,学校,MINE\nmine,新二,学校,MINE\n`)
    const job = await theirs.check(view.id, theirs.planOf(view))
    expect(job).toMatchObject({ result: { warnings: { rows: 1, kinds: { near: 1 } } } })
  }
})

/** A workbook with the styles of a clerk: prefixes, days that were codes, truth values, percentages. */
async function clerksBook(): Promise<Buffer> {
  const codes = ['"SZ"0000', 'm-d', '0%', ';;;', '#,##0']
  const styles = `<styleSheet xmlns="x"><numFmts>${codes
    .map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`)
    .join(
      '',
    )}</numFmts><cellXfs><xf numFmtId="0"/>${codes.map((_, at) => `<xf numFmtId="${164 + at}"/>`).join('')}</cellXfs></styleSheet>`
  const text = (at: string, content: string) => `<c r="${at}" t="inlineStr"><is><t>${content}</t></is></c>`
  const row = (at: number, code: string, name: string) => `<row r="${at}">${code}${name}${text(`C${at}`, '学校')}</row>`
  return readFileSync(
    await pack(
      parts(
        `<row r="1">${text('A1', '编码')}${text('B1', '名称')}${text('C1', '类型')}</row>` +
          row(2, '<c r="A2" s="1"><v>7</v></c>', text('B2', '前缀')) +
          row(3, '<c r="A3" s="2"><v>46082</v></c>', '<c r="B3" s="2"><v>46082</v></c>') +
          row(4, '<c r="A4" t="b"><v>1</v></c>', '<c r="B4" s="3"><v>0.925</v></c>') +
          row(5, '<c r="A5" s="4"><v>5</v></c>', text('B5', '隐藏')) +
          row(6, '<c r="A6" s="5"><v>12345</v></c>', '<c r="B6" s="5"><v>12345</v></c>') +
          row(7, '<c r="A7"><v>4403000000000001</v></c>', text('B7', '十六位')),
        { 'xl/styles.xml': styles },
      ),
    ),
  )
}

test('a workbook comes in as it is seen, and warnings have to be accepted', async () => {
  const api = await start()

  // A workbook comes in as it is seen, and what was no text is named at its cell.
  {
    const { db, checked, told, rows } = api
    const { view, warnings, list, run } = await checked(await clerksBook(), { name: 'clerk.xlsx' })
    expect(view.columns[0]?.samples).toEqual(['SZ0007', '3-1', 'TRUE', '5'])
    expect(told(await list())).toEqual([
      [
        3,
        [
          'The cell holds a date or a time; it is read as the text “3-1”',
          'The cell holds a date or a time; it is read as the text “3-1”',
        ],
      ],
      [
        4,
        [
          'The cell holds a truth value; it is read as the text “TRUE”',
          'The cell holds “0.925”; it is read as it is shown, “93%”',
        ],
      ],
      [5, ['It cannot be told what the cell shows; “5” is read']],
      [6, ['The cell shows “12,345”; “12345” is read']],
    ])
    expect(warnings).toEqual({ rows: 4, kinds: { date: 1, boolean: 1, shown: 3 } })
    expect((await rows(view.id, 'refused')).list.map(({ row }) => row)).toEqual([7])
    const answer = await run({ skipRefused: true, acceptWarnings: true })
    expect(answer).toMatchObject({ code: 200 })
    await expect.poll(() => db.$count(organization)).toBe(5)
    expect((await db.select().from(organization)).map(({ code, name }) => [code, name])).toEqual([
      ['SZ0007', '前缀'],
      ['3-1', '3-1'],
      ['TRUE', '93%'],
      ['5', '隐藏'],
      ['12345', '12,345'],
    ])
  }

  // The import refuses warnings that nobody has accepted, before it begins and while it runs.
  {
    await api.db.delete(organization)
    const { db, checked, send, planOf, run: runNow } = api
    const file = `${head}\n1,一,学校,\n2,二,学校,\n3,三,学校,\n`
    const { run, view, plan } = await checked(file, { keys: ['code'] })
    const refused = {
      code: 422,
      msg: '3 rows should be looked at first. Accept the warnings to import them.',
      data: { reason: 'warnings', warnings: { rows: 3, kinds: { serial: 3 } } },
    }
    expect(await run()).toMatchObject(refused)
    expect(await run({ sinceCheck: 'skip' })).toMatchObject(refused)
    expect(await run({ sinceCheck: 'overwrite' })).toMatchObject(refused)
    // Without a check, the import itself finds them.
    const { data: unchecked } = await send(file)
    expect(
      await runNow(unchecked.id, { ...planOf(unchecked), keys: ['code'] }, false, { acceptWarnings: false }),
    ).toMatchObject({
      state: 'failed',
      message: refused.msg,
    })
    expect(await db.$count(organization)).toBe(0)
    expect(await runNow(view.id, plan)).toMatchObject({ state: 'done', result: { counts: { new: 3 } } })
  }

  // The marked file names the warnings in their rows.
  {
    await api.db.delete(organization)
    const { checked, fetchFile } = api
    const { view } = await checked(`${head}\nX7,三,学校,\nx7,四,学校,\nOK,五,学校,\n`)
    const lines = await readTexts(temporaryFile('back.xlsx', (await fetchFile(view.id)).content))
    expect(lines[1]?.[4]).toContain('Please check: It differs from “x7” in row 3 only by case or zeros in front')
    expect(lines[2]?.[4]).toContain('Please check: It differs from “X7” in row 2 only by case or zeros in front')
    expect(lines[3]).toEqual(['OK', '五', '学校'])
  }

  // A date in a name that is stored like this already is no warning.
  {
    await api.db.delete(organization)
    const { db, checked } = api
    await db.insert(organization).values({ code: 'SZ0007', name: '3-1', type: 'school', sortKey: 'a0' })
    const book = readFileSync(
      await pack(
        parts(
          `<row r="1"><c r="A1" t="inlineStr"><is><t>编码</t></is></c><c r="B1" t="inlineStr"><is><t>名称</t></is></c></row>` +
            `<row r="2"><c r="A2" t="inlineStr"><is><t>SZ0007</t></is></c><c r="B2" s="1"><v>46082</v></c></row>`,
          {
            'xl/styles.xml': `<styleSheet xmlns="x"><numFmts><numFmt numFmtId="164" formatCode="m-d"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
          },
        ),
      ),
    )
    expect((await checked(book, { name: 'a.xlsx' })).warnings).toEqual({ rows: 0, kinds: {} })
  }
})

const sentences: [Warning, { en: string; 'zh-cn': string }][] = [
  [
    { kind: 'rule', field: 'type', said: { en: 'Unusual', 'zh-cn': '不常见' } },
    { en: 'Unusual', 'zh-cn': '不常见' },
  ],
  [
    { kind: 'cut', field: 'name', taken: 'and so' },
    {
      en: 'The cell holds 32,767 characters, the most that a cell of a workbook can hold, so its end may be missing. It ends with “and so”',
      'zh-cn': '单元格正好是工作簿允许的最多 32,767 个字符，后面的内容可能已丢失。现在的结尾是“and so”',
    },
  ],
  [
    { kind: 'near', field: 'code', taken: 'A' },
    {
      en: 'It differs from “A”, which exists already, only by case or zeros in front',
      'zh-cn': '与已有的“A”只差大小写或开头的 0',
    },
  ],
  [
    { kind: 'near', field: 'code', taken: 'A', row: 3 },
    {
      en: 'It differs from “A” in row 3 only by case or zeros in front',
      'zh-cn': '与第 3 行的“A”只差大小写或开头的 0',
    },
  ],
  [
    { kind: 'sameName', field: 'name' },
    { en: 'There is one with this name already', 'zh-cn': '已经有同名的了' },
  ],
  [
    { kind: 'sameName', field: 'name', row: 4 },
    { en: 'Row 4 has the same name', 'zh-cn': '与第 4 行同名' },
  ],
  [
    { kind: 'serial', field: 'code' },
    { en: 'This looks like a serial number (1, 2, 3 …), not like a code', 'zh-cn': '像是序号（1、2、3…），不像编码' },
  ],
  [
    { kind: 'date', field: 'name', taken: '3-1' },
    {
      en: 'The cell holds a date or a time; it is read as the text “3-1”',
      'zh-cn': '单元格里是日期或时间，按文字“3-1”读入',
    },
  ],
  [
    { kind: 'boolean', field: 'name', taken: 'TRUE' },
    {
      en: 'The cell holds a truth value; it is read as the text “TRUE”',
      'zh-cn': '单元格里是逻辑值，按文字“TRUE”读入',
    },
  ],
  [
    { kind: 'shown', field: 'name', shown: '93%', taken: '92.5%' },
    { en: 'The cell shows “93%”; “92.5%” is read', 'zh-cn': '单元格显示为“93%”，读入的是“92.5%”' },
  ],
  [
    { kind: 'shown', field: 'name', shown: '93%', taken: '93%', held: '0.925' },
    {
      en: 'The cell holds “0.925”; it is read as it is shown, “93%”',
      'zh-cn': '单元格的值是“0.925”，按显示的“93%”读入',
    },
  ],
  [
    { kind: 'shown', field: 'name', shown: '', taken: '5' },
    { en: 'It cannot be told what the cell shows; “5” is read', 'zh-cn': '看不出单元格显示成什么，读入的是“5”' },
  ],
]

test.each(sentences)('a warning is said in both languages: %j', (warning, says) => {
  expect(inEachLanguage(() => warningText(warning))).toEqual(says)
})
