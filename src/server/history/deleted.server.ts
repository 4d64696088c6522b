import { and, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { instantFromDatabase } from '#src/db/decode.server.ts'
import { exactRow } from '#src/lib/exact-json.ts'
import type { Labels } from '#src/resource/labels.ts'
import type { Actor } from '../access/actor.server.ts'
import { rowIdOf } from '../crud/id-column.server.ts'
import type { Resource } from '../crud/resource.server.ts'
import { containsSql, searchWords } from '../list/contains.server.ts'
import type { RowJson } from '../list/row-json.server.ts'
import { factsOfSets } from './change-sets.server.ts'
import { deletedVisible } from './deleted-scope.server.ts'
import { fieldChanges } from './history.server.ts'
import { ownedStates } from './owned-states.server.ts'
import { restoresAlone } from './restores-alone.server.ts'
import { type FieldChange, seenValues } from './seen-values.server.ts'

export type DeletedRow = {
  id: number
  title: string
  /** The deletion, for `restore` and for `undo`. */
  changeId: number
  changeSetId: number
  /** The kind of its change set, for example `bulk` or `undo`. */
  kind: string
  time: string
  actor: { id: number | null; name: string }
  /** Number of rows of this resource that the same action deleted, as far as the actor may see them. */
  count: number
  /** Whether it can come back alone, only with all that its action changed, or not at all. */
  comesBack: 'alone' | 'withAction' | 'never'
  fields: { field: string; label: string; value: unknown }[]
}

type Asked = { quickSearch: string; before?: number; limit: number }
type Line = {
  id: number
  row: RowJson
  change: number
  set: number
  kind: string
  time: string
  actor_id: number | null
  actor_name: string
  count: number
}

/**
 * The deleted rows of a resource within the actor's scope, the last deletion first. A restored row is not among them.
 */
export async function deletedRows(
  db: Db,
  resource: Resource,
  actor: Actor,
  { quickSearch, before, limit }: Asked,
): Promise<{ list: DeletedRow[]; labels: Labels; more: boolean }> {
  const table = resource.tableName
  const searched = [...new Set([resource.description.rowTitle, ...resource.description.quickSearch])]
  const columns = searched.flatMap((name) => resource.columnNames.get(name) ?? [])
  const found = searchWords(quickSearch).map((word) => {
    const matches = columns.map((name) => containsSql(sql`(c.before ->> ${name})`, word))
    // Rows that only computed fields describe are not found by words.
    return matches.length > 0 ? sql`(${sql.join(matches, sql` or `)})` : sql`false`
  })
  const where = and(
    sql`c.table_name = ${table} and c.operation = 'delete'`,
    before === undefined ? undefined : sql`c.id < ${before}`,
    sql`not exists (select from ${resource.table} where ${rowIdOf(resource)} = c.row_id)`,
    sql`not exists (select from change later where later.table_name = ${table} and later.row_id = c.row_id
      and later.operation = 'delete' and later.id > c.id)`,
    ...found,
    deletedVisible(resource, actor, { id: sql`c.row_id`, row: sql`c.before` }),
  )
  const counted = and(
    sql`d.change_set_id = sets.id and d.table_name = ${table} and d.operation = 'delete'`,
    deletedVisible(resource, actor, { id: sql`d.row_id`, row: sql`d.before` }),
  )
  const { rows } = await db.execute<Omit<Line, 'row'> & { row: string }>(sql`
    with page as materialized (
      select c.row_id as id, c.before::text as row, c.id as change, c.change_set_id as set, c.create_time::text as time
      from change c where ${where} order by c.id desc limit ${limit + 1}
    ), counts as materialized (
      select sets.id, (select count(*)::int from change d where ${counted}) as count
      from (select distinct set as id from page) sets
    )
    select page.*, s.kind, s.actor_id, s.actor_name, counts.count
    from page join counts on counts.id = page.set join change_set s on s.id = page.set order by page.change desc`)
  const shown: { line: Line; fields: FieldChange[] }[] = []
  for (const line of rows.slice(0, limit)) {
    const set = Number(line.set)
    const owned = resource.owns && (await ownedStates(db, resource, Number(line.id), [{ set }])).get(set)
    const row = exactRow(line.row)
    shown.push({ line: { ...line, row }, fields: fieldChanges(resource, row, null, owned) })
  }
  const { changes, labels } = await seenValues(db, resource, actor, undefined, shown)
  const ways = await waysBack(
    db,
    resource,
    changes.map(({ line }) => line),
  )
  return {
    list: changes.map(({ line, fields }) => deletedRow(resource, line, fields, ways(line))),
    labels,
    more: rows.length > limit,
  }
}

/**
 * How deleted rows come back. `restore` inserts the row itself, so what writers of the resource's own wrote elsewhere
 * comes back only by an undo of the action.
 */
async function waysBack(db: Db, resource: Resource, lines: readonly Line[]) {
  if (restoresAlone(resource)) return () => 'alone' as const
  const facts = await factsOfSets(
    db,
    lines.map(({ set, kind }) => ({ set_id: Number(set), kind })),
  )
  return ({ set }: Line) => (facts.get(Number(set))?.undoable ? 'withAction' : 'never')
}

function deletedRow(
  { description, columnNames }: Resource,
  line: Line,
  fields: readonly { field: string; label: string; before: unknown }[],
  comesBack: DeletedRow['comesBack'],
): DeletedRow {
  return {
    id: Number(line.id),
    title: String(line.row[columnNames.get(description.rowTitle) ?? ''] ?? line.id),
    changeId: Number(line.change),
    changeSetId: Number(line.set),
    kind: line.kind,
    time: instantFromDatabase(line.time),
    actor: { id: line.actor_id, name: line.actor_name },
    count: line.count,
    comesBack,
    fields: fields.map(({ field, label, before }) => ({ field, label, value: before })),
  }
}
