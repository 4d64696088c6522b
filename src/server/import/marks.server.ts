import { sql } from 'drizzle-orm'
import type { Database } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { RegisteredResource } from '../crud/resource-registry.server.ts'
import type { Marks, RowReasons } from './file-task.ts'
import type { ImportRecord } from './import-store.server.ts'
import { MOST_NOTES } from './most-notes.ts'
import { type Problem, problemErrors } from './problems.server.ts'
import { type Warning, warningText } from './warnings.server.ts'

/** A row of a check with what is wrong with it. */
type JudgedRow = Problem & { row_no: number; warnings: Warning[] | null }

/** The errors of a workbook, by place. */
export async function readMarks(db: Database, registered: RegisteredResource, record: ImportRecord): Promise<Marks> {
  const marks: Marks = new Map()
  const say = rowMessages(registered, record)
  let count = 0
  for (const row of await judgedRows(db, record, { onlyRefused: false, after: 0, limit: MOST_NOTES })) {
    const messages = say(row)
    marks.set(row.row_no, new Map([...messages].map(([column, { texts }]) => [column, texts.join('\n')])))
    count += messages.size
    if (count >= MOST_NOTES) break
  }
  return marks
}

/** Rows of a batch of reasons. */
const BATCH = 1_000

/** The reasons of all rows, in batches. @param onlyRefused leaves out the rows with warnings only */
export async function* readReasons(
  db: Database,
  registered: RegisteredResource,
  record: ImportRecord,
  onlyRefused: boolean,
): AsyncGenerator<RowReasons[]> {
  const say = rowMessages(registered, record)
  let after = 0
  for (;;) {
    const rows = await judgedRows(db, record, { onlyRefused, after, limit: BATCH })
    if (rows.length === 0) return
    after = rows.at(-1)?.row_no ?? after
    yield rows.map((row) => {
      const messages = [...say(row)].sort(([one], [other]) => one - other)
      return {
        row: row.row_no,
        marks: messages.map(([column, { texts }]) => [column, texts.join('\n')] as const),
        text: messages.flatMap(([, { named }]) => named).join('\n'),
      }
    })
  }
}

async function judgedRows(
  db: Database,
  { id }: ImportRecord,
  { onlyRefused, after, limit }: { onlyRefused: boolean; after: number; limit: number },
): Promise<JudgedRow[]> {
  const warned = onlyRefused ? sql`` : sql` or (v.action in ('new', 'changed') and v.warnings is not null)`
  const { rows } = await db.execute<JudgedRow>(sql`
    select v.row_no, case when v.action in ('new', 'changed') then v.warnings end as warnings, v.problem, v.problem_row, v.problem_fields, v.errors as rule_errors, r.errors as cell_errors, r.parent, r.unclear
    from import_verdict v join import_row r using (import_id, row_no)
    where v.import_id = ${id} and v.row_no > ${after} and (v.action = 'refused'${warned}) order by v.row_no limit ${limit}`)
  return rows
}

/** `named`: the texts with the labels of their fields, for a place that does not show the field. */
type CellMessages = { texts: string[]; named: string[] }

/**
 * Makes the messages of a row, by column. An error without a column is placed in the first key column, or else in the
 * first mapped column.
 */
function rowMessages({ resource }: RegisteredResource, { plan }: ImportRecord) {
  const mapping = plan?.mapping ?? []
  const first = mapping.findIndex((name) => name !== null)
  const keyColumn = mapping.findIndex((name) => name !== null && plan?.keys.includes(name))
  return (row: JudgedRow): Map<number, CellMessages> => {
    const messages = new Map<number, CellMessages>()
    const warned = (row.warnings ?? []).map(
      (one) => [one.field, m.import_warnMark({ text: warningText(one) })] as const,
    )
    for (const [field, text] of [...Object.entries(problemErrors(row, resource, plan)), ...warned]) {
      const column = field === '' ? -1 : mapping.indexOf(field)
      const at = column >= 0 ? column : keyColumn >= 0 ? keyColumn : first
      const named = field === '' ? text : m.import_fieldProblem({ field: resource.label(field) ?? field, text })
      const there = messages.get(at) ?? { texts: [], named: [] }
      there.texts.push(column >= 0 ? text : named)
      there.named.push(named)
      messages.set(at, there)
    }
    return messages
  }
}
