import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { generateKeyBetween } from 'fractional-indexing'
import * as v from 'valibot'
import { anyOf } from '#src/db/any-of.server.ts'
import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import { id as idSchema, rowId } from '#src/lib/number-rules.ts'
import { crossErrors } from '#src/resource/cross-checks.ts'
import type { Actor } from '../access/actor.server.ts'
import { scope } from '../access/scope.server.ts'
import { doubtsAbout, type RowWarning } from '../crud/doubts.server.ts'
import { refuseReferenced, usesBelow } from '../crud/references.server.ts'
import { relationErrors } from '../crud/relation-check.server.ts'
import type { Resource, Row } from '../crud/resource.server.ts'
import { AppError, invalid, stale } from '../errors.server.ts'
import { rowFileErrors } from '../files/file-check.server.ts'
import { findRow, labelsOf, selectRows } from '../list/rows.server.ts'
import { parsed } from '../parsed.server.ts'
import { editedValues } from './edited-values.server.ts'
import { lockMoves, lockOrder } from './order-lock.server.ts'
import { insertRow, removeAll, updateRow } from './put-rows.server.ts'

type Values = Record<string, unknown>

/** The keys that `edit` reads besides the fields. */
export const editKeys = { id: rowId, version: v.optional(idSchema) }
export const sortSchema = v.strictObject({ id: rowId, targetId: rowId })

/** Adds a row. A row with an order goes to its end. @throws AppError 403, 422 */
export async function addRow(
  tx: Db,
  resource: Resource,
  actor: Actor,
  body: unknown,
  changeSetId: number,
): Promise<{ id: number; warnings?: RowWarning[] }> {
  const values = parsed(resource.forms.add, body)
  await check(tx, resource, actor, values, undefined)
  if (resource.description.sortable) {
    const siblings = siblingsSql(resource, values.pid)
    await lockOrder(tx, resource.description, [values.pid])
    values.sortKey = generateKeyBetween(await edgeKey(tx, resource, siblings, 'max'), null)
  }
  const id = await insertRow({ tx, resource, actor, changeSetId }, values)
  await assertInScope(tx, resource, actor, [id])
  return { id, ...(await warned(tx, resource, actor, values, undefined)) }
}

/**
 * Changes the fields that the body names. With a `version`, the row must still have it. Without one, the current
 * version does not matter.
 * @throws AppError 404, 409 with the current row in `data.current`, 422
 */
export async function editRow(
  tx: Db,
  resource: Resource,
  actor: Actor,
  body: unknown,
  changeSetId: number,
): Promise<{ id: number; version: number; changed: boolean; warnings?: RowWarning[] }> {
  const { id, version, ...sent } = parsed(v.looseObject(editKeys), body)
  const row = await findRow(tx, resource, actor, id, true)
  if (!row) {
    // What is wrong with the values is said first.
    parsed(resource.forms.edit, sent)
    throw new AppError(404, m.error_rowMissing())
  }
  if (version !== undefined && row.version !== version) {
    throw stale(row, await labelsOf(tx, resource, [row]))
  }
  const values = editedValues(resource, sent, row)
  await check(tx, resource, actor, values, row)
  const { tree, sortable } = resource.description
  const moves = 'pid' in values && values.pid !== row.pid
  if (sortable && moves) {
    await lockOrder(tx, resource.description, [values.pid])
    values.sortKey = generateKeyBetween(await edgeKey(tx, resource, siblingsSql(resource, values.pid), 'max'), null)
  }
  if (tree && moves) await lockMoves(tx, resource.tableName)
  const before = Number(row.version)
  // An empty password field leaves the password as it is.
  if (Object.values(values).every((value) => value === undefined)) return { id, version: before, changed: false }
  const now = await updateRow({ tx, resource, actor, changeSetId }, row, values)
  await assertInScope(tx, resource, actor, [id])
  return { id, version: now, changed: now !== before, ...(await warned(tx, resource, actor, values, row)) }
}

/** The warnings of a written row, if it has any. */
async function warned(tx: Db, resource: Resource, actor: Actor, values: Values, before: Row | undefined) {
  const [warnings = []] = await doubtsAbout(tx, resource, actor, [{ before, values }])
  return warnings.length > 0 ? { warnings } : undefined
}

/** Deletes rows, all of them or none. @throws AppError 404 when one is missing, 409 when one is in use */
export async function deleteRows(
  tx: Db,
  resource: Resource,
  actor: Actor,
  ids: readonly number[],
  changeSetId: number,
): Promise<number> {
  const { columns } = resource
  const wanted = [...new Set(ids)]
  const where = and(scope(actor, resource.scope), anyOf(columns.id, wanted))
  const rows = await selectRows(tx, resource, where, undefined, wanted.length)
  if (rows.length < wanted.length) throw new AppError(404, m.error_rowMissing())
  await refuseParents(tx, resource, actor, rows)
  // The resource's own rule says more than where a row is used.
  await resource.checkDelete?.(tx, rows, actor)
  await refuseReferenced(tx, resource, actor, rows)
  await removeAll({ tx, resource, actor, changeSetId }, rows)
  return rows.length
}

