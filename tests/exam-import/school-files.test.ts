import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { m } from '#src/i18n/paraglide/messages.js'
import { csvOf, startExamFiles } from '../support/exam-files.ts'
import { pack, parts } from '../support/workbook.ts'

test('titles, numbers and words are read as schools write them, what is lost is named, and swapped columns too', async () => {
  const product = await startExamFiles()
  // Titles of schools name the marks of a subject, and never its ranks and assigned scores.
  {
    const api = product
    const { subjects, collecting, choosing, filesOf } = api
    const files = filesOf(`exam-score:${await collecting({ schemeId: choosing })}`)
    const fieldOf = async (...titles: string[]) => {
      const { data } = await files.send(csvOf(['考号', ...titles].join(), ['E1', ...titles.map(() => '60')].join()))
      return data.columns.slice(1).map(({ field }) => field)
    }
    const [chinese, maths, chemistry] = [subjects.chinese, subjects.maths, subjects.chemistry].map((id) => `s${id}`)
    for (const title of ['语文成绩', '语文（150分）', '语文卷面分', '语文得分', 'YWCJ', 'Chinese score'])
      expect([title, ...(await fieldOf(title))]).toEqual([title, chinese])
    for (const title of [
      '语文排名',
      '化学赋分',
      '化学（赋分）',
      '数学班名',
      '语文等级',
      '赋分总分',
      '总分校名',
      'Chinese rank',
    ])
      expect([title, ...(await fieldOf(title))]).toEqual([title, null])
    expect(
      await fieldOf('语文成绩', '语文班名', '数学成绩', '数学班名', '化学赋分', '化学成绩', '总成绩', '名次'),
    ).toEqual([chinese, null, maths, null, null, chemistry, 'total', null])

    // A column that would be read, but not written, is no plan.
    const refusal = async (content: string, mapping: (string | null)[]) => {
      const { data } = await files.send(content)
      return files.check(data.id, { ...files.planOf(data), mapping }).catch(String)
    }
    const mistakes = [
      [
        ['number', 'mark'],
        'A column of marks needs a column of subjects. If it holds the marks of one subject, choose that subject',
      ],
      [['number', 'subject'], 'There is a column of subjects, but none of marks'],
      [
        ['number', 'subject', 'mark', chinese],
        'A file has either a column for each subject, or one of subjects and one of marks, not both',
      ],
      [['number', 'name'], 'The file has no column of marks: choose at least one subject'],
    ] as const
    for (const [mapping, text] of mistakes)
      expect(
        await refusal(
          'a,b,c,d\nE1,1,2,3\n',
          [...mapping, null, null, null].slice(0, 4).map((one) => one ?? null),
        ),
      ).toContain(text)
  }
  // Numbers and words are read as schools write them, and what is lost is named.
  {
    const api = product
    const { db, collecting, choosing, filesOf, papers } = api
    const exam = await collecting({ schemeId: choosing })
    await db.execute(sql`
      update candidate set combo = 'PCB', number = case number when 'E1' then '00701' when 'E2' then '00702' when 'E3' then '00703' else number end
      where exam_id = ${exam}`)
    const files = filesOf(`exam-score:${exam}`)
    const found = await files.said(
      csvOf(
        '考号,语文,数学,选科',
        '００７０１,９８．５,缺　考,生物+化学+物理',
        '"=""00702""",Abs.,\u00a060 ,物生化',
        "'00703,98.0,95分,PCB",
        '703,1,1,',
        'e4,1,1,地理',
        'W1,１０1,1,',
      ),
    )
    expect(found.said).toEqual([
      [5, 'Exam number: No candidate has the exam number “703”. Is it “00703”?'],
      [6, 'Exam number: No candidate has the exam number “e4”. Is it “E4”?'],
    ])
    const { data } = await files.send(csvOf('考号,语文,数学', '703,1,1'))
    await files.check(data.id, files.planOf(data))
    const { data: again } = await files.send(csvOf('考号,语文', '00701,50', '００７０１,60', 'W1,70'))
    await files.check(again.id, files.planOf(again))
    // Which of two lines is right, nobody knows: neither is written.
    expect(await files.run(again.id, files.planOf(again), true)).toMatchObject({
      result: { counts: { new: 1, refused: 2 } },
    })
    expect(await papers(exam)).toEqual(['W1 YW 70 v1'])
    // The report says what the cell has said, also of a flag and of a subject.
    await db.execute(sql`update candidate set combo = 'HCB' where exam_id = ${exam} and number = '00701'`)
    const wide = await files.said(csvOf('考号,WL', '00701,A'))
    expect((await files.rows(wide.id, 'refused')).list).toMatchObject([{ errors: [{ shown: 'Absent' }] }])
    const long = await files.said(csvOf('考号,科目,成绩', '00701,语文（必考）,A', '00701,YW,1'))
    expect(long.said).toHaveLength(2)

    // The number of a class is enough, if it is that of the class.
    const classes = await files.said(csvOf('考号,班级,语文', '00701,1班,1', '00702,（01）,1', 'W1,9班,1'))
    expect(classes.said).toEqual([[4, 'Class: West School has no class “9班”']])

    // A share is no mark, although its number is.
    const cell = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
    const sheet = `<row r="1">${cell('A1', '考号')}${cell('B1', '语文')}</row><row r="2">${cell('A2', '00701')}<c r="B2" s="1"><v>0.5</v></c></row>`
    const styles =
      '<styleSheet xmlns="x"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="9" applyNumberFormat="1"/></cellXfs></styleSheet>'
    const book = readFileSync(await pack(parts(sheet, { 'xl/styles.xml': styles })))
    const { data: view } = await files.send(book, 'marks.xlsx')
    await files.check(view.id, files.planOf(view))
    expect((await files.rows(view.id, 'refused')).list).toMatchObject([
      { errors: [{ text: 'This is no mark. Give a number, or absent, cheated or exempt', shown: '50%' }] },
    ])
  }
  // Two columns that were swapped are named, by full marks, by choices or by means.
  {
    const api = product
    const { db, collecting, filesOf, choosing } = api
    await db.execute(sql`
      insert into student (number, name, gender, year_id, org_id, since, status)
      select place.letter || 'P' || n, 'Pupil', 0, ${api.year}, place.id, '2024-09-01', 'active'
      from (values ('E', ${api.east.one}::bigint), ('W', ${api.west.one}::bigint)) place (letter, id), generate_series(1, 12) n`)
    const exam = await collecting({ schemeId: choosing })
    await db.execute(sql`
      update candidate set combo = case when id % 2 = 0 then 'PCB' else 'HCB' end where exam_id = ${exam}`)
    const files = filesOf(`exam-score:${exam}`)
    const { rows: people } = await db.execute<{ number: string; combo: string }>(
      sql`select number, combo from candidate where exam_id = ${exam} and number like 'EP%' order by id`,
    )
    const look = (text: string) => expect.stringContaining(text)
    const lines = (title: string, marks: (combo: string, n: number) => string) =>
      csvOf(title, ...people.map(({ number, combo }, n) => `${number},${marks(combo, n)}`))
    // A few marks above the full mark are enough where the other column fits.
    const above = await files.said(lines('考号,SX,YW', (_, n) => (n < 2 ? '120,60' : '90,70')))
    expect(above.said[0]).toContainEqual(
      look('look swapped: many marks of Mathematics of exams are above its full mark'),
    )
    const chosen = await files.said(lines('考号,WL,LS', (combo) => (combo === 'HCB' ? '60,' : ',60')))
    expect(chosen.said.flat()).toContainEqual(
      look('Physics of exams and History of exams look swapped: many candidates have chosen History of exams, but not'),
    )
    // Who has the wrong combination alone is not swapped.
    const one = await files.said(lines('考号,WL,LS', (combo, n) => ((combo === 'HCB') === n < 2 ? '60,' : ',60')))
    expect(one.said.flat().filter((text) => String(text).includes('swapped'))).toEqual([])
    await files.bring(csvOf('考号,HX,SW', ...people.map(({ number }) => `${number.replace('E', 'W')},90,60`)))
    expect(await files.doubted(lines('考号,HX,SW', () => '62,88'))).toContainEqual(
      look(m.examImport_alike({ one: 'Chemistry of exams', other: 'Biology of exams' }, { locale: 'en' })),
    )
    expect(await files.doubted(lines('考号,HX,SW', () => '88,62'))).toEqual([])
  }
})
