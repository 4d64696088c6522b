import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rowOf } from '../support/base-info.ts'
import { placesOf, startStudents } from '../support/students.ts'

const head = '学籍号,姓名,性别,届,学校,班级,起始日期,学籍状态,最后日期'
const file = (...lines: string[]) => [head, ...lines].join('\n')

test('a file of students: places, moves, errors and doubts', async () => {
  const product = await startStudents()
  // A line names school and class, which is found in its school.
  {
    const api = product
    const { east, west, bring, call } = api
    const { job } = await bring(
      file(
        'S1,李雷,男,2024级,East School,Class 1,2024-09-01,,',
        'S2,韩梅,女,2024级,W,Class 1,2024-09-01,,',
        'S3,王一,,Junior 2024,East School,,2024-09-01,,',
        'S4,王二,,Junior 2024,,W-2,2024-09-01,,',
        'S5,王三,,Junior 2024,E,Class 2,2024-09-01,已离校,2025-01-31',
      ),
    )
    expect(job).toMatchObject({ state: 'done', result: { counts: { new: 5, refused: 0 } } })
    const { data } = await call('GET', '/adminApi/student/index?order=number,asc')
    expect((data as { list: object[] }).list).toMatchObject([
      { number: 'S1', gender: 1, yearId: api.year, orgId: east.one, schoolId: east.id, status: 'active' },
      { number: 'S2', gender: 2, orgId: west.one, kind: 'admitted' },
      { number: 'S3', gender: 0, orgId: east.id },
      { number: 'S4', orgId: west.two },
      { number: 'S5', orgId: east.two, status: 'left', until: '2025-01-31' },
    ])
  }
  await product.db.execute(sql`delete from student`)
  // A file that is sent again changes nothing, and a later one moves who is elsewhere.
  {
    const api = product
    const { east, west } = api
    const first = file('S1,李雷,男,2024级,E,Class 1,2024-09-01,,', 'S2,韩梅,女,2024级,E,Class 1,2024-09-01,,')
    await api.bring(first)
    const again = await api.send(first)
    expect(await api.check(again.data.id, api.planOf(again.data))).toMatchObject({
      result: { counts: { unchanged: 2, changed: 0, new: 0 } },
    })
    // Blank cells keep what is stored; a class alone is one of the pupil's own school.
    const { view, job } = await api.bring(file('S1,,,,,Class 2,2025-03-01,,', 'S2,,,,W,Class 2,2025-09-01,,'))
    expect(job).toMatchObject({ result: { counts: { changed: 2, refused: 0 } } })
    expect(await placesOf(api, 'S1')).toEqual([
      `${east.one} 2024-09-01 2025-02-28 admitted`,
      `${east.two} 2025-03-01 moved`,
    ])
    expect(await placesOf(api, 'S2')).toEqual([
      `${east.one} 2024-09-01 2025-08-31 admitted`,
      `${west.two} 2025-09-01 transferred`,
    ])
    expect(await api.begin('importUndo', { id: view.id })).toMatchObject({ state: 'done' })
    expect(await placesOf(api, 'S1')).toEqual([`${east.one} 2024-09-01 admitted`])
    expect(await placesOf(api, 'S2')).toEqual([`${east.one} 2024-09-01 admitted`])
  }
  await product.db.execute(sql`delete from student`)
  // Whoever had left comes back with an empty last day.
  {
    const api = product
    await api.bring(file('S1,李雷,男,2024级,E,Class 1,2024-09-01,已离校,2025-01-31'))
    const { job } = await api.bring(file('S1,,,,E,Class 2,2025-09-01,在读,'))
    expect(job).toMatchObject({ result: { counts: { changed: 1 } } })
    expect(await placesOf(api, 'S1')).toEqual([
      `${api.east.one} 2024-09-01 2025-01-31 admitted`,
      `${api.east.two} 2025-09-01 returned`,
    ])
  }
  await product.db.execute(sql`delete from student`)
  // Without days, the new are there from the first day of the school year, and who moves does so today.
  {
    const api = product
    const { db, bring } = api
    await bring('学籍号,姓名,届,学校,班级\nS1,李雷,2024级,E,Class 1\n')
    const { rows } = await db.execute<{ since: string; today: string }>(sql`
      select since::text, (now() at time zone 'Asia/Shanghai')::date::text as today from student`)
    const [stored] = rows
    expect(stored?.since).toMatch(/^\d{4}-09-01$/)
    expect(stored?.since && stored.since <= stored.today).toBe(true)
    await bring('学籍号,班级\nS1,Class 2\n')
    const places = await placesOf(api, 'S1')
    expect(places.at(-1)).toBe(`${api.east.two} ${stored?.today} moved`)
  }
  await product.db.execute(sql`delete from student`)
  // A first day before earlier places is refused at its cell.
  {
    const api = product
    await api.bring(file('S1,李雷,男,2024级,E,Class 1,2024-09-01,,'))
    await api.bring(file('S1,,,,,Class 2,2025-03-01,,'))
    const { data } = await api.send(
      file('S1,,,,,,2024-10-01,,', 'S2,韩梅,,2024级,E,Class 1,2024-09-01,已离校,2024-08-01'),
    )
    await api.check(data.id, api.planOf(data))
    const { list } = await api.rows(data.id, 'refused')
    expect(list.flatMap(({ row, errors }) => errors.map(({ field, text }) => `${row} ${field}: ${text}`))).toEqual([
      '2 since: Earlier places reach to 2025-02-28. The present one begins on 2025-03-01',
      '3 until: The last day cannot be before the first day',
    ])
  }
  await product.db.execute(sql`delete from student`)
  // A doubt says who is renamed, who changes the school, and a year of a level that the school does not have.
  {
    const api = product
    const { call, levels } = api
    await api.bring(file('S1,李雷,男,2024级,E,Class 1,2024-09-01,,'))
    await call('POST', '/adminApi/student-year/add', {
      levelId: levels.senior?.id,
      entryYear: 2019,
      name: 'Senior 2019',
    })
    const { data } = await api.send(file('S1,李磊,,,W,Class 1,2025-03-01,,', 'S2,韩梅,,Senior 2019,E,Class 1,,,'))
    await api.check(data.id, api.planOf(data))
    const warned = await call('GET', `/adminApi/student/importRows?id=${data.id}&action=warned`)
    const { list } = warned.data as { list: { row: number; warnings: { field: string; text: string }[] }[] }
    expect(list.flatMap(({ row, warnings }) => warnings.map(({ field, text }) => `${row} ${field}: ${text}`))).toEqual([
      '2 name: The stored name of this number is “李雷”. It will be changed',
      '2 school: 李磊 is at another school now and will be moved',
      '3 year: The school does not have the level of “Senior 2019”',
    ])
  }
  await product.db.execute(sql`delete from student`)
  // Each error is at its cell, and doubts are told.
  {
    const api = product
    // Another level has a year of 2024 too: the level of the school decides.
    const levelId = api.levels.primary?.id
    const other = await api.call('POST', '/adminApi/student-year/add', {
      levelId,
      entryYear: 2024,
      name: 'Primary 2024',
    })
    expect(other.code).toBe(200)
    await api.bring(file('S1,李雷,男,2024级,E,Class 1,2024-09-01,,', 'S2,韩梅,女,2024级,E,Class 1,2024-09-01,,'))
    const { data } = await api.send(
      file(
        'N1,甲,,2024级,Nowhere,Class 1,,,',
        'N2,乙,,2024级,E,Class 9,,,',
        'N3,丙,,2024级,,Class 1,,,',
        'N4,丁,,1999级,E,Class 1,,,',
        'N5,戊,,,E,Class 1,,,',
        'N6,,,2024级,E,Class 1,,,',
        'N7,己,,2024级,,,,,',
        'N8,庚,,2024级,E,Class 1,2024-09-01,在读,2025-01-01',
        'N9,辛,,2024级,E,Class 1,2024-09-01,已离校,',
        'G11010519491231002X,壬,,2024级,E,Class 1,,,',
        'S1,李磊,,,W,Class 1,2025-03-01,,',
      ),
    )
    const plan = api.planOf(data)
    const job = await api.check(data.id, plan)
    expect(job).toMatchObject({ result: { counts: { new: 0, refused: 10, changed: 1 } } })
    const { list } = await api.rows(data.id, 'refused')
    const said = Object.fromEntries(
      list.map(({ row, errors }) => [row, errors.map(({ field, text }) => `${field}: ${text}`)]),
    )
    expect(said).toEqual({
      2: ['school: There is no school “Nowhere” that you can see'],
      3: ['class: There is no class “Class 9” in the school'],
      4: ['class: 2 classes are called “Class 1”. Give the school, or the code of the class'],
      5: ['year: There is no student year “1999级”'],
      6: ['year: A new student needs a student year'],
      7: ['name: A new student needs a name'],
      8: ['class: A new student needs a school or a class'],
      9: ['until: Students who are attending or on leave have no last day'],
      10: ['until: Whoever has left needs a last day'],
      11: ['number: Use letters, digits and hyphens, without an ID card number'],
    })
  }
  await product.db.execute(sql`delete from student`)
  // Names that several schools or years have are refused, and the code or the whole name is asked for.
  {
    const { call, levels, east, send, planOf, check, rows } = product
    await call('POST', '/adminApi/organization/add', { code: 'E2', name: 'East School', type: 'school', status: 1 })
    const levelIds = [levels.junior?.id, levels.senior?.id]
    const school = await rowOf(call, 'organization', east.id)
    await call('POST', '/adminApi/organization/edit', { id: east.id, version: school.version, levelIds })
    await call('POST', '/adminApi/student-year/add', {
      levelId: levels.senior?.id,
      entryYear: 2024,
      name: 'Senior 2024',
    })
    const { data } = await send(
      file('S1,李雷,,Junior 2024,East School,,,,', 'S2,韩梅,,2024级,E,Class 1,,,', 'S3,王一,,2024级,W,Class 1,,,'),
    )
    expect(await check(data.id, planOf(data))).toMatchObject({ result: { counts: { new: 1, refused: 2 } } })
    const { list } = await rows(data.id, 'refused')
    expect(list.flatMap(({ row, errors }) => errors.map(({ field, text }) => `${row} ${field}: ${text}`))).toEqual([
      '2 school: 2 schools are called “East School”. Give the code of the school',
      '3 year: “2024级” fits 2 student years. Give the whole name',
    ])
  }
})
