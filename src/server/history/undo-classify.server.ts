import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { exactRow } from '#src/lib/exact-json.ts'
import type { Actor } from '../access/actor.server.ts'
import { scope } from '../access/scope.server.ts'
import { columnName } from '../crud/column-name.server.ts'
import { type Resource, type Row, treePath } from '../crud/resource.server.ts'
import type { RowJson } from '../list/row-json.server.ts'
import { selectRows } from '../list/rows.server.ts'
import { deletionRefusals } from '../write/deletion.server.ts'
import { titleOf } from '../write/refusal.server.ts'
import { visibleDeleted } from './deleted-scope.server.ts'
import type { InverseChange } from './inverse-change.server.ts'
import { changedSince, telling, undoneRows } from './undo-changed.server.ts'
import { type OwnedReader, ownedChangedSince, ownedDifferently } from './undo-owned.server.ts'
import type { UndoRefusal, Why } from './undo-refusal.server.ts'

/** `done`: rows on which the change is undone already. `titles`: of all visible rows, by id. */
type Verdict = {
  good: InverseChange[]
  refused: UndoRefusal[]
  hidden: UndoRefusal[]
  done: UndoRefusal[]
  titles: ReadonlyMap<number, string>
}

/** `owned`: reads what the change set did to owned rows. */
type Classifying = { tx: Db; actor: Actor; undoesId: number; owned: OwnedReader }

/**
 * Decides which changes of one table and kind can be undone. The actor must see the row, and it must be as the change
 * left it.
 */
export async function classifyChange(
  { tx, actor, undoesId, owned: ownedBy }: Classifying,
  resource: Resource,
  inverses: readonly InverseChange[],
): Promise<Verdict> {
  const operation = inverses[0]?.operation
  const ids = inverses.map((inverse) => inverse.id)
  const rows = await lockRows(tx, resource, actor, ids)
  const there = new Set(await existing(tx, resource, ids))
  const gone = await lastKnown(
    tx,
    resource.tableName,
    ids.filter((id) => !there.has(id)),
  )
  const missing = inverses.filter(({ id }) => !there.has(id))
  const stateOf = ({ id, before, after }: InverseChange) => gone.get(id) ?? before ?? after ?? {}
  const seen = await visibleDeleted(
    tx,
    resource,
    actor,
    missing.map((inverse) => ({ id: inverse.id, row: stateOf(inverse) })),
  )
  const changed = await changedSince(tx, resource.tableName, undoesId, inverses, isSorted(resource))
  if (operation !== 'delete') {
    const owned = await ownedBy(resource, ids)
    for (const [owner, by] of await ownedChangedSince(tx, undoesId, owned)) changed.set(owner, by)
    const others = operation === 'insert' ? await ownedDifferently(tx, resource, ids, owned) : []
    for (const owner of others) if (!changed.has(owner)) changed.set(owner, '')
  }
  const again = operation === 'delete' ? deletedAgain(resource, missing, gone) : new Set<number>()
  const inUse = operation === 'insert' ? await deletionRefusals(tx, resource, actor, [...rows.values()]) : []
  const uses = new Map(inUse.map((one) => [one.id, one.msg]))
  const whyNot = ({ id }: InverseChange): Why | undefined => {
    if (operation === 'delete') {
      if (there.has(id)) return { reason: 'there', msg: m.error_undoThere() }
      return again.has(id) ? { reason: 'changed', msg: m.error_undoAgain() } : undefined
    }
    if (!there.has(id)) return { reason: 'gone', msg: m.error_undoGone() }
    const by = changed.get(id)
    if (by !== undefined) return { reason: 'changed', msg: by ? m.error_undoChangedBy({ by }) : m.error_undoChanged() }
    const use = uses.get(id)
    return use === undefined ? undefined : { reason: 'used', msg: use }
  }
  const titles = new Map<number, string>()
  const verdict: Verdict = { good: [], refused: [], hidden: [], done: [], titles }
  const refusedOnes: { inverse: InverseChange; refusal: UndoRefusal }[] = []
  const own = { resource: resource.description.key }
  for (const inverse of inverses) {
    const { id } = inverse
    if (there.has(id) ? !rows.has(id) : !seen.has(id)) {
      verdict.hidden.push({ ...own, id, title: '', reason: 'hidden', msg: m.error_rowMissing() })
      continue
    }
    const title = titleIn(resource, inverse, rows.get(id), gone.get(id))
    titles.set(id, title)
    const why = whyNot(inverse)
    if (why === undefined) verdict.good.push(inverse)
    else refusedOnes.push({ inverse, refusal: { ...own, id, title, ...why } })
  }
  const done = await alreadyDone(
    tx,
    resource,
    undoesId,
    refusedOnes.map(({ inverse }) => inverse),
    there,
  )
  for (const { inverse, refusal } of refusedOnes) (done.has(inverse.id) ? verdict.done : verdict.refused).push(refusal)
  return verdict
}

