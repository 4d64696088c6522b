import { isDeepStrictEqual } from 'node:util'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import type { Author } from '#src/db/write.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { exactRow } from '#src/lib/exact-json.ts'
import type { Field } from '#src/resource/description.ts'
import { isSecret } from '#src/resource/field-traits.ts'
import type { FieldValue } from '#src/resource/field-value.ts'
import { can } from '#src/resource/registry.ts'
import { valueText } from '#src/resource/value-text.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { assertProven } from '#src/server/access/proof.server.ts'
import { readConfig } from '#src/server/config.server.ts'
import type { Row } from '#src/server/crud/resource.server.ts'
import type { RegisteredResource } from '#src/server/crud/resource-registry.server.ts'
import { placesOfRows } from '#src/server/crud/row-places.server.ts'
import { seenBy } from '#src/server/crud/seen-by.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { fieldChanges } from '#src/server/history/history.server.ts'
import { ownedStatesAround } from '#src/server/history/owned-states.server.ts'
import { findRow, labelsOf } from '#src/server/list/rows.server.ts'
import { explainDbError } from '#src/server/write/db-errors.server.ts'
import { titleOf } from '#src/server/write/refusal.server.ts'
import { editRow } from '#src/server/write/save.server.ts'
import { valuesOfLines } from './line-values.server.ts'
import { sensitiveLine } from './lines.server.ts'
import { changesSeen } from './seen-lines.server.ts'
import { resourcesByKey } from './watched.server.ts'

type Asked = { id: number; save: boolean; versions: Readonly<Record<string, number>> }

/** A field that gets the value back that it had before, of one row. */
type Wanted = { field: string; before: unknown; after: unknown; changes: readonly number[] }
type Target = { place: RegisteredResource; rowId: number; fields: Wanted[] }

type RollingBack = { tx: Db; actor: Actor; author: Author; changeSetId: number }

/**
 * Takes back one changed field, or everything that its save has changed. It is an ordinary edit of each row: its node,
 * the data scope, the rules of the form and unique values count. A value that was changed since is only replaced when
 * the caller has seen the present one, and names the version of the row.
 * @throws AppError 403, 404, 409 with `data.rows` where values are not what the log says, 422 for a secret
 */
export async function rollBack({ tx, actor, author, changeSetId }: RollingBack, { id, save, versions }: Asked) {
  const [line] = await tx
    .select()
    .from(sensitiveLine)
    .where(and(eq(sensitiveLine.changeId, Math.floor(id / 1000)), eq(sensitiveLine.id, id), changesSeen(actor)))
  if (!line) throw new AppError(404, m.sensitive_lineMissing())
  if (line.fieldKind === 'secret' && !save) throw new AppError(422, m.sensitive_noSecret())
  const known = await resourcesByKey(tx)
  const place = known.get(line.resource)
  if (!place) throw new AppError(404, m.recycle_resourceGone())
  const values = (await valuesOfLines(tx, known, [line])).get(line.id)
  const one = { field: line.field, before: values?.before, after: values?.after, changes: [line.changeId] }
  const targets = save ? await targetsOf(tx, line.changeSetId) : [{ place, rowId: line.rowId, fields: [one] }]
  if (targets.length === 0) throw new AppError(422, m.sensitive_noSecret())
  await markWhole(tx, line.changeSetId, save, targets)
  const rows = await lockedRows(tx, actor, targets)
  await refuseChanged(tx, targets, rows, versions)
  const done: string[] = []
  let count = 0
  for (const { place, rowId, fields } of targets) {
    const { resource } = seenBy(place, actor)
    const body = Object.fromEntries(fields.map(({ field, before }) => [field, before ?? null]))
    const version = versions[nameOf(place, rowId)]
    const given = { id: rowId, ...(version ? { version } : {}), ...body }
    const { changed } = await editRow(tx, resource, actor, given, changeSetId).catch((error: unknown) => {
      throw explainDbError(error, resource.constraintFields())
    })
    if (!changed) continue
    count += fields.length
    done.push(...fields.flatMap(({ field, changes }) => changes.map((change) => `${change}:${field}`)))
  }
  if (count === 0) throw new AppError(409, m.sensitive_nothingLeft(), { reason: 'done' })
  if (targets.some(({ place }) => place.resource.proof === 'writes')) await assertProven(tx, author)
  await tx.execute(sql`update change_set set takes_back = ${sql.param(done)}::text[] where id = ${changeSetId}`)
  return { fields: count, rows: targets.length, changeSetId }
}

const nameOf = ({ resource }: RegisteredResource, rowId: number) => `${resource.key}:${rowId}`

