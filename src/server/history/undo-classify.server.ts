import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '../access/actor.server.ts'
import { scope } from '../access/scope.server.ts'
import type { Resource, Row } from '../crud/resource.server.ts'
import { maySee, type RowJson } from '../list/row-json.server.ts'
import { selectRows } from '../list/rows.server.ts'
import { deletionRefusals } from '../write/deletion.server.ts'
import { type Refusal, titleOf } from '../write/refusal.server.ts'
import type { InverseChange } from './inverse-change.server.ts'

export type UndoRefusal = Refusal & { resource: string }
type Verdict = { good: InverseChange[]; refused: UndoRefusal[]; hidden: UndoRefusal[] }

/**
 * Decides which changes of one table and kind can be undone. The actor must see the row, and it must be as the change
 * left it.
 */
export async function classifyChange(
  tx: Db,
  resource: Resource,
  actor: Actor,
  undoesId: number,
  inverses: readonly InverseChange[],
): Promise<Verdict> {
  const ids = inverses.map((inverse) => inverse.id)
  const rows = await lockRows(tx, resource, actor, ids)
  const there = new Set(await existing(tx, resource, ids))
  const missing = ids.filter((id) => !there.has(id))
  const gone = await lastKnown(tx, resource.tableName, missing)
  const changed = await changedSince(tx, resource, undoesId, inverses)
  const added = inverses[0]?.operation === 'insert'
  const inUse = added ? await deletionRefusals(tx, resource, actor, [...rows.values()]) : []
  const uses = new Map(inUse.map((one) => [one.id, one.msg]))
  const verdict: Verdict = { good: [], refused: [], hidden: [] }
  for (const inverse of inverses) {
    const refusal = { id: inverse.id, title: '', resource: resource.description.key }
    if (await isHidden(tx, resource, actor, inverse, { there, rows, gone })) {
      verdict.hidden.push({ ...refusal, msg: m.error_rowMissing() })
      continue
    }
    const msg = reason(inverse, there.has(inverse.id), changed.has(inverse.id)) ?? uses.get(inverse.id)
    if (msg === undefined) verdict.good.push(inverse)
    else
      verdict.refused.push({
        ...refusal,
        title: titleIn(resource, inverse, rows.get(inverse.id), gone.get(inverse.id)),
        msg,
      })
  }
  return verdict
}

function reason({ operation }: InverseChange, isThere: boolean, isChanged: boolean): string | undefined {
  if (operation === 'delete') return isThere ? m.error_undoThere() : undefined
  if (!isThere) return m.error_undoGone()
  return isChanged ? m.error_undoChanged() : undefined
}

type Seen = { there: ReadonlySet<number>; rows: ReadonlyMap<number, Row>; gone: ReadonlyMap<number, RowJson> }

/** Whether the row is hidden from the actor. For a deleted row, its last state decides. */
async function isHidden(tx: Db, resource: Resource, actor: Actor, inverse: InverseChange, { there, rows, gone }: Seen) {
  if (there.has(inverse.id)) return !rows.has(inverse.id)
  return !(await maySee(tx, resource, actor, gone.get(inverse.id) ?? inverse.before ?? inverse.after ?? {}))
}

/** The last states of deleted rows. */
async function lastKnown(tx: Db, table: string, ids: readonly number[]): Promise<Map<number, RowJson>> {
  if (ids.length === 0) return new Map()
  const { rows } = await tx.execute<{ id: number; row: RowJson }>(sql`
    select distinct on (row_id) row_id as id, before as row from change
    where table_name = ${table} and row_id = any (${sql.param(ids)}::bigint[]) and operation = 'delete' order by row_id, id desc`)
  return new Map(rows.map(({ id, row }) => [Number(id), row]))
}

/**
 * The rows that are no longer as the change left them. For an added row, any later change counts. For an edited row,
 * only later changes of the same fields count.
 */
async function changedSince(
  tx: Db,
  resource: Resource,
  undoesId: number,
  inverses: readonly InverseChange[],
): Promise<Set<number>> {
  const operation = inverses[0]?.operation
  if (operation === 'delete') return new Set()
  const table = resource.tableName
  const byId = new Map(inverses.map((inverse) => [inverse.id, inverse]))
  const first = Math.min(...inverses.map((inverse) => inverse.lastChange))
  const { rows } = await tx.execute<{ id: number; change: number; fields: string[] }>(sql`
    select row_id as id, id as change, array(select jsonb_object_keys(coalesce(after, '{}'))) as fields from change
    where table_name = ${table} and row_id = any (${sql.param([...byId.keys()])}::bigint[]) and change_set_id <> ${undoesId} and id > ${first}`)
  const touched = rows.flatMap(({ id, change, fields }): InverseChange[] => {
    const inverse = byId.get(Number(id))
    if (!inverse || Number(change) < inverse.lastChange) return []
    return operation === 'insert' || fields.some((name) => Object.hasOwn(inverse.after ?? {}, name)) ? [inverse] : []
  })
  if (operation === 'insert') return new Set(touched.map((inverse) => inverse.id))
  return differing(tx, table, touched)
}

/** A field may have been changed and changed back, so its current value decides. */
async function differing(tx: Db, table: string, inverses: readonly InverseChange[]): Promise<Set<number>> {
  if (inverses.length === 0) return new Set()
  const json = JSON.stringify(inverses.map(({ id, after }) => ({ id, after })))
  const { rows } = await tx.execute<{ id: number }>(sql`
    select t.id from jsonb_to_recordset(${json}::jsonb) as meant (id bigint, after jsonb) join ${sql.identifier(table)} t on t.id = meant.id
    where exists (select 1 from jsonb_each(meant.after) e where to_jsonb(t) -> e.key is distinct from e.value)`)
  return new Set(rows.map((row) => Number(row.id)))
}

async function lockRows(tx: Db, resource: Resource, actor: Actor, ids: readonly number[]): Promise<Map<number, Row>> {
  const { id } = resource.columns
  const visible = scope(actor, resource.scope) ?? sql`true`
  const where = sql`${id} = any (${sql.param(ids)}::bigint[]) and ${visible}`
  const rows = await selectRows(tx, resource, where, sql`${id}`, ids.length, true)
  return new Map(rows.map((row) => [row.id, row]))
}

async function existing(tx: Db, resource: Resource, ids: readonly number[]): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select id from ${resource.table} where id = any (${sql.param(ids)}::bigint[])`)
  return rows.map((row) => Number(row.id))
}

/** The title of a row, or the last title of a deleted row. */
export function titleIn(resource: Resource, inverse: InverseChange, row?: Row, last?: RowJson): string {
  if (row) return titleOf(resource.description, row)
  const column = resource.columnNames.get(resource.description.rowTitle) ?? ''
  return String(last?.[column] ?? inverse.before?.[column] ?? inverse.after?.[column] ?? inverse.id)
}
