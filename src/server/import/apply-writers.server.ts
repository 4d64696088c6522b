import { sql } from 'drizzle-orm'
import type { Writing } from '../crud/resource.server.ts'
import { addOwnedOfMany, editOwned, splitOwned } from '../write/owned-rows.server.ts'
import { insertRow, touchOwners, updateRow } from '../write/put-rows.server.ts'
import { fileRows } from './row-values.server.ts'

type Applying = Writing & { importId: number; signal: AbortSignal; onWritten(rows: number): void }

/** Adds the rows of a file by the resource's own writer, which gives them their ids. */
export async function addByWriter(applying: Applying): Promise<void> {
  const { tx, importId, resource, signal, onWritten } = applying
  for await (const rows of fileRows(tx, importId, resource, ['new'])) {
    signal.throwIfAborted()
    const given: { row_no: number; id: number }[] = []
    for (const { row, values } of rows) given.push({ row_no: row, id: await insertRow(applying, values) })
    await tx.execute(sql`
      update import_verdict v set target_id = given.id from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (row_no int, id bigint)
      where v.import_id = ${importId} and v.row_no = given.row_no`)
    onWritten(rows.length)
  }
}

/** Changes stored rows by the resource's own writer. */
export async function editByWriter(applying: Applying): Promise<void> {
  const { tx, importId, resource, signal, onWritten } = applying
  for await (const rows of fileRows(tx, importId, resource, ['changed'])) {
    signal.throwIfAborted()
    for (const { stored, values } of rows) if (stored) await updateRow(applying, stored, values)
    onWritten(rows.length)
  }
}

/** Writes the owned rows of rows that are inserted already. */
export async function addOwnedOf({ tx, importId, resource, signal }: Applying): Promise<void> {
  for await (const rows of fileRows(tx, importId, resource, ['new'])) {
    signal.throwIfAborted()
    const added = rows.map(({ target, values }) => ({ id: target, values: splitOwned(resource, values).owned }))
    await addOwnedOfMany(tx, resource, added)
  }
}

/** Writes the owned rows of stored rows, after the columns of these. */
export async function editOwnedOf({ tx, importId, resource, signal }: Applying): Promise<void> {
  for await (const rows of fileRows(tx, importId, resource, ['changed'])) {
    signal.throwIfAborted()
    for (const { stored, values } of rows) {
      if (stored && (await editOwned(tx, resource, stored.id, splitOwned(resource, values).owned))) {
        await touchOwners({ tx, resource }, [stored])
      }
    }
  }
}

/** Lets the import writer write all rows that the lines of a file become. Their number is the import's, negative. */
export async function writeAtOnce({ importId, onWritten, ...writing }: Applying): Promise<void> {
  const { tx, resource } = writing
  await resource.write?.import?.write?.(
    writing,
    sql`(select u.line, u.field, v.action, v.target_id as target, r.values as gives
      from import_unfolded u join import_verdict v on v.import_id = ${importId} and v.row_no = u.place
        join import_row r on r.import_id = v.import_id and r.row_no = v.row_no
      where u.import_id = ${-importId} and v.action in ('new', 'changed'))`,
  )
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from import_verdict where import_id = ${importId} and action in ('new', 'changed')`)
  onWritten(rows[0]?.count ?? 0)
}
