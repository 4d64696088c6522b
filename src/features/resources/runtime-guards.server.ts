import { createHash } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { tableAt } from '#src/db/statement.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { CellField, Field } from '#src/resource/description.ts'
import type { RuntimeDescription } from '#src/resource/description-schema.ts'
import { isTable, relationTarget } from '#src/resource/field-traits.ts'
import { idNameOf } from '#src/server/crud/id-column.server.ts'
import { findResource } from '#src/server/crud/resource-registry.server.ts'
import { invalid } from '#src/server/errors.server.ts'
import { pgErrorOf } from '#src/server/write/db-errors.server.ts'
import { ACCOUNTS, type ColumnNames, columnFor } from './runtime-table.server.ts'

/** A column that points to the rows of a table: by an id, a list of ids, or ids inside a list of objects. */
type Pointer = { column: string; target: string } & ({ kind: 'key' | 'array' } | { kind: 'json'; key: string })

type TableOfResource = (key: string) => Promise<string | undefined>

/** Name prefix of the guards made here. Constraints and triggers without it stay as they are. */
const PREFIX = 'guard_'
/** Name suffix of the trigger on the table pointed to. */
const TOLD = /_told$/

/**
 * Prevents the deletion of rows that a described table points to. A relation that the table's creator left unprotected
 * gets a foreign key, or the pair of triggers that replaces one. Guards of relations that are no longer described are
 * dropped. Call `validateGuards` after the transaction.
 * @param given `tableOf`: the table of another resource, by its key; `columns`: those with names of their own
 * @throws AppError 422 when a row already points to a missing row, or the database does not let us change a table
 */
export async function guardRelations(
  tx: Db,
  table: string,
  description: RuntimeDescription,
  { tableOf, columns = {} }: { tableOf?: TableOfResource; columns?: ColumnNames | undefined } = {},
): Promise<void> {
  const usual: TableOfResource = async (key) => (await findResource(tx, key))?.resource.tableName
  const pointers = await pointersOf(table, description, columns, tableOf ?? usual)
  const unguarded: Pointer[] = []
  for (const pointer of pointers) {
    if (await isGuarded(tx, table, pointer)) continue
    if (await pointsNowhere(tx, table, pointer))
      throw invalid({ description: [m.description_dangling({ name: pointer.column })] })
    unguarded.push(pointer)
  }
  // From here to the commit, writers of these tables wait. So no statement below reads a table, and while this
  // transaction waits for a lock, which holds up the writers behind it, the wait is limited.
  await tx.execute(sql`set local lock_timeout = '2s'`)
  await dropGuards(tx, table, new Set(pointers.map((pointer) => guardName(table, pointer))))
  for (const pointer of unguarded) {
    try {
      const id = await idNameOf(tx, pointer.target)
      for (const statement of guardsOf(table, pointer, id)) await tx.execute(statement)
    } catch (error) {
      // Nothing may refer to a table in parts, whose ids are in no unique index.
      if (!['42501', '42830'].includes(pgErrorOf(error)?.code ?? '')) throw error
      throw invalid({ description: [m.description_unguarded({ name: pointer.column, target: pointer.target })] })
    }
  }
}

/**
 * Takes from rows what points to rows that were deleted while nothing guarded it: columns that come back were aside,
 * where nobody could correct them.
 */
export async function forgetMissing(
  tx: Db,
  table: string,
  description: RuntimeDescription,
  columns: ColumnNames,
): Promise<void> {
  const tableOf: TableOfResource = async (key) => (await findResource(tx, key))?.resource.tableName
  for (const pointer of await pointersOf(table, description, columns, tableOf)) {
    if ((await isGuarded(tx, table, pointer)) || !(await pointsNowhere(tx, table, pointer))) continue
    const [own, column, there] = [tableAt(table), sql.identifier(pointer.column), await rowsAt(tx, pointer)]
    if (pointer.kind === 'key') {
      await tx.execute(
        sql`update ${own} set ${column} = null where ${column} is not null and ${column} not in ${there}`,
      )
      continue
    }
    const json = pointer.kind === 'json'
    const items = json ? sql`jsonb_array_elements(${column}) with ordinality` : sql`unnest(${column}) with ordinality`
    const id = json ? sql`(one ->> ${pointer.key})::bigint` : sql`one`
    const rest = json
      ? sql`(select jsonb_agg(case when ${id} not in ${there} then one || jsonb_build_object(${pointer.key}::text, null) else one end order by place)
        from ${items} listed (one, place))`
      : sql`array(select one from ${items} listed (one, place) where one in ${there} order by place)`
    await tx.execute(sql`update ${own} set ${column} = ${rest}
      where exists (select from ${items} listed (one, place) where ${id} not in ${there})`)
  }
}

