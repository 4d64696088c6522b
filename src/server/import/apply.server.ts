import { SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { ID } from '#src/resource/importable.ts'
import type { Actor } from '../access/actor.server.ts'
import { scope } from '../access/scope.server.ts'
import { columnName } from '../crud/column-name.server.ts'
import { idColumnOf, rowIdOf } from '../crud/id-column.server.ts'
import type { Resource } from '../crud/resource.server.ts'
import { AppError } from '../errors.server.ts'
import { serverTypeOf } from '../fields/field-types.server.ts'
import { addByWriter, addOwnedOf, editByWriter, editOwnedOf, writeAtOnce } from './apply-writers.server.ts'
import { missingValues } from './defaults.server.ts'
import { giveNumbers, giveOrder } from './numbers.server.ts'
import type { ImportPlan } from './plan.server.ts'

/** Rows of one statement. Between two statements, progress is reported and cancelling is noticed. */
const CHUNK = 5_000

type Applying = {
  tx: Db
  importId: number
  resource: Resource
  plan: ImportPlan
  actor: Actor
  changeSetId: number
  signal: AbortSignal
  onWritten(rows: number): void
}

/** Writes the rows that are classified as new or changed, inside the import's transaction. */
export async function applyRows(applying: Applying): Promise<void> {
  const { resource, plan } = applying
  if (resource.write?.file) return applying.onWritten(await resource.write.file.write(applying, applying.importId))
  await (resource.description.sortable ? giveOrder(applying) : giveNumbers(applying))
  const mapped = new Set(plan.mapping)
  const columns = [...resource.importable.keys()]
    .filter((name) => mapped.has(name) && name !== ID && resource.columnNames.has(name))
    .map((name) => resource.columnName(name))
  if (resource.write?.import?.write) await writeAtOnce(applying)
  else await writeRows(applying, columns)
  await assertInScope(applying)
}

async function writeRows(applying: Applying, columns: readonly string[]): Promise<void> {
  const { resource } = applying
  if (resource.write?.add) await addByWriter(applying)
  else {
    await insertRows(applying, columns)
    if (resource.owns) await addOwnedOf(applying)
    await resource.added?.(applying, await addedIds(applying))
  }
  if (resource.write?.edit) await editByWriter(applying)
  else {
    await updateRows(applying, columns)
    if (resource.owns) await editOwnedOf(applying)
  }
}

/** The value of the file for a column. Some columns of other programs' tables take no empty text, but null. */
function written({ columns, fields, fieldNames, texts }: Resource, name: string): SQL {
  const value = sql`n.${sql.identifier(name)}`
  if (texts?.includes(fieldNames.get(name) ?? '')) return value
  const column = Object.values(columns).find((one) => columnName(one) === name)
  const field = fields.get(fieldNames.get(name) ?? '')
  const given = field && column && serverTypeOf(field).given?.(sql`(r.values ->> ${name}::text)`, column)
  if (given) return sql`case when r.values ? ${name}::text then ${given} else ${value} end`
  const isStrict = column?.columnType === 'PgCustomColumn' && column.mapToDriverValue('') instanceof SQL
  return isStrict ? sql`nullif(${value}, '')` : value
}

/** Inserts parents before their children, otherwise in the order of the file. */
async function insertRows(
  { tx, importId, resource, signal, onWritten }: Applying,
  columns: readonly string[],
): Promise<void> {
  const { table } = resource
  const names = [...new Set([...columns, ...(resource.description.tree ? ['pid'] : [])])]
  const missing = await missingValues(tx, resource, names)
  const idColumn = await idColumnOf(tx, resource.tableName)
  // Rows with keys of their own bring their ids.
  const id = names.includes(idColumn) ? [] : [{ name: idColumn, value: sql`v.target_id` }]
  const values = names.map((name) => {
    const given = sql`case when r.values ? ${name}::text then ${written(resource, name)} else ${missing.get(name) ?? sql`null`} end`
    return name === 'pid' ? sql`coalesce(p.target_id, ${given})` : given
  })
  const more = missing.others
  const order = resource.description.sortable
    ? { name: sql`, sort_key`, value: sql`, v.sort_key` }
    : { name: sql``, value: sql`` }
  for (let after = { depth: 0, row: 0 }; ; ) {
    signal.throwIfAborted()
    const { rows } = await tx.execute<{ depth: number; row_no: number; count: number }>(sql`
      with chunk as (
        select row_no, depth, target_id, parent_row, sort_key from import_verdict
        where import_id = ${importId} and action = 'new' and (depth, row_no) > (${after.depth}::int, ${after.row}::int)
        order by depth, row_no limit ${CHUNK}
      ), written as (
        insert into ${table} (${sql.join(
          [...id.map(({ name }) => name), ...names, ...more.keys()].map((name) => sql.identifier(name)),
          sql`, `,
        )}${order.name}) overriding system value
        select ${sql.join([...id.map(({ value }) => value), ...values, ...more.values()], sql`, `)}${order.value}
        from chunk v join import_row r on r.import_id = ${importId} and r.row_no = v.row_no
          left join import_verdict p on p.import_id = ${importId} and p.row_no = v.parent_row
          cross join lateral jsonb_populate_record(null::${table}, r.values) n
        order by v.depth, v.row_no
      )
      select depth, row_no, count(*) over ()::int as count from chunk order by depth desc, row_no desc limit 1`)
    const last = rows[0]
    if (!last) return
    onWritten(last.count)
    after = { depth: last.depth, row: last.row_no }
  }
}

async function updateRows(
  { tx, importId, resource, signal, onWritten }: Applying,
  columns: readonly string[],
): Promise<void> {
  const { table, description } = resource
  const names = [...new Set([...columns, ...(description.tree ? ['pid'] : [])])]
  const set = names.map((name) => {
    const column = sql.identifier(name)
    return name === 'pid' ? sql`${column} = coalesce(c.parent_id, c.${column})` : sql`${column} = c.${column}`
  })
  const order = description.sortable ? sql`, sort_key = coalesce(c.new_order, t.sort_key)` : sql``
  const given = names.map((name) => sql`${written(resource, name)} as ${sql.identifier(name)}`)
  // All columns of the file may be fields of owned tables.
  if (names.length === 0) return
  for (let after = 0; ; ) {
    signal.throwIfAborted()
    const { rows } = await tx.execute<{ row_no: number; count: number }>(sql`
      with chunk as (
        select row_no, target_id, parent_row, sort_key from import_verdict
        where import_id = ${importId} and action = 'changed' and row_no > ${after} order by row_no limit ${CHUNK}
      ), changes as (
        select v.target_id as row_id, p.target_id as parent_id, v.sort_key as new_order, ${sql.join(given, sql`, `)}
        from chunk v join import_row r on r.import_id = ${importId} and r.row_no = v.row_no
          left join import_verdict p on p.import_id = ${importId} and p.row_no = v.parent_row
          join ${table} o on o.${rowIdOf(resource)} = v.target_id
          cross join lateral jsonb_populate_record(o, r.values) n
      ), written as (
        update ${table} t set ${sql.join(set, sql`, `)}${order} from changes c where t.${rowIdOf(resource)} = c.row_id
      )
      select row_no, count(*) over ()::int as count from chunk order by row_no desc limit 1`)
    const last = rows[0]
    if (!last) return
    onWritten(last.count)
    after = last.row_no
  }
}

/** Checks the data scope again, on the rows as stored now. No import puts a row where its author cannot see it. */
async function addedIds({ tx, importId }: Applying): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select target_id as id from import_verdict where import_id = ${importId} and action = 'new'`)
  return rows.map(({ id }) => Number(id))
}

async function assertInScope({ tx, importId, resource, actor }: Applying): Promise<void> {
  const visible = scope(actor, resource.scope)
  if (!visible) return
  const { rows } = await tx.execute(sql`
    select 1 from ${resource.table} where ${rowIdOf(resource)} in (
      select target_id from import_verdict where import_id = ${importId} and action in ('new', 'changed')
    ) and (${visible}) is not true limit 1`)
  if (rows.length > 0) throw new AppError(403, m.error_outOfScope())
}