/** All fields that a save has changed, but for secrets and for what no form writes. */
async function targetsOf(tx: Db, set: number): Promise<Target[]> {
  const { rows } = await tx.execute<{ id: number; table: string; row: number; before: string; after: string }>(sql`
    select id, table_name as "table", row_id as row, before::text, after::text from change
    where change_set_id = ${set} and operation = 'update' order by id`)
  const targets: Target[] = []
  for (const [, ofRow] of Map.groupBy(rows, ({ table, row }) => `${table} ${row}`)) {
    const [first] = ofRow
    const place = first && (await placesOfRows(tx, first.table, [Number(first.row)])).get(Number(first.row))
    if (!place) continue
    const { resource } = place
    const rowId = Number(first.row)
    const changes = ofRow.map((one) => Number(one.id))
    // The oldest value before, and the newest after.
    const before = Object.assign({}, ...ofRow.map((one) => exactRow(one.before)).toReversed())
    const after = Object.assign({}, ...ofRow.map((one) => exactRow(one.after)))
    const owned = (await ownedStatesAround(tx, resource, rowId, [set])).get(set)
    const fields = fieldChanges(resource, before, after, owned).flatMap(({ field, before, after }): Wanted[] => {
      const described = resource.fields.get(field)
      const written = described && !described.readOnly && !isSecret(described)
      return written ? [{ field, before, after, changes }] : []
    })
    if (fields.length > 0) targets.push({ place, rowId, fields })
  }
  return targets
}

/** A roll-back of all that a save has changed is its undo, also for the history. */
async function markWhole(tx: Db, set: number, save: boolean, targets: readonly Target[]): Promise<void> {
  const { rows } = await tx.execute<{ whole: boolean }>(sql`
    select not exists (select from change where change_set_id = ${set} and operation <> 'update'
      and table_name not in (select part from resource_field where part is not null)) as whole`)
  const all = save ? targets : await targetsOf(tx, set)
  const count = (some: readonly Target[]) => some.reduce((sum, { fields }) => sum + fields.length, 0)
  if (rows[0]?.whole && count(all) === count(targets))
    await tx.execute(sql`select set_config('app.undoes', ${String(set)}, true)`)
}

/** The rows as they are now, locked. @throws AppError 403 for a row or a field that is not the actor's, 404 */
async function lockedRows(tx: Db, actor: Actor, targets: readonly Target[]): Promise<Map<string, Row>> {
  const rows = new Map<string, Row>()
  for (const { place, rowId, fields } of targets) {
    const { edit } = place.nodes
    const seen = seenBy(place, actor).resource.fields
    const others = fields.some(({ field }) => isHidden(place.resource.fields.get(field), seen.get(field)))
    if (!edit || !can(actor, edit) || others) throw new AppError(403)
    const row = await findRow(tx, place.resource, actor, rowId, true)
    if (!row) throw new AppError(404, m.sensitive_rowGone())
    rows.set(nameOf(place, rowId), row)
  }
  return rows
}

/** Whether an actor does not see a field, or only a part of it. */
function isHidden(field: Field | undefined, seen: Field | undefined): boolean {
  return !seen || (seen.readOnly === true && !field?.readOnly)
}

/** @throws AppError 409 with the present values where they are not what the log says, unless they were confirmed */
async function refuseChanged(
  tx: Db,
  targets: readonly Target[],
  rows: ReadonlyMap<string, Row>,
  versions: Asked['versions'],
): Promise<void> {
  const { timeZone } = await readConfig(tx, ['timeZone'])
  const changed = []
  for (const { place, rowId, fields } of targets) {
    const { resource } = place
    const name = nameOf(place, rowId)
    const row = rows.get(name)
    if (!row || versions[name] === row.version) continue
    // A value that is back already needs no answer.
    const different = fields.filter(({ field, before, after }) => !same(row[field], after) && !same(row[field], before))
    if (different.length === 0) continue
    const labels = await labelsOf(tx, resource, [row])
    const shown = different.map(({ field }) => {
      const described = resource.fields.get(field)
      // Seam: a stored row has values of the field's type.
      const now = described ? valueText(described, row[field] as FieldValue, { labels, timeZone }) : ''
      return { field, label: resource.label(field) ?? field, now }
    })
    changed.push({ name, title: titleOf(resource.description, row), version: row.version, fields: shown })
  }
  if (changed.length > 0) throw new AppError(409, m.sensitive_changedSince(), { reason: 'changed', rows: changed })
}

/** Whether a stored value is what the history says. Switches are numbers, and a list of ids has no order. */
function same(now: unknown, then: unknown): boolean {
  const plain = (value: unknown) => {
    if (typeof value === 'boolean') return Number(value)
    if (!Array.isArray(value)) return value ?? null
    return value.every((one) => typeof one !== 'object') ? value.map(String).sort() : value
  }
  return isDeepStrictEqual(plain(now), plain(then))
}