/** The ids that a pointer can point to. Members have accounts too, but nobody chooses among them. */
async function rowsAt(tx: Db, { target }: Pointer): Promise<SQL> {
  const id = sql.identifier(await idNameOf(tx, target))
  const kind = target === ACCOUNTS.table ? sql` where kind = ${ACCOUNTS.kind}` : sql``
  return sql`(select ${id} from ${tableAt(target)}${kind})`
}

/**
 * Checks the rows that were there before their guard. It blocks no writers. A guard that is not checked protects all
 * the same, and the next call checks it.
 */
export async function validateGuards(db: Db): Promise<void> {
  const { rows } = await db.execute<{ name: string; on: string }>(sql`
    select conname as name, name_of_table(conrelid) as on from pg_constraint
    where contype = 'f' and not convalidated and starts_with(conname, ${PREFIX})`)
  for (const { name, on } of rows) {
    try {
      await db.execute(sql`alter table ${tableAt(on)} validate constraint ${sql.identifier(name)}`)
    } catch (error) {
      // A row was written in the moment before the guard came, the table is too long or in use, not ours, or gone.
      const known = ['23503', '42501', '42704', '42P01', '55P03', '57014']
      if (!known.includes(pgErrorOf(error)?.code ?? '')) throw error
    }
  }
}

/** Drops the guards of a table's relations, on both sides, except the guards named in `keep`. */
export async function dropGuards(tx: Db, table: string, keep: ReadonlySet<string> = new Set()): Promise<void> {
  const { rows } = await tx.execute<{ name: string; on: string; key: boolean }>(sql`
    select conname as name, name_of_table(conrelid) as on, true as key from pg_constraint
    where conrelid = table_named(${table}) and contype = 'f' and starts_with(conname, ${PREFIX})
    union all
    select tgname, name_of_table(tgrelid), false from pg_trigger where starts_with(tgname, ${PREFIX}) and not tgisinternal
      and (tgrelid = table_named(${table})
        or split_part(encode(tgargs, 'escape'), '\\000', 1) = encode(convert_to(${table}, 'UTF8'), 'escape'))`)
  for (const { name, on, key } of rows.filter((row) => !keep.has(row.name.replace(TOLD, '')))) {
    const guard = sql.identifier(name)
    await tx.execute(
      key ? sql`alter table ${tableAt(on)} drop constraint ${guard}` : sql`drop trigger ${guard} on ${tableAt(on)}`,
    )
  }
}

async function pointersOf(
  table: string,
  description: RuntimeDescription,
  names: ColumnNames,
  tableOf: TableOfResource,
): Promise<Pointer[]> {
  const pointers: Pointer[] = []
  // Seam: a checked description has the shape of the type; only its optional properties are declared differently.
  for (const field of description.fields as readonly Field[]) {
    const column = columnFor(names, field.name)
    const cells: readonly (Field | CellField)[] = isTable(field) ? field.fields : [field]
    for (const cell of cells) {
      const pointed = relationTarget(cell)
      if (!pointed) continue
      const target =
        pointed.resource === description.key
          ? table
          : pointed.resource === ACCOUNTS.resource
            ? ACCOUNTS.table
            : await tableOf(pointed.resource)
      if (!target) continue
      if (!isTable(field)) pointers.push({ column, target, kind: pointed.many ? 'array' : 'key' })
      else if (!pointed.many) pointers.push({ column, target, kind: 'json', key: cell.name })
    }
  }
  return pointers
}

