import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { write as recorded, systemAuthor } from '#src/db/write.server.ts'
import { countsOf, startExamData } from '../support/exam-data.ts'
import { random } from '../support/random.ts'

test('the counts of papers and candidates stay what a plain count says', async () => {
  const { db, exam, candidates, chinese, maths, east, west, pupil, take, call } = await startExamData()
  // A candidate who moves while a paper is written is counted at the new school.
  {
    const { E1 = 0 } = candidates
    const holding = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    const writer = recorded(db, systemAuthor, 'seed', async (tx) => {
      await tx.execute(
        sql`insert into paper (exam_id, candidate_id, subject_id, mark) values (${exam}, ${E1}, ${chinese}, 5000)`,
      )
      holding.resolve()
      await held.promise
    })
    await holding.promise
    const mover = recorded(db, systemAuthor, 'seed', (tx) =>
      tx.execute(
        sql`update candidate set school_id = ${west.id}, org_id = ${west.one} where exam_id = ${exam} and id = ${E1}`,
      ),
    )
    await expect
      .poll(async () => (await db.execute(sql`select from pg_locks where not granted`)).rows.length)
      .toBeGreaterThan(0)
    held.resolve()
    await Promise.all([writer, mover])
    const { kept, counted } = await countsOf(db)
    expect(kept).toEqual(counted)
    expect(kept[0]).toMatchObject([{ school_id: west.id, entered: 1 }])
  }
  const draw = random(20261128)
  const ids = Object.values(candidates)
  const change = (statement: ReturnType<typeof sql>) =>
    recorded(db, systemAuthor, 'seed', (tx) => tx.execute(statement))
  const some = () =>
    sql`(${sql.join(
      [draw.pick(ids), draw.pick(ids)].map((id) => sql`${id}`),
      sql`, `,
    )})`
  const flag = () => draw.below(4)
  const marked = (value: number) => (value === 0 ? sql`5000, 0::smallint` : sql`null, ${value}::smallint`)
  for (let step = 0; step < 40; step++) {
    const subject = draw.pick([chinese, maths])
    const school = draw.pick([east, west])
    await change(
      draw.pick([
        () => sql`insert into paper (exam_id, candidate_id, subject_id, mark, flag) select ${exam}, id, ${subject}, ${marked(flag())}
          from candidate where exam_id = ${exam} and id in ${some()} on conflict (exam_id, candidate_id, subject_id)
          do update set mark = excluded.mark, flag = excluded.flag, version = paper.version + 1`,
        () =>
          sql`update paper set (mark, flag) = row(${marked(flag())}) where exam_id = ${exam} and candidate_id in ${some()}`,
        () => sql`delete from paper where exam_id = ${exam} and subject_id = ${subject} and candidate_id in ${some()}`,
        () =>
          sql`update candidate set school_id = ${school.id}, org_id = ${school.one} where exam_id = ${exam} and id in ${some()}`,
        () => sql`update candidate set status = 'out', reason = 'Ill' where exam_id = ${exam} and id in ${some()}`,
        () => sql`update candidate set status = 'in', reason = '' where exam_id = ${exam} and id in ${some()}`,
        () =>
          sql`update candidate set combo = ${draw.pick(['', 'One', 'Two'])} where exam_id = ${exam} and id in ${some()}`,
      ])(),
    )
    const { kept, counted } = await countsOf(db)
    expect(kept, `step ${step}`).toEqual(counted)
  }
  // The roster counts too, and whoever is deleted.
  await pupil({ number: 'E9', name: 'Late', orgId: east.two })
  expect(await take(exam)).toMatchObject({ state: 'done' })
  const gone = draw.pick(ids)
  await change(sql`delete from paper where exam_id = ${exam} and candidate_id = ${gone}`)
  await change(sql`delete from candidate where exam_id = ${exam} and id = ${gone}`)
  const last = await countsOf(db)
  expect(last.kept).toEqual(last.counted)
  // The page of the exam says the same.
  await change(sql`update candidate set status = 'out', reason = 'Ill' where exam_id = ${exam} and number = 'E9'`)
  const { rows } = await db.execute(sql`select count(*) filter (where status = 'in')::int as "in",
    count(*) filter (where status = 'out')::int as "out" from candidate`)
  expect(rows[0]).toMatchObject({ out: expect.toSatisfy((out: number) => out > 0) })
  expect((await call('GET', `/adminApi/exam/overview?id=${exam}`)).data).toMatchObject({ candidates: rows[0] })
  // A draft goes with all of them.
  await change(sql`delete from paper where exam_id = ${exam}`)
  await call('POST', '/adminApi/exam/toDraft', { id: exam })
  expect((await call('DELETE', `/adminApi/exam/del?ids[]=${exam}`)).code).toBe(200)
  expect(await countsOf(db)).toEqual({ kept: [[], []], counted: [[], []] })
})
