import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { inEachLanguage, type Said } from '#src/i18n/locale.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import { said } from './line-messages.server.ts'
import type { RowsPlace } from './lines.server.ts'
import { type Problem, problemErrors } from './problems.server.ts'

/** Lines of a batch. */
const BATCH = 500

type Wrong = Problem & { line: number; field: string | null; code: string | null; given: object | null }

/** Writes the reasons of refused lines, in each language, at the columns of the file where they belong. */
export async function foldErrors(db: Db, importId: number, rows: RowsPlace): Promise<void> {
  for (let after = 0; ; ) {
    const { rows: wrong } = await db.execute<Wrong>(sql`
      with wrong as (
        select u.line, u.place, u.field, u.problem as code, u.given, v.problem, v.problem_row, v.problem_fields,
          v.errors as rule_errors, dense_rank() over (order by u.line) as rank
        from import_unfolded u
          left join import_verdict v on v.import_id = ${-importId} and v.row_no = u.place and u.has_row and v.action = 'refused'
        where u.import_id = ${importId} and u.line > ${after} and (u.problem is not null or v.action is not null)
      )
      select w.*, o.line as problem_row, null as cell_errors, r.parent, r.unclear
      from wrong w left join import_unfolded o on o.import_id = ${importId} and o.place = w.problem_row
        left join import_row r on r.import_id = ${-importId} and r.row_no = w.place
      where rank <= ${BATCH} order by w.place`)
    const last = wrong.at(-1)
    if (!last) return
    const errors = [...Map.groupBy(wrong, ({ line }) => line)].map(([row_no, ofLine]) => ({
      row_no,
      errors: inEachLanguage(() => messagesOf(ofLine, rows)) satisfies Said<FieldErrors>,
    }))
    await db.execute(sql`
      update import_verdict v set errors = wrong.errors
      from jsonb_to_recordset(${JSON.stringify(errors)}::jsonb) as wrong (row_no int, errors jsonb)
      where v.import_id = ${importId} and v.row_no = wrong.row_no`)
    after = last.line
  }
}

/** The messages of one line, by column of the file. What the kit says about a row is placed where it comes from. */
function messagesOf(wrong: readonly Wrong[], { resource, plan }: RowsPlace): FieldErrors {
  const errors: FieldErrors = {}
  // The file has no columns of the key, so the sentence about the key says nothing to its reader.
  const kitTexts = (one: Wrong) =>
    one.problem === 'notFound' ? [m.import_problemNotStored()] : Object.values(problemErrors(one, resource, plan))
  for (const one of wrong) {
    const texts = one.code === null ? kitTexts(one) : [said(resource, one.code, one.given)]
    const field = one.field ?? ''
    errors[field] = [...new Set([...(errors[field] ?? []), ...texts])]
  }
  return errors
}
