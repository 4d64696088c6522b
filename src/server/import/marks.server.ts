import { sql } from 'drizzle-orm'
import type { Database } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { RegisteredResource } from '../crud/resource-registry.server.ts'
import type { Marks } from './file-task.ts'
import type { ImportRecord } from './import-store.server.ts'
import { MOST_NOTES } from './most-notes.ts'
import { type Problem, problemErrors } from './problems.server.ts'
import { type Warning, warningText } from './warnings.server.ts'

/**
 * The errors of a file, by place. An error without a column is placed in the first key column, or else in the first
 * mapped column.
 * @param named adds the field's label to every message, for a format where the place does not show it
 */
export async function readMarks(
  db: Database,
  { resource }: RegisteredResource,
  record: ImportRecord,
  named: boolean,
): Promise<Marks> {
  const { plan } = record
  const marks: Marks = new Map()
  if (!plan) return marks
  const first = plan.mapping.findIndex((name) => name !== null)
  const keyColumn = plan.mapping.findIndex((name) => name !== null && plan.keys.includes(name))
  const { rows } = await db.execute<Problem & { row_no: number; warnings: Warning[] | null }>(sql`
    select v.row_no, case when v.action in ('new', 'changed') then v.warnings end as warnings, v.problem, v.problem_row, v.problem_fields, v.errors as rule_errors, r.errors as cell_errors, r.parent, r.unclear
    from import_verdict v join import_row r using (import_id, row_no)
    where v.import_id = ${record.id} and (v.action = 'refused' or (v.action in ('new', 'changed') and v.warnings is not null)) order by v.row_no limit ${MOST_NOTES}`)
  let count = 0
  for (const row of rows) {
    const messages = new Map<number, string>()
    const warned = (row.warnings ?? []).map(
      (one) => [one.field, m.import_warnMark({ text: warningText(one) })] as const,
    )
    for (const [field, text] of [...Object.entries(problemErrors(row, resource, plan)), ...warned]) {
      const column = field === '' ? -1 : plan.mapping.indexOf(field)
      const at = column >= 0 ? column : keyColumn >= 0 ? keyColumn : first
      const message =
        field === '' || (column >= 0 && !named)
          ? text
          : m.import_fieldProblem({ field: resource.label(field) ?? field, text })
      const before = messages.get(at)
      messages.set(at, before === undefined ? message : `${before}\n${message}`)
    }
    marks.set(row.row_no, messages)
    count += messages.size
    if (count >= MOST_NOTES) break
  }
  return marks
}