/**
 * Moves a row to the place of a target with the same parent: before it when moving up, after it when moving down. The
 * move writes one row at any distance.
 */
export async function sortRow(
  tx: Db,
  resource: Resource,
  actor: Actor,
  { id, targetId }: v.InferOutput<typeof sortSchema>,
): Promise<{ id: number; changed: boolean }> {
  const row = await lockRow(tx, resource, actor, id)
  await lockOrder(tx, resource.description, [row.pid])
  const target = await findRow(tx, resource, actor, targetId)
  const current = await findRow(tx, resource, actor, id)
  if (!target || !current) throw new AppError(404, m.error_rowMissing())
  if ((target.pid ?? null) !== (current.pid ?? null)) throw new AppError(422, m.error_sortParent())
  if (id === targetId) return { id, changed: false }
  const targetKey = String(target.sortKey)
  const down = isBefore(resource, current, target)
  const { sortKey } = resource.columns
  const beyond = down ? sql`${sortKey} > ${targetKey}` : sql`${sortKey} < ${targetKey}`
  const siblings = and(siblingsSql(resource, current.pid), beyond)
  const neighbour = await edgeKey(tx, resource, siblings, down ? 'min' : 'max')
  const key = down ? generateKeyBetween(targetKey, neighbour) : generateKeyBetween(neighbour, targetKey)
  const { sortFirst } = resource.description
  // Next to the target among all siblings is next to it among those of the same value, too.
  const values = { ...(sortFirst ? { [sortFirst]: target[sortFirst] } : {}), sortKey: key }
  await tx.update(resource.table).set(values).where(eq(resource.columns.id, id))
  return { id, changed: true }
}

/** Whether a row comes before its sibling in a list. */
function isBefore({ description: { sortFirst } }: Resource, row: Row, sibling: Row): boolean {
  const [own, other] = sortFirst ? [Number(row[sortFirst]), Number(sibling[sortFirst])] : [0, 0]
  return own === other ? String(row.sortKey) < String(sibling.sortKey) : own > other
}

async function check(tx: Db, resource: Resource, actor: Actor, values: Values, row: Row | undefined) {
  const errors: FieldErrors = {
    ...crossErrors(resource.description, { ...row, ...values }),
    ...(await relationErrors(tx, resource, actor, values, row)),
    ...(await rowFileErrors(tx, resource, actor, values, row)),
    ...(await resource.check?.(tx, values, row, actor)),
  }
  if (resource.description.tree && values.pid !== undefined && values.pid !== null && values.pid !== row?.pid) {
    const parent = await findRow(tx, resource, actor, Number(values.pid))
    if (!parent) errors.pid = [m.error_treeParentMissing()]
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

async function lockRow(tx: Db, resource: Resource, actor: Actor, id: number): Promise<Row> {
  const row = await findRow(tx, resource, actor, id, true)
  if (!row) throw new AppError(404, m.error_rowMissing())
  return row
}

/** Refuses a write that puts a row where its author cannot see it. @throws AppError 422 for a tree, otherwise 403 */
export async function assertInScope(tx: Db, resource: Resource, actor: Actor, ids: readonly number[]) {
  if ((await outOfScope(tx, resource, actor, ids)).length === 0) return
  throw resource.description.tree ? invalid({ pid: [m.error_outOfScope()] }) : new AppError(403, m.error_outOfScope())
}

/** Those of the given rows that the actor cannot see. */
export async function outOfScope(
  tx: Db,
  resource: Resource,
  actor: Actor,
  ids: readonly number[],
): Promise<readonly number[]> {
  const visible = scope(actor, resource.scope)
  if (!visible) return []
  const { id } = resource.columns
  const rows = await tx
    .select({ id })
    .from(resource.table)
    .where(and(visible, anyOf(id, ids)))
  const seen = new Set(rows.map((row) => Number(row.id)))
  return ids.filter((one) => !seen.has(one))
}

async function refuseParents(tx: Db, resource: Resource, actor: Actor, rows: readonly Row[]) {
  const uses = await usesBelow(tx, resource, actor, rows)
  const [first] = uses
  if (first) throw new AppError(409, m.error_treeHasChildren(first), { reason: 'referenced', uses })
}

function siblingsSql(resource: Resource, pid: unknown): SQL | undefined {
  const { columns } = resource
  if (!resource.description.tree || !columns.pid) return undefined
  return pid === null || pid === undefined ? isNull(columns.pid) : eq(columns.pid, pid)
}

async function edgeKey(
  tx: Db,
  resource: Resource,
  where: SQL | undefined,
  edge: 'min' | 'max',
): Promise<string | null> {
  const { sortKey } = resource.columns
  if (!sortKey) throw new Error(`${resource.description.key} has no order`)
  const pick = edge === 'min' ? sql<string | null>`min(${sortKey})` : sql<string | null>`max(${sortKey})`
  const [row] = await tx.select({ key: pick }).from(resource.table).where(where)
  return row?.key ?? null
}
