import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import type { FileWriter } from '../crud/import-writer.server.ts'
import type { RowCounts } from './fold.server.ts'
import { foldErrors } from './fold-errors.server.ts'
import { foldWarnings } from './fold-warnings.server.ts'
import type { Judging } from './judge.server.ts'

/**
 * Decides what happens to each line of a file that its resource judges by itself. A line is refused as a whole. The
 * check and the import run the same statements.
 * @param lock what the judgement depends on stays as it is until the commit
 */
export async function judgeLines(judging: Judging & { writer: FileWriter }, lock: boolean): Promise<void> {
  const { db, importId, resource, plan, actor, signal, writer } = judging
  const columns = new Set(plan.mapping.filter((name) => name !== null))
  await db.execute(sql`delete from import_unfolded where import_id = ${importId}`)
  await db.execute(sql`delete from import_verdict where import_id = ${importId}`)
  await writer.judge({ db, importId, actor, columns, mode: plan.mode, lock, signal })
  signal.throwIfAborted()
  await db.execute(sql`
    insert into import_unfolded (import_id, place, line, field, has_row, problem, doubt, given)
    select ${importId}::bigint, row_number() over (order by line, field, problem, doubt)::int, line, field, false, problem, doubt, given
    from (${writer.remarks}) remark`)
  await db.execute(sql`
    insert into import_verdict (import_id, row_no, action, target_id, problem)
    select ${importId}::bigint, line, action, target, case when action = 'refused' then case when wrong then 'cells' else 'rules' end end
    from (${lineActions(importId, writer)}) judged`)
  await db.execute(sql`analyze import_verdict`)
  await db.execute(sql`analyze import_unfolded`)
  signal.throwIfAborted()
  const rows = { importId, resource, plan }
  await foldErrors(db, importId, rows)
  await foldWarnings(db, importId, rows)
}

/** The number of rows by action. Those of refused lines do not count, and those of skipped lines are skipped. */
export async function countJudged(db: Db, importId: number, writer: FileWriter): Promise<RowCounts> {
  const { rows } = await db.execute<{ action: keyof RowCounts; count: number }>(sql`
    select case when v.action = 'skipped' and r.action in ('new', 'changed') then 'skipped' else r.action end as action, count(*)::int as count
    from (${writer.rows}) r join import_verdict v on v.import_id = ${importId} and v.row_no = r.line
    where v.action <> 'refused' group by 1`)
  const counts: RowCounts = { new: 0, changed: 0, unchanged: 0, skipped: 0 }
  for (const { action, count } of rows) counts[action] = count
  return counts
}

/** What happens to each line. A line is new when all of its rows are. */
function lineActions(importId: number, { rows }: FileWriter): SQL {
  return sql`
    select l.row_no as line, l.errors is not null as wrong, r.target, case
        when l.errors is not null or bad.line is not null then 'refused'
        when coalesce(r.added + r.changed, 0) = 0 then case when r.skipped > 0 then 'skipped' else 'unchanged' end
        when r.added = r.judged then 'new' else 'changed' end as action
    from import_row l
      left join (select distinct line from import_unfolded where import_id = ${importId} and problem is not null) bad
        on bad.line = l.row_no
      left join (
        select line, max(target) as target, count(*) as judged, count(*) filter (where action = 'new') as added,
          count(*) filter (where action = 'changed') as changed, count(*) filter (where action = 'skipped') as skipped
        from (${rows}) row group by line
      ) r on r.line = l.row_no
    where l.import_id = ${importId}`
}
