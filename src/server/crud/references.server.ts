import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { tableAt } from '#src/db/statement.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { inText, labelText } from '#src/resource/label.ts'
import type { Actor } from '../access/actor.server.ts'
import { scope } from '../access/scope.server.ts'
import { AppError } from '../errors.server.ts'
import { FILE_USES, fileUsesOf } from '../files/file-uses.server.ts'
import { idNameOf } from './id-column.server.ts'
import type { Resource, Row } from './resource.server.ts'
import { findResourceOfTable } from './resource-registry.server.ts'
import { namesOf } from './table-names.server.ts'

/** Maximum number of names in a message. Further rows are only counted. */
const SAMPLES = 3
/** Maximum number of messages in one refusal. */
const SENTENCES = 5

/**
 * A column that refers to a table: a foreign key, an array of ids, or ids inside a list of objects. `pairs`: the
 * columns of a foreign key that holds something other than ids, each with the one that it points to.
 */
type Pointer = {
  table: string
  column: string
  key: string | null
  kind: 'key' | 'pairs' | 'array' | 'json'
  pairs: [column: string, target: string][] | null
}

/**
 * One table whose rows use a row, with the number of these rows and some of their names. `rows`: the same rows with
 * their ids. `menu`: the menu path of their resource.
 */
export type Use = FoundUse & { name: string; where: string; resource: string | null; menu: string | null }

/**
 * Refuses to delete rows that are in use. The message says where, how often and by which rows. The constraints would
 * refuse it too, but without a readable message.
 * @throws AppError 409 with `data.uses`
 */
export async function refuseReferenced(tx: Db, resource: Resource, actor: Actor, rows: readonly Row[]) {
  const uses = await usesOfRows(tx, resource, actor, rows)
  if (uses.length === 0) return
  throw new AppError(409, sentences(uses), { reason: 'referenced', uses })
}

/** Finds the tables whose rows use the given rows. */
export async function usesOfRows(tx: Db, resource: Resource, actor: Actor, rows: readonly Row[]): Promise<Use[]> {
  const names = new Map(rows.map((row) => [row.id, String(row[resource.description.rowTitle] || row.id)]))
  const uses: Use[] = []
  const own = resource.tableName
  for (const [table, pointers] of Map.groupBy(await pointersTo(tx, own), (pointer) => pointer.table)) {
    // The names of a runtime resource are known only after it has been looked up.
    await findResourceOfTable(tx, table)
    if (table === FILE_USES) {
      for (const use of await fileUsesOf(tx, actor, [...names.keys()]))
        uses.push({ ...use, name: names.get(use.id) ?? '' })
      continue
    }
    for (const found of await usesOf(tx, own, table, pointers, actor, [...names.keys()])) {
      const { title, resource: key = null, menu = null } = namesOf(table)
      uses.push({ ...found, name: names.get(found.id) ?? '', where: labelText(title), resource: key, menu })
    }
  }
  return uses
}

/** The rows below the given ones that are not among them, for each row of a tree that has some. */
export async function usesBelow(tx: Db, resource: Resource, actor: Actor, rows: readonly Row[]): Promise<Use[]> {
  const { description, columns, table } = resource
  const { id, pid } = columns
  const title = columns[description.rowTitle]
  if (!description.tree || !pid || !title || rows.length === 0) return []
  const names = new Map(rows.map((row) => [row.id, String(row[description.rowTitle] || row.id)]))
  const ids = sql`${sql.param([...names.keys()])}::bigint[]`
  const seen = scope(actor, resource.scope) ?? sql`true`
  const { rows: found } = await tx.execute<Counted>(sql`
    select ${pid} as id, count(*)::int as count, ${samples(id, title, seen)} as rows
    from ${table} where ${pid} = any (${ids}) and ${id} <> all (${ids}) group by ${pid} order by ${pid}`)
  const { key, menu } = description
  return found.map((one) => {
    const use = foundOf(one)
    return { ...use, name: names.get(use.id) ?? '', where: m.uses_below(), resource: key, menu }
  })
}

function sentences(uses: readonly Use[]): string {
  const byRow = [...Map.groupBy(uses, (use) => use.id).values()]
  return byRow.slice(0, SENTENCES).map(sentenceOfUses).join('\n')
}

/** The message about the places where one row is used. */
export function sentenceOfUses(ofRow: readonly Use[]): string {
  const places = summed(ofRow)
    .map((use) => place(use))
    .join(m.crud_listSeparator())
  return m.error_inUse({ name: ofRow[0]?.name ?? '', places })
}

/** Tables without a screen have one name in common, so it is said once. */
function summed(uses: readonly Use[]): Use[] {
  const [nameless, named] = [uses.filter(isNameless), uses.filter((use) => !isNameless(use))]
  const [first] = nameless
  return first ? [...named, { ...first, count: nameless.reduce((sum, { count }) => sum + count, 0) }] : named
}

const isNameless = ({ resource, names, where }: Use) =>
  resource === null && names.length === 0 && where === m.table_other()

function place({ where: title, count, names }: Use): string {
  const where = inText(title)
  if (names.length === 0) return m.error_inUsePlace({ where, count })
  const some = names.join(m.crud_listSeparator())
  return m.error_inUseNamed({ where, count, names: count > names.length ? `${some} …` : some })
}

/** Whether the foreign key `c` may hold ids. One of a table of other programs may hold codes. */
export const pointsToIds: SQL = sql`(select atttypid from pg_attribute where attrelid = c.conrelid and attnum = c.conkey[1])
  in ('int2'::regtype, 'int4'::regtype, 'int8'::regtype)`