function guardName(table: string, pointer: Pointer): string {
  const described = [table, pointer.column, pointer.target, pointer.kind === 'json' ? pointer.key : pointer.kind].join(
    ' ',
  )
  return PREFIX + createHash('sha256').update(described).digest('hex').slice(0, 24)
}

/** The arguments of the triggers on both tables. */
function argumentsOf(table: string, pointer: Pointer): { pointing: string[]; described: string[] } {
  const key = pointer.kind === 'json' ? [pointer.key] : []
  return { pointing: [pointer.column, ...key, pointer.target], described: [table, pointer.column, ...key] }
}

async function isGuarded(tx: Db, table: string, pointer: Pointer): Promise<boolean> {
  const [own, other] = [sql`table_named(${table})`, sql`table_named(${pointer.target})`]
  if (pointer.kind === 'key') {
    const { rows } = await tx.execute(sql`
      select 1 from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and cardinality(c.conkey) = 1 and c.conrelid = ${own} and c.confrelid = ${other} and a.attname = ${pointer.column}`)
    return rows.length > 0
  }
  const { pointing, described } = argumentsOf(table, pointer)
  const has = (on: SQL, name: string, given: string[]) => sql`exists (
    select 1 from pg_trigger t join pg_proc p on p.oid = t.tgfoid where t.tgrelid = ${on} and t.tgenabled <> 'D'
      and p.proname = ${`${name}_${pointer.kind}_reference`} and encode(t.tgargs, 'escape') = (
        select string_agg(encode(convert_to(one, 'UTF8'), 'escape') || '\\000', '' order by place)
        from unnest(${sql.param(given)}::text[]) with ordinality given (one, place)))`
  const { rows } = await tx.execute<{ both: boolean }>(sql`
    select ${has(own, 'check', pointing)} and ${has(other, 'protect', described)} as both`)
  return rows[0]?.both === true
}

/** Whether existing rows point to missing rows. */
async function pointsNowhere(tx: Db, table: string, pointer: Pointer): Promise<boolean> {
  const [own, column] = [tableAt(table), sql.identifier(pointer.column)]
  const ids = {
    key: sql`select ${column} as id from ${own}`,
    array: sql`select unnest(${column}) as id from ${own}`,
    json: sql`select (one ->> ${pointer.kind === 'json' ? pointer.key : ''})::bigint as id from ${own}, jsonb_array_elements(${column}) one`,
  }[pointer.kind]
  const { rows } = await tx.execute(sql`
    select 1 from (${ids}) pointed where id is not null and pointed.id not in ${await rowsAt(tx, pointer)} limit 1`)
  return rows.length > 0
}

function guardsOf(table: string, pointer: Pointer, id: string): SQL[] {
  const name = sql.identifier(guardName(table, pointer))
  const [own, other, column] = [tableAt(table), tableAt(pointer.target), sql.identifier(pointer.column)]
  if (pointer.kind === 'key') {
    // Rows of one table may be restored in any order, so the check waits for the commit.
    const late = table === pointer.target ? sql` deferrable initially deferred` : sql``
    return [
      sql`alter table ${own} add constraint ${name} foreign key (${column}) references ${other} (${sql.identifier(id)})${late} not valid`,
    ]
  }
  const { pointing, described } = argumentsOf(table, pointer)
  const check = sql.identifier(`check_${pointer.kind}_reference`)
  const protect = sql.identifier(`protect_${pointer.kind}_reference`)
  return [
    sql`create or replace trigger ${name} after insert or update of ${column} on ${own} for each row when (new.${column} is not null) execute function ${check}(${literals(pointing)})`,
    sql`create or replace trigger ${sql.identifier(`${guardName(table, pointer)}_told`)} after delete on ${other} for each row execute function ${protect}(${literals(described)})`,
  ]
}

/** Trigger arguments are written as literals, because the statement accepts no parameters for them. */
function literals(texts: readonly string[]): SQL {
  return sql.raw(texts.map((text) => `'${text.replaceAll("'", "''")}'`).join(', '))
}
