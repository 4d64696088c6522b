import { and, eq, getTableColumns, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { anyOf } from '#src/db/any-of.server.ts'
import type { Db } from '#src/db/client.server.ts'
import { columnName, keyInTable } from '../crud/column-name.server.ts'
import { PLACE } from '../crud/owns.server.ts'
import type { Owned, OwnedValues, Resource } from '../crud/resource.server.ts'
import { sameStored } from './same-stored.ts'

type Values = Readonly<Record<string, unknown>>
type Stored = { id: number; values: OwnedValues }

/** Splits the values of a form: the columns of the resource's own table, and the fields of its owned tables. */
export function splitOwned(resource: Resource, values: Values): { own: Record<string, unknown>; owned: Values } {
  const names = new Set((resource.owns ?? []).flatMap(({ fields }) => fields))
  const entries = Object.entries(values)
  return {
    own: Object.fromEntries(entries.filter(([name]) => !names.has(name))),
    owned: Object.fromEntries(entries.filter(([name]) => names.has(name))),
  }
}

/** Adds the owned rows of a new row. A companion is added even without values, unless it is optional. */
export async function addOwned(tx: Db, resource: Resource, id: number, values: Values): Promise<void> {
  for (const owned of resource.owns ?? []) await insert(tx, owned, id, newRows(owned, values))
}

/** The same for many new rows: one statement for all whose owned rows have the same columns. */
export async function addOwnedOfMany(
  tx: Db,
  resource: Resource,
  rows: readonly { id: number; values: Values }[],
): Promise<void> {
  for (const owned of resource.owns ?? []) {
    const added = rows.flatMap(({ id, values }) => newRows(owned, values).map((row) => ({ id, row })))
    await insertMany(tx, owned, added)
  }
}

function newRows(owned: Owned, values: Values): readonly OwnedValues[] {
  const given = picked(owned, values)
  if (owned.optional && Object.keys(given).length === 0) return []
  return owned.rowsOf?.(values[owned.fields[0] ?? '']) ?? [given]
}

/**
 * Makes the owned rows what the values say. Only rows that differ are written.
 * @returns whether something was written
 */
export async function editOwned(tx: Db, resource: Resource, id: number, values: Values): Promise<boolean> {
  let changed = false
  for (const owned of resource.owns ?? []) {
    const given = owned.fields.filter((field) => field in values)
    if (given.length === 0) continue
    const stored = await storedRows(tx, owned, id)
    const steps = owned.rowsOf
      ? difference(stored, owned.rowsOf(values[given[0] ?? '']), owned.key)
      : companionSteps(stored[0], picked(owned, values))
    changed = (await take(tx, owned, id, steps)) || changed
  }
  return changed
}

/**
 * Gives the companions of many rows the same values, where they differ.
 * @returns the rows whose companion was written
 */
export async function setCompanions(tx: Db, owned: Owned, ids: readonly number[], values: Values): Promise<number[]> {
  const { table, owner, columns } = owned
  const given = picked(owned, values)
  const unlike = Object.entries(given).flatMap(([name, value]) => {
    const column = columns[name]
    return column ? [sql`${column} is distinct from ${sql.param(value, column)}`] : []
  })
  if (unlike.length === 0) return []
  const changed = await tx
    .update(table)
    .set(byKey(columns, given))
    .where(and(anyOf(owner, ids), or(...unlike)))
    .returning({ id: owner })
  const { rows } = await tx.execute<{ id: number }>(sql`
    select id from unnest(${sql.param([...ids])}::bigint[]) as asked (id)
    where not exists (select from ${table} where ${owner} = asked.id)`)
  const without = rows.map(({ id }) => Number(id))
  await insertMany(
    tx,
    owned,
    without.map((id) => ({ id, row: given })),
  )
  return [...changed.map(({ id }) => Number(id)), ...without]
}

type Steps = { remove: number[]; change: Stored[]; add: OwnedValues[] }

async function take(tx: Db, owned: Owned, id: number, { remove, change, add }: Steps): Promise<boolean> {
  const { table, columns } = owned
  const key = keyOf(owned)
  // What goes first leaves its unique values to what comes.
  if (remove.length > 0) await tx.delete(table).where(anyOf(key, remove))
  for (const one of change) await tx.update(table).set(byKey(columns, one.values)).where(eq(key, one.id))
  await insert(tx, owned, id, add)
  return remove.length + change.length + add.length > 0
}

async function insert(tx: Db, { table, owner, columns }: Owned, id: number, rows: readonly OwnedValues[]) {
  if (rows.length === 0) return
  await tx.insert(table).values(rows.map((row) => ({ ...byKey(columns, row), [keyInTable(owner)]: id })))
}

/** The rows go as one value, so that the text of the statement is the same for any number of them. */
async function insertMany(tx: Db, { table, owner, columns }: Owned, rows: readonly { id: number; row: OwnedValues }[]) {
  const alike = Map.groupBy(rows, ({ row }) =>
    Object.keys(row)
      .filter((name) => columns[name])
      .join(),
  )
  for (const [names, some] of alike) {
    const given = names === '' ? [] : names.split(',').flatMap((name) => columns[name] ?? [])
    const list = sql.join(
      [owner, ...given].map((column) => sql.identifier(columnName(column))),
      sql`, `,
    )
    const records = some.map(({ id, row }) => ({
      ...Object.fromEntries(
        Object.entries(row).flatMap(([name, value]) => {
          const column = columns[name]
          return column ? [[columnName(column), jsonOf(column, value)]] : []
        }),
      ),
      [columnName(owner)]: id,
    }))
    await tx.execute(sql`
      insert into ${table} (${list})
      select ${list} from jsonb_populate_recordset(null::${table}, ${JSON.stringify(records)}::jsonb)`)
  }
}

/** A value as the database reads it from JSON: lists and objects as they are, others as Drizzle writes them. */
function jsonOf(column: PgColumn, value: unknown): unknown {
  if (value === null || value === undefined || typeof value === 'object' || column.dataType === 'json') return value
  return column.mapToDriverValue(value)
}

async function storedRows(tx: Db, owned: Owned, id: number): Promise<Stored[]> {
  const { table, owner, columns } = owned
  const key = keyOf(owned)
  const rows = await tx
    .select({ ...columns, '#id': key })
    .from(table)
    .where(eq(owner, id))
    .orderBy(sql`${key}`)
  return rows.map(({ '#id': own, ...values }) => ({ id: Number(own), values }))
}

/** The steps from the stored rows to the wanted ones. Rows are paired by their key, or by their order without one. */
function difference(stored: readonly Stored[], wanted: readonly OwnedValues[], key: readonly string[]): Steps {
  const keyText = (values: OwnedValues, at: number) =>
    key.length > 0 ? JSON.stringify(key.map((name) => values[name])) : String(at)
  const inOrder = stored.toSorted((one, other) => Number(one.values[PLACE] ?? 0) - Number(other.values[PLACE] ?? 0))
  const left = new Map(inOrder.map((one, at) => [keyText(one.values, at), one]))
  const steps: Steps = { remove: [], change: [], add: [] }
  wanted.forEach((values, at) => {
    const text = keyText(values, at)
    const known = left.get(text)
    left.delete(text)
    if (!known) steps.add.push(values)
    else if (differs(known.values, values)) steps.change.push({ id: known.id, values })
  })
  steps.remove = [...left.values()].map(({ id }) => id)
  return steps
}

function companionSteps(stored: Stored | undefined, values: OwnedValues): Steps {
  if (!stored) return { remove: [], change: [], add: [values] }
  const change = differs(stored.values, values) ? [{ id: stored.id, values }] : []
  return { remove: [], change, add: [] }
}

function differs(stored: OwnedValues, wanted: OwnedValues): boolean {
  return Object.entries(wanted).some(([name, value]) => !sameStored(stored[name] ?? null, value))
}

function picked({ fields }: Owned, values: Values): OwnedValues {
  return Object.fromEntries(fields.filter((field) => field in values).map((field) => [field, values[field]]))
}

/** The values by the keys of the table's columns, as Drizzle writes them. */
function byKey(columns: Owned['columns'], values: OwnedValues): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const column = columns[name]
      return column ? [[keyInTable(column), value]] : []
    }),
  )
}

/** The column that identifies an owned row. A companion without an id is identified by its owner. */
function keyOf({ table, owner, kind }: Owned): PgColumn {
  const { id } = getTableColumns(table)
  if (!id && kind !== 'one') throw new Error('an owned table needs an id')
  return id ?? owner
}