/** The columns of the foreign key `c`, each with the one that it points to. */
const pairs: SQL = sql`(select json_agg(json_build_array(own.attname, there.attname) order by k.place)
  from unnest(c.conkey, c.confkey) with ordinality k (number, target, place)
    join pg_attribute own on own.attrelid = c.conrelid and own.attnum = k.number
    join pg_attribute there on there.attrelid = c.confrelid and there.attnum = k.target)`

/**
 * Whether a deletion by the foreign key `c` from a table that others made could not be undone: the database deletes or
 * empties rows of a table without history.
 */
const isForgotten: SQL = sql`c.confdeltype in ('c', 'n', 'd')
  and exists (select from resource_description d where d.table_name = name_of_table(c.confrelid))
  and not exists (select from pg_trigger t join pg_proc f on f.oid = t.tgfoid
    where t.tgrelid = c.conrelid and f.proname = 'record_change' and t.tgenabled <> 'D')`

/** The columns that refer to a table, read from the database's own constraints and triggers. */
async function pointersTo(tx: Db, table: string): Promise<Pointer[]> {
  const { rows } = await tx.execute<Pointer>(sql`
    select name_of_table(p.oid) as table, a.attname as column, null as key, ids.kind,
      case ids.kind when 'pairs' then ${pairs} end as pairs
    from pg_constraint c join pg_class p on p.oid = c.conrelid join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      cross join lateral (select case when cardinality(c.conkey) = 1 and ${pointsToIds} then 'key' else 'pairs' end as kind) ids
    where c.contype = 'f' and c.conparentid = 0 and (ids.kind = 'key' and c.confdeltype in ('a', 'r') or ${isForgotten})
      and c.confrelid = table_named(${table}) and table_named(name_of_table(p.oid)) = p.oid
      -- What lies below a row is told in words of its own.
      and (c.conrelid <> c.confrelid or a.attname <> 'pid')
    union all
    select args[1], args[2], nullif(args[3], ''), case name when 'protect_array_reference' then 'array' else 'json' end, null
    from (
      select p.proname as name, array(select convert_from(decode(one, 'escape'), 'UTF8')
        from unnest(string_to_array(encode(t.tgargs, 'escape'), '\\000')) with ordinality given (one, place) order by place) as args
      from pg_trigger t join pg_proc p on p.oid = t.tgfoid
      where t.tgrelid = table_named(${table}) and p.proname in ('protect_array_reference', 'protect_json_reference')
    ) protections where table_named(args[1]) is not null
    order by 1, 2`)
  return rows
}

/** How many rows of a table use a row, and some that the actor may read. */
export type FoundUse = { id: number; count: number; names: string[]; rows: { id: number; name: string }[] }
type Counted = { id: number; count: number; rows: { id: number; name: string | null }[] | null }

/** The first rows of a group that the actor may see. */
function samples(id: SQLWrapper, name: SQLWrapper, seen: SQLWrapper): SQL {
  const row = sql`jsonb_build_object('id', ${id}, 'name', ${name}::text)`
  return sql`to_jsonb((array_agg(${row} order by ${id}) filter (where ${seen}))[1:${sql.raw(String(SAMPLES))}])`
}

function foundOf({ id, count, rows }: Counted): FoundUse {
  const named = (rows ?? []).map((row) => ({ id: row.id, name: row.name ?? `#${row.id}` }))
  return { id: Number(id), count, names: named.map(({ name }) => name), rows: named }
}

/**
 * Counts the rows of one table that use rows of another with the given ids. A row that refers by several of its columns
 * counts once. In a table that refers to itself, rows that are deleted as well do not count.
 */
async function usesOf(
  tx: Db,
  own: string,
  pointing: string,
  pointers: readonly Pointer[],
  actor: Actor,
  ids: readonly number[],
): Promise<FoundUse[]> {
  const table = tableAt(pointing)
  const id = sql`${table}.${sql.identifier(await idNameOf(tx, pointing))}`
  const points = pointers.map(({ column: name, key, kind, pairs }) => {
    const at = (column: string) => sql`${table}.${sql.identifier(column)}`
    const column = at(name)
    const same = (pairs ?? []).map(([one, target]) => sql`${at(one)} = pointed.${sql.identifier(target)}`)
    return {
      key: sql`${column} = wanted.id`,
      pairs: sql`(${sql.join(same, sql` and `)})`,
      array: sql`${column} @> array[wanted.id]`,
      json: sql`${column} @> jsonb_build_array(jsonb_build_object(${key}::text, wanted.id))`,
    }[kind]
  })
  const { name, visible } = namesOf(pointing)
  const seen = visible?.(actor) ?? sql`true`
  const rows = name ? samples(id, name, seen) : sql`null`
  const pointed = pointers.some(({ kind }) => kind === 'pairs')
    ? sql`join ${tableAt(own)} pointed on pointed.${sql.identifier(await idNameOf(tx, own))} = wanted.id`
    : sql``
  const others = own === pointing ? sql` and ${id} <> all (${sql.param(ids)}::bigint[])` : sql``
  const { rows: counted } = await tx.execute<Counted>(sql`
    select wanted.id, count(*)::int as count, ${rows} as rows
    from unnest(${sql.param(ids)}::bigint[]) as wanted (id) ${pointed} join ${table} on (${sql.join(points, sql` or `)})${others}
    group by wanted.id order by wanted.id`)
  return counted.map(foundOf)
}
