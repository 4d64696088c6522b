import { type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Database, Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import type { RegisteredResource } from '../crud/resource-registry.server.ts'
import type { FileTasks } from './file-task.ts'
import type { ImportRecord } from './import-store.server.ts'
import { allPlaces, PlacePacker } from './mark-places.ts'
import { readMarks } from './marks.server.ts'
import { MOST_NOTES } from './most-notes.ts'
import type { ImportPlan } from './plan.server.ts'
import { KEY_PROBLEMS, SILENT_PROBLEMS } from './problems.server.ts'

/** The number of cells that the marked workbook colours, and how many of them have a note. */
export const markCountsSchema = v.object({ cells: v.number(), notes: v.number() })
export type MarkCounts = v.InferOutput<typeof markCountsSchema>

/** Counts the cells that the marked workbook of a classified import colours. */
export async function countMarks(db: Db, importId: number, plan: ImportPlan): Promise<MarkCounts> {
  const { rows } = await db.execute<{ cells: number }>(
    sql`select coalesce(sum(cardinality(columns)), 0)::int as cells from (${markedCells(importId, plan)}) marked`,
  )
  const cells = rows[0]?.cells ?? 0
  return { cells, notes: Math.min(cells, MOST_NOTES) }
}

/** Rows of a page of places. */
const PAGE = 5_000

type BookMarks = Pick<FileTasks['markBook']['given'], 'marks' | 'more' | 'remark' | 'prefixes'>

/** The marks of a workbook: reasons for the first cells, and the places of all others, which are only coloured. */
export async function readBookMarks(
  db: Database,
  registered: RegisteredResource,
  record: ImportRecord & { plan: ImportPlan },
): Promise<BookMarks> {
  const { plan } = record
  const marks = await readMarks(db, registered, record)
  const label = (name: string) => registered.resource.label(name) ?? name
  const prefixes = plan.mapping.map((name) =>
    name === null ? '' : m.import_fieldProblem({ field: label(name), text: '' }),
  )
  const noted = [...marks.values()].reduce((sum, reasons) => sum + reasons.size, 0)
  if (noted < MOST_NOTES) return { marks, prefixes }
  const more = new PlacePacker()
  let after = [...marks.keys()].at(-1) ?? 0
  for (;;) {
    const { rows } = await db.execute<{ row_no: number; columns: number[] }>(
      sql`${markedCells(record.id, plan, after)} order by v.row_no limit ${PAGE}`,
    )
    for (const { row_no, columns } of rows) more.add(row_no, columns)
    after = rows.at(-1)?.row_no ?? after
    if (rows.length < PAGE) break
  }
  const cells = noted + more.cells
  if (cells <= MOST_NOTES) return { marks, prefixes }
  const [row = 0, columns = []] = [...allPlaces(marks, undefined)].find(([, found]) => found.length > 0) ?? []
  const remark = {
    row: plan.header === 0 ? row : plan.header,
    column: columns[0] ?? 0,
    text: m.import_marksMore({ cells: formatCount(cells), notes: formatCount(MOST_NOTES) }),
  }
  return { marks, more: more.pack(), remark, prefixes }
}

/**
 * The rows that are marked, each with the columns of its marks in ascending order. These are the places of the messages
 * of `readMarks`, without the messages.
 */
function markedCells(importId: number, { mapping, keys }: ImportPlan, after = 0): SQL {
  const first = mapping.findIndex((name) => name !== null)
  const keyColumn = mapping.findIndex((name) => name !== null && keys.includes(name))
  const columns = JSON.stringify(Object.fromEntries(mapping.flatMap((name, at) => (name === null ? [] : [[name, at]]))))
  const otherwise = keyColumn >= 0 ? keyColumn : first
  return sql`
    select v.row_no, array(
      select distinct coalesce((${columns}::jsonb ->> field)::int, ${otherwise}::int) from (
        select jsonb_object_keys(r.errors)
        union all select split_part(jsonb_object_keys(v.errors -> 'zh-cn'), '.', 1)
        union all select unnest(case
          when v.problem is null or v.problem = any (${textArray(SILENT_PROBLEMS)}) then '{}'
          when v.problem = 'ambiguous' then v.problem_fields
          when v.problem_fields is null and v.problem = any (${textArray(KEY_PROBLEMS)}) then ${textArray(keys)}
          when cardinality(v.problem_fields) > 0 then v.problem_fields
          else '{""}' end)
        union all select w ->> 'field' from jsonb_array_elements(case when v.action in ('new', 'changed') then v.warnings end) w
      ) named (field) order by 1) as columns
    from import_verdict v join import_row r using (import_id, row_no)
    where v.import_id = ${importId} and v.row_no > ${after}
      and (v.action = 'refused' or (v.action in ('new', 'changed') and v.warnings is not null))`
}

function textArray(texts: Iterable<string>): SQL {
  return sql`array[${sql.join(
    [...texts].map((text) => sql`${text}`),
    sql`, `,
  )}]::text[]`
}
