import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../support/database.ts'

test('every key and unique index of the tables of an exam begins with the exam, so that exams can be spread', async () => {
  const { url, drop } = await freshDatabase()
  const client = new pg.Client(url)
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await drop()
  })
  const { rows } = await client.query<{ of: string; index: string; first: string }>(`
    select c.relname as of, i.relname as index, pg_get_indexdef(x.indexrelid, 1, true) as first
    from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p')
      join pg_index x on x.indrelid = c.oid and (x.indisunique or x.indisprimary) join pg_class i on i.oid = x.indexrelid
    where a.attname = 'exam_id' and c.relnamespace = 'public'::regnamespace`)
  expect(rows.filter(({ first }) => first !== 'exam_id')).toEqual([])
  expect(rows.map(({ of }) => of)).toEqual(
    expect.arrayContaining([
      'exam_part',
      'exam_subject',
      'candidate',
      'correction',
      'paper',
      'exam_run',
      'exam_result',
      'publication',
    ]),
  )
})
