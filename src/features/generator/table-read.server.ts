import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { tableAt } from '#src/db/statement.server.ts'
import { typeBehind, typeName } from '#src/features/resources/column-type.server.ts'
import { usableSchema, usableTables } from '#src/features/resources/own-tables.server.ts'
import { ROW_ID } from '#src/server/crud/id-column.server.ts'

/** A column of a table, as the database describes it. */
export type ReadColumn = {
  name: string
  /** The name of the type; of a domain, that of its base type. An array has its element's type followed by `[]`. */
  type: string
  /** The type as in SQL, with its limits: `character varying(20)`. */
  written: string
  /** The number of characters that fit. */
  length: number | null
  precision: number | null
  scale: number | null
  nullable: boolean
  /** The default as an expression. */
  default: string | null
  /** `a`: always the next number; `d`: by default. */
  identity: 'a' | 'd' | null
  /** The expression that the database computes the column from. */
  generated: string | null
  comment: string
  /** The values of an enum type. */
  labels: string[] | null
  domain: string | null
  /** The rules of the domain, as expressions over VALUE. */
  checks: string[]
  /** The rows have numbers with more digits than ids can have. Known of keys that are no ids yet. */
  vast?: boolean
}

export type ReadKey = { name: string; columns: string[] }
export type ReadReference = ReadKey & {
  /** The table pointed to. Null when no screen may stand on its schema. */
  table: string | null
  targets: string[]
  /** The column with the ids of the table pointed to. */
  ids: string
  /** The resource on the table pointed to, when its ids are the values of the column. */
  resource: string | null
  /** The resource on the table pointed to, when the column holds other keys of its rows. */
  keyed: string | null
  /** What happens to rows when the one that they point to is deleted, as `pg_constraint.confdeltype`. */
  onDelete: string
  /** Whether it can be checked at the end of a transaction, and whether it is by itself. */
  deferrable: boolean
  deferred: boolean
}
export type ReadIndex = ReadKey & { unique: boolean; method: string; partial: boolean }
/** `args`: those of a function of the product. */
export type ReadTrigger = { name: string; run: string; enabled: boolean; args: string[] }

const WHOLES = ['int2', 'int4', 'int8']

/** Whether a column holds whole numbers. */
export function hasWholes({ type }: Pick<ReadColumn, 'type'>): boolean {
  return WHOLES.includes(type)
}

/** Whether a column holds whole numbers that ids can be. */
export function holdsIdValues(column: Pick<ReadColumn, 'type' | 'vast'>): boolean {
  return hasWholes(column) && column.vast !== true
}

/** The column with the ids of the rows of a table, which it may not have yet. */
export function rowIdIn({ columns }: Pick<ReadTable, 'columns'>): string {
  const isOther = columns.some((one) => one.name === ROW_ID || (one.name === 'id' && !holdsIdValues(one)))
  return isOther ? ROW_ID : 'id'
}

/** Everything that the database knows about a table and its columns. */
export type ReadTable = {
  name: string
  comment: string
  partitioned: boolean
  /** The columns that say which part a row belongs to. */
  parting: string[]
  /** The resource that stands on it already. */
  key: string | null
  columns: ReadColumn[]
  /** The columns of the primary key, in its order. */
  primary: string[]
  references: ReadReference[]
  /** Unique constraints, and unique indexes that do the same. */
  uniques: ReadKey[]
  checks: { name: string; expression: string }[]
  indexes: ReadIndex[]
  triggers: ReadTrigger[]
  /** The tables with references to it. */
  pointedBy: string[]
}

