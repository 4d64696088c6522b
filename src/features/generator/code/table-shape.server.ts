import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'

/** A column: its type as `format_type` writes it, its default as an expression. */
export type ShapeColumn = {
  name: string
  type: string
  notNull: boolean
  fallback: string | null
  generated: string | null
  collation: string | null
}

/** A part of an index: a column, or an expression in place of one. */
type ShapePart = {
  column: string | null
  expression: string
  desc: boolean
  nullsFirst: boolean
  operators: string | null
}

export type ShapeIndex = {
  name: string
  method: string
  unique: boolean
  /** Of a unique constraint. */
  constraint: boolean
  nullsNotDistinct: boolean
  parts: ShapePart[]
  condition: string | null
}

/** A foreign key of one column. `deleted`: what happens then, in the letters of the catalogue. */
export type ShapeReference = {
  name: string
  column: string
  table: string
  target: string
  deleted: string
  deferred: boolean
}

/** Everything about a stored table that its code has to have, too. */
export type TableShape = {
  columns: ShapeColumn[]
  indexes: ShapeIndex[]
  references: ShapeReference[]
  checks: { name: string; expression: string }[]
  /** The triggers of the table, and those that keep rows of others which lists of ids point to, as statements. */
  triggers: { name: string; table: string; statement: string }[]
}

/** What the database knows of a table. Undefined when there is none. */
export async function tableShape(db: Db, table: string): Promise<TableShape | undefined> {
  const on = sql`to_regclass(${`public.${table}`})`
  const { rows } = await db.execute<TableShape>(sql`
    select
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'notNull', a.attnotnull,
          'fallback', case when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end,
          'generated', case when a.attgenerated <> '' then pg_get_expr(d.adbin, d.adrelid) end,
          'collation', case when a.attcollation <> t.typcollation then c.collname end) order by a.attnum)
        from pg_attribute a join pg_type t on t.oid = a.atttypid
          left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum left join pg_collation c on c.oid = a.attcollation
        where a.attrelid = ${on} and a.attnum > 0 and not a.attisdropped) as columns,
      coalesce((select json_agg(json_build_object('name', x.relname, 'method', am.amname, 'unique', i.indisunique,
          'constraint', exists (select from pg_constraint o where o.conindid = i.indexrelid and o.contype = 'u'),
          'nullsNotDistinct', i.indnullsnotdistinct, 'condition', pg_get_expr(i.indpred, i.indrelid), 'parts', (
            select json_agg(json_build_object('column', a.attname, 'expression', pg_get_indexdef(i.indexrelid, n, false),
              'desc', i.indoption[n - 1] & 1 = 1, 'nullsFirst', i.indoption[n - 1] & 2 = 2,
              'operators', case when not p.opcdefault then p.opcname end) order by n)
            from generate_series(1, i.indnkeyatts) n
              left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[n - 1] and a.attnum > 0
              left join pg_opclass p on p.oid = i.indclass[n - 1])) order by x.relname)
        from pg_index i join pg_class x on x.oid = i.indexrelid join pg_am am on am.oid = x.relam
        where i.indrelid = ${on} and not i.indisprimary and i.indisvalid), '[]') as indexes,
      coalesce((select json_agg(json_build_object('name', o.conname, 'column', a.attname, 'table', o.confrelid::regclass::text,
          'target', f.attname, 'deleted', o.confdeltype, 'deferred', o.condeferred) order by a.attnum)
        from pg_constraint o join pg_attribute a on a.attrelid = o.conrelid and a.attnum = o.conkey[1]
          join pg_attribute f on f.attrelid = o.confrelid and f.attnum = o.confkey[1]
        where o.conrelid = ${on} and o.contype = 'f' and cardinality(o.conkey) = 1), '[]') as references,
      coalesce((select json_agg(json_build_object('name', o.conname, 'expression', pg_get_expr(o.conbin, o.conrelid)) order by o.conname)
        from pg_constraint o where o.conrelid = ${on} and o.contype = 'c'), '[]') as checks,
      coalesce((select json_agg(json_build_object('name', t.tgname, 'table', t.tgrelid::regclass::text,
          'statement', pg_get_triggerdef(t.oid)) order by t.tgrelid::regclass::text, t.tgname)
        from pg_trigger t join pg_proc p on p.oid = t.tgfoid
        where not t.tgisinternal and t.tgenabled <> 'D' and (t.tgrelid = ${on} or p.proname in ('protect_array_reference', 'protect_json_reference')
          and split_part(encode(t.tgargs, 'escape'), '\\000', 1) = ${table})), '[]') as triggers
    from pg_class where oid = ${on} and relkind = 'r'`)
  return rows[0]?.columns ? rows[0] : undefined
}
