import { eq, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { anyOf } from '#src/db/any-of.server.ts'
import type { Db } from '#src/db/client.server.ts'
import { nameOfTable } from '#src/db/statement.server.ts'
import type { Resource, Row, Writing } from '../crud/resource.server.ts'
import { explainValueError } from './db-errors.server.ts'
import { withHashedSecrets } from './hash-secrets.server.ts'
import { addOwned, editOwned, setCompanions, splitOwned } from './owned-rows.server.ts'
import { sameStored } from './same-stored.ts'

type Values = Record<string, unknown>

// The statements of every write: the resource's own writers where it has some, else the kit's. Checks come before them.

/** Inserts a row with the rows that it owns. Returns its id. */
export async function insertRow(writing: Writing, values: Values): Promise<number> {
  const { tx, resource } = writing
  const stored = await withHashedSecrets(resource, values)
  const { own, owned } = splitOwned(resource, stored)
  const id = resource.write?.add ? await resource.write.add(writing, own) : await insertOwn(writing, own)
  await addOwned(tx, resource, id, owned)
  await resource.added?.(writing, [id])
  return id
}

function refusing({ tableName }: Resource) {
  return (error: unknown): never => {
    throw explainValueError(error, tableName)
  }
}

async function insertOwn({ tx, resource }: Writing, own: Values): Promise<number> {
  const [added] = await tx
    .insert(resource.table)
    .values({ ...own, ...resource.only })
    .returning({ id: resource.columns.id })
    .catch(refusing(resource))
  return Number(added?.id)
}

/**
 * Changes a row and the rows that it owns. A change of owned rows alone raises the version of the row as well.
 * @returns its version now
 */
export async function updateRow(writing: Writing, row: Row, values: Values): Promise<number> {
  const { tx, resource } = writing
  const { id } = row
  const { own, owned } = splitOwned(resource, await withHashedSecrets(resource, values))
  const version = versionColumn(resource)
  const isRow = eq(resource.columns.id, id)
  const changed = resource.write?.edit ? own : changedValues(resource, row, own)
  const isOwn = Object.keys(owned).length === 0
  if (Object.keys(changed).length > 0) {
    if (resource.write?.edit) await resource.write.edit(writing, row, changed)
    else {
      const update = tx.update(resource.table).set(changed).where(isRow).returning({ version })
      const [saved] = await update.catch(refusing(resource))
      if (isOwn) return Number(saved?.version)
    }
  } else if (isOwn) return Number(row.version)
  if (await editOwned(tx, resource, id, owned)) await touchOwners(writing, [row])
  const [now] = await tx.select({ version }).from(resource.table).where(isRow)
  return Number(now?.version)
}

/**
 * The values that differ from those that the row was read with. A form sends all fields, and a column of other programs
 * can hold more than its field shows: parts of milliseconds, more digits, blanks at its ends, no value instead of an
 * empty text.
 */
function changedValues({ fields }: Resource, row: Row, values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      const was = row[name]
      const text = typeof was === 'string' ? was.trim() : (was ?? '')
      return was === undefined || !(sameStored(was, value, fields.get(name)) || text === value)
    }),
  )
}

/** Deletes rows. The database deletes the rows that they own. */
export async function removeAll(writing: Writing, rows: readonly Row[]): Promise<void> {
  const { tx, resource } = writing
  if (resource.write?.del) return resource.write.del(writing, rows)
  const ids = rows.map(({ id }) => id)
  await tx.delete(resource.table).where(anyOf(resource.columns.id, ids))
}

/** Whether many rows of a resource can get the same values by one statement for each table. */
export function isAlike({ write, owns = [] }: Resource, values: Values): boolean {
  const written = owns.filter(({ fields }) => fields.some((field) => field in values))
  return !write?.edit && written.every(({ kind, optional }) => kind === 'one' && !optional)
}

/** Gives many rows the same values, for which `isAlike` holds. */
export async function updateAlike(writing: Writing, rows: readonly Row[], values: Values): Promise<void> {
  const { tx, resource } = writing
  const { own, owned } = splitOwned(resource, values)
  const ids = rows.map(({ id }) => id)
  if (Object.keys(own).length > 0) await tx.update(resource.table).set(own).where(anyOf(resource.columns.id, ids))
  const touched = new Set<number>()
  for (const one of resource.owns ?? []) for (const id of await setCompanions(tx, one, ids, owned)) touched.add(id)
  if (touched.size > 0)
    await touchOwners(
      writing,
      rows.filter(({ id }) => touched.has(id)),
    )
}

/**
 * Raises the version of rows whose owned rows were written, and puts that write into their history. A row whose own
 * columns were written in the same change set has both already.
 * @param rows the rows as they were before
 */
export function touchOwners({ tx, resource }: Pick<Writing, 'tx' | 'resource'>, rows: readonly Versioned[]) {
  versionColumn(resource)
  return touchRows(tx, resource.table, rows)
}

type Versioned = { id: number; version?: number }

/** The same for the rows of a table with a change history. */
export async function touchRows(tx: Db, table: PgTable, rows: readonly Versioned[]): Promise<void> {
  const before = JSON.stringify(rows.map(({ id, version }) => ({ id, version })))
  const name = nameOfTable(table)
  await tx.execute(sql`update ${table} as own set version = own.version + 1
    from jsonb_to_recordset(${before}::jsonb) as old (id bigint, version int)
    where own.id = old.id and own.version = old.version`)
  await tx.execute(sql`insert into change (change_set_id, table_name, row_id, operation, before, after)
    select current_change_set(), ${name}, old.id, 'update', '{}', '{}' from jsonb_to_recordset(${before}::jsonb) as old (id bigint)
    where not exists (select from change c where c.change_set_id = current_change_set() and c.table_name = ${name} and c.row_id = old.id)`)
}

/** The column with the version. @throws Error for a resource without versions, whose rows cannot be edited */
function versionColumn({ key, columns }: Resource): PgColumn {
  const { version } = columns
  if (!version) throw new Error(`${key}: rows without a version cannot be edited`)
  return version
}