const columns = sql`(select json_agg(json_build_object(
    'name', a.attname,
    'type', ${typeName},
    'written', format_type(a.atttypid, a.atttypmod),
    'length', case when b.typname in ('varchar', 'bpchar') and b.limits > 4 then b.limits - 4 end,
    'precision', case when b.typname = 'numeric' and b.limits >= 4 then ((b.limits - 4) >> 16) & 65535 end,
    'scale', case when b.typname = 'numeric' and b.limits >= 4 then (((b.limits - 4) & 2047) # 1024) - 1024 end,
    'nullable', not (a.attnotnull or b.filled),
    'default', case when a.attgenerated = '' then coalesce(pg_get_expr(d.adbin, d.adrelid), b.start) end,
    'identity', nullif(a.attidentity, ''),
    'generated', case when a.attgenerated <> '' then pg_get_expr(d.adbin, d.adrelid) end,
    'comment', coalesce(col_description(a.attrelid, a.attnum), ''),
    'labels', case when b.typtype = 'e' then (select json_agg(enumlabel order by enumsortorder) from pg_enum where enumtypid = b.oid) end,
    'domain', case when t.typtype = 'd' then t.typname end,
    'checks', case when t.typtype = 'd' then (select coalesce(json_agg(pg_get_expr(conbin, 0)), '[]') from pg_constraint where contypid = t.oid and contype = 'c') else '[]' end
  ) order by a.attnum)
  from pg_attribute a join pg_type t on t.oid = a.atttypid cross join lateral ${typeBehind} b
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = u.oid and a.attnum > 0 and not a.attisdropped)`

const named = (numbers: string, table: string) =>
  sql`(select coalesce(json_agg(attname order by place), '[]') from unnest(${sql.raw(numbers)}) with ordinality k (number, place)
    join pg_attribute on attrelid = ${sql.raw(table)} and attnum = number)`

/**
 * A resource's ids are the values of the column that is pointed to when this is `id`, or the column from which `id` is
 * generated.
 */
const references = sql`(select coalesce(json_agg(json_build_object('name', o.conname, 'columns', ${named('o.conkey', 'o.conrelid')},
    'table', case when ${usableSchema} then name_of_table(there.oid) end, 'targets', ${named('o.confkey', 'o.confrelid')}, 'ids', id_column(o.confrelid),
    'resource', (select key from resource_description r where r.table_name = name_of_table(there.oid)
      and cardinality(o.confkey) = 1 and exists (select from pg_attribute id left join pg_attrdef d on d.adrelid = id.attrelid and d.adnum = id.attnum
        join pg_attribute pointed on pointed.attrelid = id.attrelid and pointed.attnum = o.confkey[1]
        where id.attrelid = o.confrelid and id.attname = id_column(o.confrelid)
          and (id.attnum = pointed.attnum or id.attgenerated <> '' and pg_get_expr(d.adbin, d.adrelid) in (
            quote_ident(pointed.attname), format('(%I)::bigint', pointed.attname))))),
    'keyed', (select key from resource_description r where r.table_name = name_of_table(there.oid) and cardinality(o.confkey) = 1
      and exists (select from pg_index i join pg_attribute id on id.attrelid = i.indrelid and id.attname = id_column(i.indrelid)
        where i.indrelid = there.oid and i.indisunique and i.indisvalid and i.indimmediate and i.indpred is null and i.indnkeyatts = 1 and i.indkey[0] = id.attnum and id.attnum <> o.confkey[1])),
    'onDelete', o.confdeltype, 'deferrable', o.condeferrable, 'deferred', o.condeferred)
  order by o.conname), '[]')
  from pg_constraint o join pg_class there on there.oid = o.confrelid join pg_namespace n on n.oid = there.relnamespace
  where o.conrelid = u.oid and o.contype = 'f' and o.conparentid = 0)`

const indexes = sql`(select coalesce(json_agg(json_build_object('name', x.relname, 'unique', i.indisunique, 'method', m.amname,
    'partial', i.indpred is not null, 'columns', (select json_agg(coalesce(c.attname, pg_get_indexdef(i.indexrelid, place::int, false)) order by place)
      from unnest(i.indkey::int2[]) with ordinality k (number, place) left join pg_attribute c on c.attrelid = u.oid and c.attnum = number and number <> 0
      where place <= i.indnkeyatts)) order by x.relname), '[]')
  from pg_index i join pg_class x on x.oid = i.indexrelid join pg_am m on m.oid = x.relam where i.indrelid = u.oid and i.indisvalid)`

