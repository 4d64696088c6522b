import { isDeepStrictEqual } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { jsonNull } from '#src/db/columns.server.ts'
import { config } from '#src/db/config.table.server.ts'
import { instantFromDatabase } from '#src/db/decode.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { isSecret } from '#src/resource/field-traits.ts'
import type { FieldValue } from '#src/resource/field-value.ts'
import { ownDefinition, ownField, titleIn } from '#src/resource/own-setting.ts'
import { assertProven } from '#src/server/access/proof.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { markRestoring } from '#src/server/history/undo-apply.server.ts'
import { loadRows } from '#src/server/settings/own-items.server.ts'
import { isSettingName } from '#src/server/settings/registry.server.ts'
import { formValuesOf, type Item, itemsOf } from './config-items.server.ts'
import { type ConfigWriter, lockConfig, refuseReturnedSecret, saveConfig } from './config-save.server.ts'

type Stored = { name?: string; group?: string; value?: unknown; definition?: unknown }

type ChangeRow = {
  id: string
  set: string
  kind: string
  operation: 'insert' | 'update' | 'delete'
  time: string
  actor_id: string | null
  actor_name: string
  before: Stored | null
  after: Stored | null
  row: string
}

const columns = sql`c.id::text as id, c.change_set_id::text as set, s.kind, c.operation, c.create_time::text as time,
  s.actor_id::text as actor_id, s.actor_name, c.before, c.after, c.row_id::text as row`

/** Changes of one page. */
const PAGE = 20

/** The changes of one item, newest first. Of a secret it tells when and by whom, never what. */
export async function itemHistory(db: Db, name: string, before: number | undefined) {
  const item = itemsOf(await loadRows(db)).find((one) => one.name === name)
  if (!item) throw new AppError(404, m.config_unknown({ name }))
  if (!item.row) return { list: [], more: false }
  const { rows } = await db.execute<ChangeRow>(sql`
    select ${columns} from change c join change_set s on s.id = c.change_set_id
    where c.table_name = 'config' and c.row_id = ${item.row.id} and (${before ?? null}::bigint is null or c.id < ${before ?? null})
    order by c.id desc limit ${PAGE + 1}`)
  return { list: rows.slice(0, PAGE).map((row) => entryOf(item, row)), more: rows.length > PAGE }
}

function entryOf(item: Item, row: ChangeRow) {
  const has = (side: Stored | null) => side !== null && Object.hasOwn(side, 'value')
  const values = (side: Stored | null) => (has(side) ? formValuesOf({ ...item, fixed: undefined }, side?.value) : {})
  const [was, is] = [values(row.before), values(row.after)]
  const fields = item.fields.flatMap(({ name }) => {
    const [old, now]: [FieldValue, FieldValue] = [was[name] ?? null, is[name] ?? null]
    return row.operation === 'update' && !item.secret && isDeepStrictEqual(old, now)
      ? []
      : [{ field: name, before: old, after: now }]
  })
  return {
    id: Number(row.id),
    changeSetId: Number(row.set),
    kind: row.kind,
    operation: row.operation,
    time: instantFromDatabase(row.time),
    actor: { id: row.actor_id === null ? null : Number(row.actor_id), name: row.actor_name },
    fields,
    /** The item has the value of this change now, so that it can be taken back. */
    undoable:
      row.operation === 'update' &&
      has(row.before) &&
      item.fixed === undefined &&
      isDeepStrictEqual(row.after?.value, item.row?.value),
  }
}

/**
 * Takes one change of an item back: it has the value again that it had before. The value is checked as a new one is.
 * A deleted own item comes back with its value.
 * @throws AppError 404, 409 when the item was changed since, 403 and 422 for a secret as when it is entered
 */
export async function undoChange(writer: ConfigWriter, changeId: number): Promise<string> {
  const { tx } = writer
  await lockConfig(tx)
  const { rows } = await tx.execute<ChangeRow>(sql`
    select ${columns} from change c join change_set s on s.id = c.change_set_id
    where c.table_name = 'config' and c.id = ${changeId}`)
  const [change] = rows
  if (!change) throw new AppError(404, m.config_changeMissing())
  if (change.operation === 'delete') return bringBack(tx, Number(change.row), change.before ?? {})
  const items = itemsOf(await loadRows(tx))
  const item = items.find(({ row }) => row?.id === Number(change.row))
  if (!item?.row || change.operation !== 'update' || !Object.hasOwn(change.before ?? {}, 'value'))
    throw new AppError(404, m.config_changeMissing())
  if (!isDeepStrictEqual(item.row.value, change.after?.value))
    throw new AppError(409, m.config_changedSince(), { reason: 'changed' })
  if (item.secret && change.before?.value) {
    await assertProven(tx, writer.author)
    await refuseReturnedSecret(tx, items, item.name, change.set)
  }
  // A secret comes back sealed, as it was.
  if (item.secret) await tx.update(config).set({ value: change.before?.value }).where(eq(config.id, item.row.id))
  else await saveConfig(writer, { values: formValuesOf(item, change.before?.value) })
  return item.name
}

async function bringBack(
  tx: Db,
  id: number,
  { name = '', group = '', value = null, definition }: Stored,
): Promise<string> {
  const own = v.safeParse(ownDefinition, definition)
  const taken = isSettingName(name) || (await loadRows(tx)).has(name)
  if (!own.success || taken) throw new AppError(409, m.config_changedSince(), { reason: 'changed' })
  await tx.insert(config).values({ id, name, group, value: value ?? jsonNull, definition: own.output })
  await markRestoring(tx)
  return name
}

/** The deleted own items that can come back, the last first. */
export async function deletedItems(db: Db) {
  const present = await loadRows(db)
  const { rows } = await db.execute<ChangeRow>(sql`
    select ${columns} from change c join change_set s on s.id = c.change_set_id
    where c.table_name = 'config' and c.operation = 'delete' order by c.id desc limit 50`)
  const seen = new Set<string>()
  return rows.flatMap((row) => {
    const own = v.safeParse(ownDefinition, row.before?.definition)
    const name = row.before?.name ?? ''
    if (!own.success || present.has(name) || seen.has(name)) return []
    seen.add(name)
    const secret = isSecret(ownField(name, own.output))
    return [
      {
        changeId: Number(row.id),
        name,
        title: titleIn(own.output),
        secret,
        time: instantFromDatabase(row.time),
        actor: row.actor_name,
      },
    ]
  })
}
