import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { columnName } from '../crud/column-name.server.ts'
import { PLACE } from '../crud/owns.server.ts'
import type { Owned, Resource } from '../crud/resource.server.ts'
import { type RowJson, wireValue } from '../list/row-json.server.ts'

/** The values of owned fields by name. */
type Fields = Record<string, unknown>

/** The owned fields of a row before and after a change set. */
export type OwnedState = { before: Fields; after: Fields }

type Change = { id: number; set: number; operation: string; before: RowJson | null; after: RowJson | null }

/**
 * The owned fields of a row around each of its change sets, from now back to one of its changes. The history has owned
 * rows one by one, so their lists are built from the rows as they are now, by taking back change after change.
 * @param changes the changes of the row itself, the newest first
 * @returns by change set
 */
export async function ownedStates(
  db: Db,
  resource: Resource,
  id: number,
  changes: readonly { set: number }[],
): Promise<Map<number, OwnedState>> {
  const sets = [...new Set(changes.map(({ set }) => set))]
  const states = new Map(sets.map((set): [number, OwnedState] => [set, { before: {}, after: {} }]))
  const owns = await recordedOwns(db, resource)
  if (sets.length === 0) return states
  for (const owned of owns) {
    const rows = await rowsNow(db, owned, id)
    const bySet = Map.groupBy(await changesOf(db, owned, id, sets), ({ set }) => set)
    for (const set of sets) {
      const state = states.get(set)
      Object.assign(state?.after ?? {}, fieldsOf(owned, [...rows.values()]))
      for (const change of bySet.get(set) ?? []) takeBack(rows, change)
      Object.assign(state?.before ?? {}, fieldsOf(owned, [...rows.values()]))
    }
  }
  return states
}

/**
 * The owned fields of a row around some of its change sets, however many came after them. What came after is taken back
 * first.
 * @returns by change set
 */
export async function ownedStatesAround(
  db: Db,
  resource: Resource,
  id: number,
  sets: readonly number[],
): Promise<Map<number, OwnedState>> {
  if (sets.length === 0 || !resource.owns) return new Map()
  const { rows } = await db.execute<{ set: number }>(sql`
    select distinct change_set_id as set from change where table_name = ${resource.tableName} and row_id = ${id}
      and change_set_id >= ${Math.min(...sets)}`)
  const all = new Set([...sets, ...rows.map(({ set }) => Number(set))])
  const newestFirst = [...all].sort((one, other) => other - one).map((set) => ({ set }))
  return ownedStates(db, resource, id, newestFirst)
}

/** The owned tables that have a change history. */
export async function recordedOwns(db: Db, { owns = [] }: Resource): Promise<Owned[]> {
  if (owns.length === 0) return []
  const names = owns.map(({ table }) => getTableName(table))
  const { rows } = await db.execute<{ name: string }>(sql`
    select name_of_table(c.oid) as name from pg_trigger t join pg_proc f on f.oid = t.tgfoid join pg_class c on c.oid = t.tgrelid
    where f.proname = 'record_change' and name_of_table(c.oid) = any (${sql.param(names)}::text[])`)
  const recorded = new Set(rows.map(({ name }) => name))
  return owns.filter(({ table }) => recorded.has(getTableName(table)))
}

async function rowsNow(db: Db, { table, owner }: Owned, id: number): Promise<Map<number, RowJson>> {
  const { rows } = await db.execute<{ id: number; row: RowJson }>(sql`
    select id, to_jsonb(${table}) as row from ${table} where ${owner} = ${id}`)
  return new Map(rows.map((one) => [Number(one.id), one.row]))
}

/** The changes of the rows that belong to the owner, or have belonged to it, the newest first. */
async function changesOf(db: Db, { table, owner }: Owned, id: number, sets: readonly number[]): Promise<Change[]> {
  const inSets = (one: SQL) =>
    sql`${one}.change_set_id = any (${sql.param(sets)}::bigint[]) and ${one}.table_name = ${getTableName(table)}`
  const { rows } = await db.execute<Change>(sql`
    select c.row_id as id, c.change_set_id as set, c.operation, c.before, c.after from change c
    where ${inSets(sql`c`)} and (c.row_id in (select id from ${table} where ${owner} = ${id}) or c.row_id in (
      select d.row_id from change d where ${inSets(sql`d`)} and d.operation <> 'update'
        and (coalesce(d.before, d.after) ->> ${columnName(owner)})::bigint = ${id}))
    order by c.id desc`)
  return rows.map((row) => ({ ...row, id: Number(row.id), set: Number(row.set) }))
}

function takeBack(rows: Map<number, RowJson>, { id, operation, before }: Change): void {
  if (operation === 'insert') rows.delete(id)
  else rows.set(id, { ...rows.get(id), ...before })
}

/** The values of the fields that rows of an owned table mean. */
function fieldsOf({ kind, fields, columns }: Owned, rows: readonly RowJson[]): Fields {
  const cell = (row: RowJson | undefined, name: string) => {
    const column = columns[name]
    return (column && wireValue(row?.[columnName(column)])) ?? null
  }
  const [field = ''] = fields
  if (kind === 'one') return Object.fromEntries(fields.map((name) => [name, cell(rows[0], name)]))
  if (kind === 'ids') return { [field]: rows.map((row) => cell(row, 'value')).toSorted(ascending) }
  const places = Object.keys(columns).filter((name) => name !== PLACE)
  const sorted = rows.toSorted((one, other) => ascending(cell(one, PLACE), cell(other, PLACE)))
  return { [field]: sorted.map((row) => Object.fromEntries(places.map((name) => [name, cell(row, name)]))) }
}

function ascending(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return String(one) < String(other) ? -1 : 1
}