/** The rows on which the change is undone already: a deleted row that is there again, or what an undo has written. */
async function alreadyDone(
  tx: Db,
  resource: Resource,
  undoesId: number,
  inverses: readonly InverseChange[],
  there: ReadonlySet<number>,
): Promise<Set<number>> {
  const operation = inverses[0]?.operation
  const ids = inverses.map(({ id }) => id)
  if (operation === 'delete') return new Set(ids.filter((id) => there.has(id)))
  const undone = await undoneRows(tx, resource.tableName, undoesId, ids)
  return new Set(ids.filter((id) => undone.has(id) && there.has(id) === (operation === 'update')))
}

/** Whether the rows have an order by hand. */
function isSorted({ columns }: Resource): boolean {
  return columns.sortKey !== undefined
}

/** The rows that came back after this deletion, were changed, and were deleted again. */
function deletedAgain(
  resource: Resource,
  inverses: readonly InverseChange[],
  gone: ReadonlyMap<number, RowJson>,
): Set<number> {
  const path = treePath(resource.columns)
  const columns = new Set(resource.columnNames.values())
  if (path) columns.delete(columnName(path))
  const own = telling(columns, columnName(resource.columns.id), isSorted(resource))
  const differ = inverses.filter(({ id, before }) => {
    const last = gone.get(id)
    return last && own.some((name) => JSON.stringify(last[name]) !== JSON.stringify(before?.[name]))
  })
  return new Set(differ.map(({ id }) => id))
}

/** The last states of deleted rows. */
async function lastKnown(tx: Db, table: string, ids: readonly number[]): Promise<Map<number, RowJson>> {
  if (ids.length === 0) return new Map()
  const { rows } = await tx.execute<{ id: number; row: string }>(sql`
    select distinct on (row_id) row_id as id, before::text as row from change
    where table_name = ${table} and row_id = any (${sql.param(ids)}::bigint[]) and operation = 'delete' order by row_id, change.id desc`)
  return new Map(rows.map(({ id, row }) => [Number(id), exactRow(row)]))
}

async function lockRows(tx: Db, resource: Resource, actor: Actor, ids: readonly number[]): Promise<Map<number, Row>> {
  const { id } = resource.columns
  const visible = scope(actor, resource.scope) ?? sql`true`
  const where = sql`${id} = any (${sql.param(ids)}::bigint[]) and ${visible}`
  const rows = await selectRows(tx, resource, where, sql`${id}`, ids.length, true)
  return new Map(rows.map((row) => [row.id, row]))
}

async function existing(tx: Db, resource: Resource, ids: readonly number[]): Promise<number[]> {
  const { id } = resource.columns
  const { rows } = await tx.execute<{ id: number }>(sql`
    select ${id} as id from ${resource.table} where ${id} = any (${sql.param(ids)}::bigint[])`)
  return rows.map((row) => Number(row.id))
}

/** The title of a row, or the last title of a deleted row. */
function titleIn(resource: Resource, inverse: InverseChange, row?: Row, last?: RowJson): string {
  if (row) return titleOf(resource.description, row)
  const column = resource.columnNames.get(resource.description.rowTitle) ?? ''
  return String(last?.[column] ?? inverse.before?.[column] ?? inverse.after?.[column] ?? inverse.id)
}
