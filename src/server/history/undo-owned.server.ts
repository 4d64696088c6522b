import { getTableName, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { columnName } from '../crud/column-name.server.ts'
import type { Owned, Resource } from '../crud/resource.server.ts'
import { registeredResources } from '../crud/resource-registry.server.ts'
import { type InverseChange, type NetChange, netChanges, withValues } from './inverse-change.server.ts'
import { recordedOwns } from './owned-states.server.ts'
import { insertRows, removeRows, updateRows } from './undo-apply.server.ts'
import { changedSince } from './undo-changed.server.ts'

/** The table of the resource in code whose rows own the rows of the given table. */
export function ownerTable(table: string): string | undefined {
  const owner = registeredResources().find(({ resource }) =>
    resource.owns?.some((owned) => getTableName(owned.table) === table),
  )
  return owner?.resource.tableName
}

/** The changes of a change set that are taken back with the owners of their rows: those of owned tables. */
export function isOwnedChange(nets: readonly NetChange[], { table }: NetChange): boolean {
  const owner = ownerTable(table)
  return owner !== undefined && nets.some((net) => net.table === owner)
}

type OwnedChange = { owned: Owned; owner: number; change: InverseChange }

/** What a change set did to the rows that these rows of a resource own. */
export type OwnedReader = (resource: Resource, owners: readonly number[]) => Promise<OwnedChange[]>

/**
 * Reads what a change set did to owned rows. An undo asks for each of its batches, and a change set may have 100,000
 * rows: so the changes of each resource are read once.
 */
export function ownedReader(tx: Db, undoesId: number): OwnedReader {
  const read = new Map<string, Promise<ReadonlyMap<number, OwnedChange[]>>>()
  return async (resource, owners) => {
    const reading = read.get(resource.tableName) ?? ownedByOwner(tx, resource, undoesId)
    read.set(resource.tableName, reading)
    const byOwner = await reading
    return [...new Set(owners)].flatMap((owner) => byOwner.get(owner) ?? [])
  }
}

async function ownedByOwner(tx: Db, resource: Resource, undoesId: number): Promise<ReadonlyMap<number, OwnedChange[]>> {
  const found: OwnedChange[] = []
  const owns = await recordedOwns(tx, resource)
  const nets = owns.length === 0 ? [] : await netChanges(tx, undoesId)
  for (const owned of owns) {
    const table = getTableName(owned.table)
    const changes = await withValues(
      tx,
      undoesId,
      nets.filter((net) => net.table === table),
    )
    const now = await ownersNow(tx, owned, changes)
    for (const change of changes) {
      const column = columnName(owned.owner)
      const owner = Number(change.before?.[column] ?? change.after?.[column] ?? now.get(change.id))
      found.push({ owned, owner, change })
    }
  }
  return Map.groupBy(found, ({ owner }) => owner)
}

/** The present owners of rows, by id. */
async function ownersNow(tx: Db, { table, owner }: Owned, changes: readonly InverseChange[]) {
  const ids = changes.filter(({ operation }) => operation === 'update').map(({ id }) => id)
  const { rows } = await tx.execute<{ id: number; owner: number }>(
    sql`select id, ${owner} as owner from ${table} where id = any (${sql.param(ids)}::bigint[])`,
  )
  return new Map(rows.map((row) => [Number(row.id), Number(row.owner)]))
}

/** The owners whose owned rows are no longer as the change set left them, with the name of who changed them. */
export async function ownedChangedSince(
  tx: Db,
  undoesId: number,
  changes: readonly OwnedChange[],
): Promise<Map<number, string>> {
  const changed = new Map<number, string>()
  for (const [, ofKind] of Map.groupBy(
    changes,
    ({ owned, change }) => `${getTableName(owned.table)}:${change.operation}`,
  )) {
    const [first] = ofKind
    if (!first) continue
    const since = await changedSince(
      tx,
      getTableName(first.owned.table),
      undoesId,
      ofKind.map(({ change }) => change),
    )
    for (const { owner, change } of ofKind) {
      const by = since.get(change.id)
      if (by !== undefined) changed.set(owner, by)
    }
  }
  return changed
}

/** The added owners that have other rows by now than they were added with. */
export async function ownedDifferently(
  tx: Db,
  resource: Resource,
  owners: readonly number[],
  changes: readonly OwnedChange[],
): Promise<number[]> {
  const different = new Set<number>()
  for (const { table, owner } of await recordedOwns(tx, resource)) {
    const added = changes.filter(({ owned }) => owned.table === table).map(({ change }) => change.id)
    const { rows } = await tx.execute<{ id: number; owner: number }>(
      sql`select id, ${owner} as owner from ${table} where ${owner} = any (${sql.param(owners)}::bigint[])`,
    )
    const there = new Set(rows.map((row) => Number(row.id)))
    for (const row of rows) if (!added.includes(Number(row.id))) different.add(Number(row.owner))
    for (const one of changes) if (one.owned.table === table && !there.has(one.change.id)) different.add(one.owner)
  }
  return [...different]
}

/**
 * Takes back what a change set did to owned rows. Added rows go first, because they may have the unique values of
 * deleted ones.
 */
export async function undoOwned(tx: Db, changes: readonly OwnedChange[]): Promise<void> {
  for (const [table, ofTable] of Map.groupBy(changes, ({ owned }) => getTableName(owned.table))) {
    const of = (operation: InverseChange['operation']) =>
      ofTable
        .filter(({ change }) => change.operation === operation)
        .map(({ change: { id, before } }) => ({ id, values: before ?? {} }))
    await removeRows(
      tx,
      table,
      of('insert').map(({ id }) => id),
    )
    await updateRows(tx, table, of('update'))
    await insertRows(tx, table, of('delete'))
  }
}
