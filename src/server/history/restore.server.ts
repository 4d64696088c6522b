import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { tableAt } from '#src/db/statement.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { exactOrNull } from '#src/lib/exact-json.ts'
import { crossErrors } from '#src/resource/cross-checks.ts'
import { isSecret } from '#src/resource/field-traits.ts'
import { can } from '#src/resource/registry.ts'
import type { Actor } from '../access/actor.server.ts'
import { rowIdOf } from '../crud/id-column.server.ts'
import { relationErrors } from '../crud/relation-check.server.ts'
import type { Resource, Row, Writing } from '../crud/resource.server.ts'
import type { RegisteredResource } from '../crud/resource-registry.server.ts'
import { AppError, invalid, stale } from '../errors.server.ts'
import { type RowJson, wireValue } from '../list/row-json.server.ts'
import { findRow, labelsOf } from '../list/rows.server.ts'
import { editOwned } from '../write/owned-rows.server.ts'
import { touchOwners, updateRow } from '../write/put-rows.server.ts'
import { assertInScope } from '../write/save.server.ts'
import { visibleDeleted } from './deleted-scope.server.ts'
import { restoreReferences } from './emptied.server.ts'
import { type ChangeOperation, deletedRow } from './history.server.ts'
import type { RestoreBody } from './history-query.server.ts'
import { undoNode } from './inverse-change.server.ts'
import { restoreOwned } from './owned.server.ts'
import { ownedStates } from './owned-states.server.ts'
import { restoresAlone } from './restores-alone.server.ts'
import { insertRows, updateRows } from './undo-apply.server.ts'
import { freePlaces } from './undo-place.server.ts'

/** A row as a change left it: its columns, and its owned fields. */
type State = { row: RowJson; owned: Readonly<Record<string, unknown>> }
type Change = { id: number; set: number; operation: ChangeOperation; before: string | null; after: string | null }
export type Restored = { id: number; version: number; changed: boolean }

/**
 * Restores a row, or some of its fields, to the state that a change left. A deleted row returns under its old id, in
 * its last state or in its state at that change.
 * @throws AppError 403, 404, 409 stale, 422
 */
export async function restoreRow(
  tx: Db,
  { resource, nodes }: RegisteredResource,
  actor: Actor,
  { id, changeId, fields, version }: RestoreBody,
  changeSetId: number,
): Promise<Restored> {
  const row = await findRow(tx, resource, actor, id, true)
  const node = undoNode({ resource, nodes }, row ? 'update' : 'delete')
  if (!node || !can(actor, node)) throw new AppError(403)
  if (row && version !== undefined && row.version !== version) {
    throw stale(row, await labelsOf(tx, resource, [row]))
  }
  const state = await stateAt(tx, resource, id, changeId)
  const writing: Writing = { tx, resource, actor, changeSetId }
  if (!row) return bringBack(writing, id, state)
  const names = chosenFields(resource, fields)
  const wanted = columnsOf(resource, state.row, names)
  const owned = ownedOf(state.owned, names)
  const values = { ...valuesOf(resource, wanted), ...owned }
  await assertValid(tx, resource, actor, values, row)
  if (resource.write?.edit) await updateRow(writing, row, values)
  else {
    await updateRows(tx, resource.tableName, await freePlaces(tx, resource, [{ id, values: wanted }]))
    if (await editOwned(tx, resource, id, owned)) await touchOwners(writing, [row])
  }
  await assertInScope(tx, resource, actor, [id])
  const now = (await findRow(tx, resource, actor, id))?.version ?? Number(row.version)
  return { id, version: now, changed: now !== row.version }
}

/**
 * A deleted row returns with what it owned, and with the references to it that its deletion emptied. What no form
 * writes, as the number of the last revision, returns as it was last.
 */
