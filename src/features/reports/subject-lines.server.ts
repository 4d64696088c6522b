import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { FLOOR } from '#src/features/exam-run/published-axes.ts'
import type { RunFacts } from '#src/features/exam-run/run.facts.ts'
import { classesKnown, type UnitReader } from './report-units.server.ts'

type Passers = { kind: 'all' | 'class'; id: number; col: number; line: number; passers: number }

/**
 * The lines of a run for somebody who does not see all of it. The line of a subject is made of the marks of those who
 * pass, so it is left out where too few of them are others: with few, it would be their marks.
 */
export async function linesOutside(db: Db, reader: UnitReader, run: RunFacts): Promise<RunFacts['lines']> {
  if (run.lines.every(({ subjects }) => subjects.length === 0)) return run.lines
  const known = await classesKnown(db, reader, { kind: 'all', unitId: 0 })
  const ids = new Set(run.columns.flatMap((column) => [...known(column)]))
  const { rows } = await db.execute<Passers>(sql`
    select kind, unit_id::float8 as id, col, (d ->> 'line')::int as line, (d ->> 'both')::int + (d ->> 'totalOnly')::int as passers
    from run_stat cross join lateral jsonb_array_elements(facts -> 'double') d
    where exam_id = ${reader.examId} and run = ${reader.run}
      and (kind = 'all' or (kind = 'class' and unit_id = any (${sql.param([...ids])}::bigint[])))`)
  const others = (line: number, col: number) => {
    const column = run.columns[col]
    const own = column ? known(column) : new Set<number>()
    return rows.reduce((sum, row) => {
      if (row.line !== line || row.col !== col) return sum
      if (row.kind === 'all') return sum + row.passers
      return own.has(row.id) ? sum - row.passers : sum
    }, 0)
  }
  return run.lines.map((line, at) => ({
    ...line,
    subjects: line.subjects.filter(({ column }) => {
      const count = others(at, column)
      return count === 0 || count >= FLOOR
    }),
  }))
}
