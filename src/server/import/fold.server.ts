import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { foldErrors } from './fold-errors.server.ts'
import { foldWarnings } from './fold-warnings.server.ts'
import type { RowsPlace } from './lines.server.ts'

/** Rows of the resource by what the lines of a file do with them. Those of refused lines do not count. */
export type RowCounts = Record<'new' | 'changed' | 'unchanged' | 'skipped', number>

/**
 * Makes the verdicts of the lines from those of their rows. A line is refused as a whole: its rows are not written when
 * one of them is refused, or a cell is wrong.
 */
export async function foldVerdicts(db: Db, importId: number, rows: RowsPlace): Promise<void> {
  await db.execute(sql`delete from import_verdict where import_id = ${importId}`)
  await db.execute(sql`
    insert into import_verdict (import_id, row_no, action, problem)
    select ${importId}::bigint, line, action, case when action = 'refused' then case when wrong then 'cells' else 'rules' end end
    from (${lineActions(importId)}) folded`)
  await db.execute(sql`analyze import_verdict`)
  await foldErrors(db, importId, rows)
  await db.execute(sql`
    update import_verdict r set action = 'refused' from import_unfolded u
      join import_verdict l on l.import_id = u.import_id and l.row_no = u.line and l.action = 'refused'
    where u.import_id = ${importId} and r.import_id = ${-importId} and r.row_no = u.place and r.action <> 'refused'`)
  await foldWarnings(db, importId, rows)
}

/** Gives the lines their actions again, after some of their rows are skipped. */
export async function foldActions(db: Db, importId: number): Promise<void> {
  await db.execute(sql`
    update import_verdict v set action = folded.action from (${lineActions(importId)}) folded
    where v.import_id = ${importId} and v.row_no = folded.line and v.action in ('new', 'changed')`)
}

/** The number of rows by action. */
export async function countLineRows(db: Db, importId: number): Promise<RowCounts> {
  const { rows } = await db.execute<{ action: keyof RowCounts; count: number }>(sql`
    select action, count(*)::int as count from import_verdict where import_id = ${-importId} and action <> 'refused' group by action`)
  const counts: RowCounts = { new: 0, changed: 0, unchanged: 0, skipped: 0 }
  for (const { action, count } of rows) counts[action] = count
  return counts
}

/** What happens to each line. A line is new when all of its rows are. */
function lineActions(importId: number): SQL {
  const rowsThat = (action: string) => sql`count(*) filter (where v.action = ${action})`
  return sql`
    select line, wrong, case when wrong or bad then 'refused'
      when added + changed = 0 then case when skipped > 0 then 'skipped' else 'unchanged' end
      when added = judged then 'new' else 'changed' end as action
    from (
      select l.row_no as line, bool_or(l.errors is not null) as wrong,
        coalesce(bool_or(u.problem is not null or v.action = 'refused'), false) as bad, count(v.action) as judged,
        ${rowsThat('new')} as added, ${rowsThat('changed')} as changed, ${rowsThat('skipped')} as skipped
      from import_row l
        left join import_unfolded u on u.import_id = l.import_id and u.line = l.row_no
        left join import_verdict v on v.import_id = ${-importId} and v.row_no = u.place and u.has_row
      where l.import_id = ${importId} group by l.row_no
    ) counted`
}