async function bringBack(writing: Writing, id: number, state: State): Promise<Restored> {
  const { tx, resource, actor } = writing
  if (!restoresAlone(resource)) throw new AppError(422, m.error_restoreWhole())
  const last = await deletedRow(tx, resource, id)
  const { rows } = await tx.execute(sql`select 1 from ${resource.table} where ${resource.columns.id} = ${id}`)
  const seen = last && (await visibleDeleted(tx, resource, actor, [{ id, row: last.row }]))
  // The row exists, but the actor may not see it.
  if (rows.length > 0 || !last || !seen?.has(id)) throw new AppError(404, m.error_rowMissing())
  const names = chosenFields(resource)
  const written = { ...last.row, ...columnsOf(resource, state.row, names) }
  const values = resource.restored?.(written) ?? written
  const owned = ownedOf(state.owned, names)
  await assertValid(tx, resource, actor, { ...valuesOf(resource, values), ...owned }, undefined)
  await insertRows(tx, resource.tableName, await freePlaces(tx, resource, [{ id, values }]))
  await restoreOwned(tx, last.changeSetId, resource.tableName, [id])
  await editOwned(tx, resource, id, owned)
  await restoreReferences(tx, last.changeSetId, resource.tableName)
  await assertInScope(tx, resource, actor, [id])
  return { id, version: (await findRow(tx, resource, actor, id))?.version ?? 1, changed: true }
}

/** The whole row as a change left it. For a deletion, the row as it was before. */
async function stateAt(tx: Db, resource: Resource, id: number, changeId: number): Promise<State> {
  const table = resource.tableName
  const { rows } = await tx.execute<Change>(sql`
    select id, change_set_id as set, operation, before::text, after::text from change
    where table_name = ${table} and row_id = ${id} and id >= ${changeId} order by id desc`)
  if (Number(rows.at(-1)?.id) !== changeId) throw new AppError(404, m.error_restoreMissing())
  const now = await tx.execute<{ row: string }>(
    sql`select to_jsonb(t)::text as row from ${tableAt(table)} t where ${rowIdOf(resource)} = ${id}`,
  )
  const changes = rows.map((change) => ({ ...change, set: Number(change.set) }))
  const at = changes.at(-1)
  const around = (await ownedStates(tx, resource, id, changes)).get(at?.set ?? 0)
  const owned = (at?.operation === 'delete' ? around?.before : around?.after) ?? {}
  let state: RowJson = exactOrNull(now.rows[0]?.row ?? null) ?? {}
  // Goes back through the changes until the requested one.
  for (const change of rows) {
    if (Number(change.id) === changeId && change.operation !== 'delete')
      return { row: { ...state, ...exactOrNull(change.after) }, owned }
    state = change.operation === 'insert' ? {} : { ...state, ...exactOrNull(change.before) }
  }
  return { row: state, owned }
}

/** The fields that a form can write, or only the requested ones. @throws AppError 422 when another one is requested */
function chosenFields(resource: Resource, fields?: readonly string[]): readonly string[] {
  const own = resource.description.fields
    .filter((field) => !field.readOnly && !isSecret(field))
    .map((field) => field.name)
  const unknown = fields?.find((field) => !own.includes(field))
  if (unknown !== undefined) throw invalid({ fields: [m.error_unknownField({ field: unknown })] })
  return fields ?? own
}

/** The chosen ones of the owned fields of a state. */
function ownedOf(owned: State['owned'], fields: readonly string[]): State['owned'] {
  return Object.fromEntries(Object.entries(owned).filter(([name]) => fields.includes(name)))
}

/** The columns of the chosen fields in a state. */
function columnsOf(resource: Resource, state: RowJson, fields: readonly string[]): RowJson {
  const columns = fields.flatMap((field) => resource.columnNames.get(field) ?? [])
  return Object.fromEntries(
    columns.filter((column) => Object.hasOwn(state, column)).map((column) => [column, state[column]]),
  )
}

/** The values of a state by field name. */
function valuesOf(resource: Resource, state: RowJson): Record<string, unknown> {
  const names = resource.columnNames
  const fields = resource.description.fields.map((field) => field.name)
  return Object.fromEntries(
    fields.flatMap((field) => {
      const column = names.get(field)
      return column !== undefined && Object.hasOwn(state, column) ? [[field, wireValue(state[column])]] : []
    }),
  )
}

/** The restored values must be valid now: the rows that they refer to may be gone. */
async function assertValid(
  tx: Db,
  resource: Resource,
  actor: Actor,
  values: Record<string, unknown>,
  row: Row | undefined,
) {
  const errors = {
    ...crossErrors(resource.description, { ...row, ...values }),
    ...(await relationErrors(tx, resource, actor, values)),
    ...(await resource.check?.(tx, values, row, actor)),
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}
