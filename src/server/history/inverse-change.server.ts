import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { exactOrNull } from '#src/lib/exact-json.ts'
import type { Node } from '#src/resource/registry.ts'
import type { RegisteredResource } from '../crud/resource-registry.server.ts'
import type { RowJson } from '../list/row-json.server.ts'
import type { ChangeOperation } from './history.server.ts'
import { countedInserts, insertedRows, insertedValues } from './unrecorded.server.ts'

/** The net effect of a change set on one row. */
export type NetChange = {
  table: string
  id: number
  lastChange: number
  operation: ChangeOperation
  /** The depth of a deleted row in its tree. */
  depth: number
}

/**
 * The node of a resource that takes an operation back. Where nobody adds rows by hand, whoever may delete may bring
 * back what was deleted. Undefined when nobody may.
 */
export function undoNode(
  { resource, nodes }: Pick<RegisteredResource, 'resource' | 'nodes'>,
  operation: ChangeOperation,
): Node | undefined {
  if (operation === 'insert') return nodes.del
  if (operation === 'delete' && resource.oneWay) return undefined
  return operation === 'update' ? nodes.edit : (nodes.add ?? nodes.del)
}

/**
 * The values that an undo needs: none for an added row, the whole row for a deletion, the changed fields for an edit.
 */
export type InverseChange = NetChange & { before: RowJson | null; after: RowJson | null }

/** The net effects of a change set. The last change comes first, because it has to be undone first. */
export async function netChanges(tx: Db, changeSetId: number): Promise<NetChange[]> {
  const { rows } = await tx.execute<{
    table: string
    id: number
    last: number
    from: ChangeOperation
    to: ChangeOperation
    path: string | null
  }>(sql`
    select table_name as "table", row_id as id, max(id) as last, (array_agg(operation order by id))[1] as "from",
      (array_agg(operation order by id desc))[1] as "to", (array_agg(before ->> 'path' order by id desc))[1] as path
    from change where change_set_id = ${changeSetId} group by table_name, row_id order by max(id) desc`)
  const inserted: NetChange[] = []
  for (const { table } of await countedInserts(tx, [changeSetId]))
    inserted.push(...(await insertedRows(tx, changeSetId, table)))
  const added = new Set(inserted.map(({ table, id }) => `${table}:${id}`))
  const recorded = rows.flatMap(({ table, id, last, from, to, path }): NetChange[] => {
    // The same change set added the row and deleted it.
    if (from === 'insert' && to === 'delete') return []
    // The same change set inserted the row unrecorded, and then changed it.
    if (added.has(`${table}:${id}`)) return []
    const operation = from === 'insert' ? 'insert' : to === 'delete' ? 'delete' : 'update'
    return [{ table, id: Number(id), lastChange: Number(last), operation, depth: path?.split('/').length ?? 0 }]
  })
  // Rows of such tables refer to others, and nothing refers to them. They go first.
  return [...inserted, ...recorded]
}

/**
 * Adds the values. For several changes of one row: the oldest `before` and the newest `after`. An insertion that was
 * only counted has the values that the row was inserted with.
 */
export async function withValues(tx: Db, changeSetId: number, changes: readonly NetChange[]): Promise<InverseChange[]> {
  const [first] = changes
  if (!first) return []
  const { rows } = await tx.execute<{ id: number; before: string | null; after: string | null }>(sql`
    select row_id as id, before::text, after::text from change where change_set_id = ${changeSetId} and table_name = ${first.table}
      and row_id = any (${sql.param(changes.map((change) => change.id))}::bigint[]) order by change.id`)
  const byRow = Map.groupBy(rows, (row) => Number(row.id))
  const counted = changes.filter(({ lastChange }) => lastChange === 0).map(({ id }) => id)
  const inserted = counted.length > 0 ? await insertedValues(tx, first.table, counted) : new Map<number, RowJson>()
  return changes.map((change) => {
    const values = inserted.get(change.id)
    if (values) return { ...change, before: null, after: values }
    const recorded = byRow.get(change.id) ?? []
    // A deletion stores the whole row as earlier changes of the change set left it. The older values override it.
    const before = merged(recorded.map((one) => exactOrNull(one.before)).reverse())
    const after = merged(recorded.map((one) => exactOrNull(one.after)))
    return { ...change, before, after }
  })
}

function merged(parts: readonly (RowJson | null)[]): RowJson | null {
  const given = parts.filter((part) => part !== null)
  return given.length === 0 ? null : Object.assign({}, ...given)
}

/**
 * Groups consecutive changes of one table and kind, so that one statement can undo them. Parents are restored first.
 */
export function batches(changes: readonly NetChange[], most: number): NetChange[][] {
  const runs: NetChange[][] = []
  for (const change of changes) {
    const last = runs.at(-1)
    const head = last?.[0]
    if (last && head?.table === change.table && head.operation === change.operation) last.push(change)
    else runs.push([change])
  }
  return runs.flatMap((run) => {
    const sorted = run[0]?.operation === 'delete' ? run.toSorted((one, other) => one.depth - other.depth) : run
    return Array.from({ length: Math.ceil(sorted.length / most) }, (_, at) => sorted.slice(at * most, (at + 1) * most))
  })
}

/** Whether what was done is never taken back: what the product brought along, and the redaction of a person. */
export function isFinal(kind: string | undefined): boolean {
  return kind === 'seed' || kind === 'redact'
}