const uniques = sql`(select coalesce(json_agg(json_build_object('name', x.relname, 'columns', ${named('i.indkey::int2[]', 'u.oid')}) order by x.relname), '[]')
  from pg_index i join pg_class x on x.oid = i.indexrelid
  where i.indrelid = u.oid and i.indisunique and not i.indisprimary and i.indisvalid and i.indpred is null and i.indexprs is null)`

/** Reads a table that a screen can start from. Returns undefined when there is none of the name, or none to be seen. */
export async function readTable(db: Db, name: string): Promise<ReadTable | undefined> {
  const { rows } = await db.execute<ReadTable>(sql`
    select u.name, coalesce(obj_description(u.oid, 'pg_class'), '') as comment, c.relkind = 'p' as partitioned,
      coalesce((select json_agg(distinct a.attname) from pg_partition_tree(u.oid) t join pg_partitioned_table p on p.partrelid = t.relid
        join pg_attribute a on a.attrelid = p.partrelid and a.attnum > 0 and (a.attnum = any (p.partattrs::int2[]) or p.partexprs is not null)), '[]') as parting,
      (select key from resource_description where table_name = u.name) as key,
      coalesce(${columns}, '[]') as columns,
      coalesce((select ${named('o.conkey', 'o.conrelid')} from pg_constraint o where o.conrelid = u.oid and o.contype = 'p'), '[]') as primary,
      ${references} as references, ${uniques} as uniques, ${indexes} as indexes,
      (select coalesce(json_agg(json_build_object('name', conname, 'expression', pg_get_expr(conbin, conrelid)) order by conname), '[]')
        from pg_constraint where conrelid = u.oid and contype = 'c') as checks,
      (select coalesce(json_agg(json_build_object('name', t.tgname, 'run', case when p.pronamespace = 'public'::regnamespace then p.proname else '' end, 'enabled', t.tgenabled <> 'D',
          'args', array(select convert_from(decode(one, 'escape'), 'UTF8') from unnest(string_to_array(encode(t.tgargs, 'escape'), '\\000')) with ordinality given (one, place) where place <= t.tgnargs order by place)) order by t.tgname), '[]')
        from pg_trigger t join pg_proc p on p.oid = t.tgfoid where t.tgrelid = u.oid and not t.tgisinternal) as triggers,
      (select coalesce(json_agg(distinct name_of_table(o.conrelid)), '[]') from pg_constraint o
        where o.confrelid = u.oid and o.contype = 'f') as "pointedBy"
    from ${usableTables} u join pg_class c on c.oid = u.oid
    where u.name = ${name} and has_table_privilege(u.oid, 'select')`)
  const [read] = rows
  return read && !read.triggers.some(({ run }) => run === 'record_change') ? withVast(db, read) : read
}

/** Looks at the ends of the keys, which their indexes know. */
async function withVast(db: Db, table: ReadTable): Promise<ReadTable> {
  const isKey = (name: string) => name === 'id' || (table.primary.length === 1 && table.primary[0] === name)
  const keys = table.columns.filter(({ name, type }) => type === 'int8' && isKey(name))
  if (keys.length === 0) return table
  const most = Number.MAX_SAFE_INTEGER
  const tests = keys.map(({ name }) => {
    const key = sql.identifier(name)
    return sql`coalesce(max(${key}) > ${most} or min(${key}) < ${-most}, false)`
  })
  const { rows } = await db.execute<{ vast: boolean[] }>(
    sql`select array[${sql.join(tests, sql`, `)}] as vast from ${tableAt(table.name)}`,
  )
  const vast = new Set(keys.filter((_, at) => rows[0]?.vast[at]))
  return { ...table, columns: table.columns.map((one) => (vast.has(one) ? { ...one, vast: true } : one)) }
}
