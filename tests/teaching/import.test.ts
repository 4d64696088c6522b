import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { idOf } from '../support/base-info.ts'
import { importer } from '../support/imports.ts'
import { addOfficer } from '../support/officer.ts'
import { startTeaching } from '../support/teaching.ts'

const head = '教师号,学校,班级,学科,学期'
const file = (...lines: string[]) => [head, ...lines].join('\n')

async function staff() {
  const api = await startTeaching()
  const [li, wang] = [await api.teacher('li', api.east.id), await api.teacher('wang', api.west.id)]
  const named = (id: number, values: object) => api.call('POST', '/adminApi/user/edit', { id, ...values })
  await named(li.id, { nickname: 'Teacher Li', phone: '13800000001' })
  await named(wang.id, { nickname: 'Teacher Wang' })
  const rows = async () => {
    const { data } = await api.call('GET', '/adminApi/teaching/index?limit=200&order=id,asc')
    return (data as { list: { accountId: number; orgId: number; subjectId: number; termId: number }[] }).list
  }
  const said = async (...lines: string[]) => {
    const { data } = await api.send(file(...lines))
    const job = await api.check(data.id, api.planOf(data))
    const { list } = await api.rows(data.id, 'refused')
    return { job, said: list.map(({ errors }) => errors.map(({ field, text }) => `${field}: ${text}`).toSorted()) }
  }
  return { ...api, li: li.id, wang: wang.id, named, stored: rows, said }
}

test('an import of assignments: names, undo, errors, doubts and scopes', async () => {
  const product = await staff()
  // A line names teacher, school, class, subject and term as people do.
  {
    const { bring, stored, li, wang, east, west, terms } = product
    const { job } = await bring(
      file(
        'li,East School,Class 1,语文,',
        '13800000001,E,Class 2,YW,2001-2002 second term',
        'Teacher Wang,West School,Class 1,数学,2001-2002 1',
        'wang,,W-2,数学,2002-2003学年第一学期',
      ),
    )
    expect(job).toMatchObject({ state: 'done', result: { counts: { new: 4, refused: 0 } } })
    expect(await stored()).toMatchObject([
      { accountId: li, orgId: east.one, termId: terms.current },
      { accountId: li, orgId: east.two, termId: terms.current },
      { accountId: wang, orgId: west.one, termId: terms.past },
      { accountId: wang, orgId: west.two, termId: terms.next },
    ])
  }
  await product.db.execute(sql`delete from teaching`)
  // The same file again changes nothing, and the first import can be undone.
  {
    const { bring, begin, stored } = product
    const lines = file('li,E,Class 1,语文,', 'wang,W,Class 1,语文,')
    const { view } = await bring(lines)
    expect((await bring(lines)).job).toMatchObject({ result: { counts: { new: 0, unchanged: 2 } } })
    await begin('importUndo', { id: view.id })
    expect(await stored()).toEqual([])
  }
  await product.db.execute(sql`delete from teaching`)
  // An officer assigns only teachers and classes of the own school.
  {
    const api = product
    await addOfficer(api, {
      username: 'head',
      nodes: ['baseInfo/teaching/index', 'baseInfo/teaching/add', 'baseInfo/teaching/edit'],
      scope: 'orgBelow',
      deptId: api.east.id,
    })
    const own = importer(api, await api.signIn('admin', 'head'), 'teaching')
    const { data } = await own.send(file('wang,E,Class 1,语文,', 'li,W,Class 1,语文,', '13800000001,E,Class 1,语文,'))
    const job = await own.check(data.id, own.planOf(data))
    expect(job).toMatchObject({ result: { counts: { new: 0, refused: 3 } } })
  }
  await product.db.execute(sql`delete from teaching`)
  // Among teachers of one name, those of the school count, and one of another school is in doubt.
  {
    const { bring, call, stored, named, check, planOf, send, wang, west } = product
    await named(wang, { nickname: 'Teacher Li' })
    await bring(file('Teacher Li,W,Class 1,语文,'))
    expect(await stored()).toMatchObject([{ accountId: wang, orgId: west.one }])
    const { data } = await send(file('li,W,Class 2,语文,'))
    expect(await check(data.id, planOf(data))).toMatchObject({ result: { counts: { new: 1 } } })
    const warned = await call('GET', `/adminApi/teaching/importRows?id=${data.id}&action=warned`)
    expect((warned.data as { list: object[] }).list).toMatchObject([
      { warnings: [{ field: 'teacher', text: 'The teacher’s department is in another school (East School)' }] },
    ])
  }
  await product.db.execute(sql`delete from teaching`)
  // Each error is at its cell.
  {
    const { said, named, wang } = product
    await named(wang, { nickname: 'Teacher Li' })
    expect(
      (
        await said(
          'nobody,E,Class 1,语文,',
          'Teacher Li,,W-1x,语文,',
          'li,Nowhere,Class 1,语文,',
          'li,E,Class 9,语文,',
          'li,,Class 1,语文,',
          'li,E,"Class 1、Class 2",语文,',
          'li,E,Class 1,物理学,',
          'li,E,Class 1,语文/数学,',
          'li,E,Class 1,语文,1999-2000-1',
          ',E,Class 1,语文,',
        )
      ).said,
    ).toEqual([
      ['teacher: There is no account “nobody” that you can see. Give a user name, a mobile number or a name'],
      [
        'class: There is no class “W-1x”, or not in this school',
        'teacher: 2 accounts are called “Teacher Li”. Give the user name',
      ],
      ['school: There is no school “Nowhere” that you can see'],
      ['class: There is no class “Class 9”, or not in this school'],
      ['class: 2 classes are called “Class 1”. Give the school, or the code of the class'],
      ['class: Each line takes one class. “Class 1、Class 2” looks like several: give each a line of its own'],
      ['subject: There is no subject “物理学”'],
      ['subject: Each line takes one subject. “语文/数学” looks like several: give each a line of its own'],
      ['term: There is no term “1999-2000-1”. Give its name, or a form such as 2025-2026-1'],
      ['teacher: Required'],
    ])
  }
  await product.db.execute(sql`delete from teaching`)
  // Several schools, subjects and terms of one name are told, and a term is needed while none is current.
  {
    const { said, call, terms, levels, addTerm } = product
    const twin = { name: 'East School', type: 'school', status: 1, levelIds: [levels.junior?.id], pid: null }
    idOf(await call('POST', '/adminApi/organization/add', { ...twin, code: 'E2' }))
    const subject = { name: '语文', type: 'required', fullMark: 100, levelIds: [], color: '', status: 1 }
    idOf(await call('POST', '/adminApi/subject/add', { ...subject, code: 'second' }))
    idOf(await addTerm({ schoolYear: 1990, number: 1, name: 'Twin', since: '1990-09-01', until: '1991-01-01' }))
    idOf(await addTerm({ schoolYear: 1991, number: 1, name: 'Twin', since: '1991-09-01', until: '1992-01-01' }))
    await call('POST', '/adminApi/term/edit', { id: terms.current, status: 0 })
    expect((await said('li,East School,Class 1,语文,Twin', 'li,E,Class 1,数学,')).said).toEqual([
      [
        'school: 2 schools are called “East School”. Give the code of the school',
        'subject: 2 subjects are called “语文”. Give the code of the subject',
        'term: “Twin” fits 2 terms. Use a form such as 2025-2026-1',
      ],
      ['term: There is no current term, so give a term'],
    ])
  }
})
