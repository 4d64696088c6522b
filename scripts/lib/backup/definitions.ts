import type pg from 'pg'
import * as v from 'valibot'
import { among, OTHERS } from './catalogue.ts'
import { rarerQueries } from './rarer-definitions.ts'

/** In the order in which they are made. */
const kinds = [
  'schema',
  'extension',
  'collation',
  'type',
  'sequence',
  'function',
  'operator',
  'table',
  'partition',
  'column',
  'sequence owner',
  'constraint',
  'inheritance',
  'index',
  'statistics',
  'view',
  'rule',
  'trigger',
  'trigger state',
  'policy',
  'comment',
] as const

/** One definition of the database: what it is, its name among those of its kind, and the statement that makes it. */
export const definitionSchema = v.object({
  kind: v.picklist(kinds),
  name: v.string(),
  /** The schema, if it is not public. */
  schema: v.exactOptional(v.string()),
  sql: v.pipe(v.string(), v.regex(/^(create|alter table|alter sequence|comment on)\s/i)),
})

export type Definition = v.InferOutput<typeof definitionSchema>

/** Two definitions with one key make the same thing. A comment is another one when its text is. */
export function keyOf({ kind, name, schema, sql }: Pick<Definition, 'kind' | 'name' | 'schema' | 'sql'>): string {
  return `${schema === undefined ? '' : `${JSON.stringify(schema)} `}${kind} ${kind === 'comment' ? sql : name}`
}

/**
 * All definitions of schemas, in an order in which most can be made. A name is written with its schema
 * wherever it could be ambiguous. Roles and rights are not among them.
 */
export async function listDefinitions(
  client: pg.Client,
  schemas: readonly string[] = ['public'],
): Promise<Definition[]> {
  const { rows: settings } = await client.query<{ path: string }>(`select current_setting('search_path') as path`)
  // Without a search path, the server writes every name with its schema.
  await client.query(`select set_config('search_path', '', false)`)
  const { rows } = await client.query<Omit<Definition, 'schema'> & { schema: string }>(`
    with held as ${among(schemas)}, ${relations}
    select kind, nspname as schema, name, sql from (${queries.join(' union all ')}) found
      join pg_namespace n on n.oid = namespace where sql is not null
    order by array_position(array['${kinds.join("', '")}'], kind), nspname <> 'public', nspname collate "C", name collate "C"`)
  await client.query(`select set_config('search_path', $1, false)`, [settings[0]?.path])
  return rows.map(({ kind, name, schema, sql }) =>
    schema === 'public' ? { kind, name, sql } : { kind, name, schema, sql },
  )
}

/** What the database holds and no definition of the schemas covers, in words for people. */
export async function listUndefined(client: pg.Client, schemas: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ what: string }>(`
    with held as ${among(schemas)}
    select pg_describe_object(classid, objid, 0) as what from (
      select 'pg_class'::regclass as classid, oid as objid from pg_class c
        where relnamespace in (select oid from held) and (relkind = 'f'
          or relkind in ('r', 'p') and not has_table_privilege(c.oid, 'select'))
      union all select 'pg_type'::regclass, rngtypid from pg_range join pg_type t on t.oid = rngtypid
        where typnamespace in (select oid from held) and rngcanonical <> 0
      union all select 'pg_type'::regclass, oid from pg_type where typnamespace in (select oid from held) and typtype = 'b' and typelem = 0
      union all select 'pg_opclass'::regclass, oid from pg_opclass where opcnamespace in (select oid from held)
      union all select 'pg_ts_config'::regclass, oid from pg_ts_config where cfgnamespace in (select oid from held)
      union all select 'pg_ts_dict'::regclass, oid from pg_ts_dict where dictnamespace in (select oid from held)
      union all select 'pg_cast'::regclass, c.oid from pg_cast c join pg_proc p on p.oid = castfunc
        where pronamespace in (select oid from held) and ${own('pg_proc', 'p.oid')}
      union all select 'pg_event_trigger'::regclass, oid from pg_event_trigger
      union all select 'pg_namespace'::regclass, oid from pg_namespace n where ${OTHERS} and n.oid not in (select oid from held)) found
    where not exists (select from pg_depend d where d.classid = found.classid and d.objid = found.objid and d.deptype = 'e')
    order by what`)
  return rows.map(({ what }) => what)
}

/** The condition for what comes with no extension, and for a function that comes with no range type. */
const own = (classid: string, oid: string) =>
  `not exists (select from pg_depend d where d.classid = '${classid}'::regclass and d.objid = ${oid} and d.deptype ${classid === 'pg_proc' ? "in ('e', 'i')" : "= 'e'"})`

/** Tables, views and sequences that are no part of an extension, and the columns of the tables. */
const relations = `
  rel as (
    select c.*, relnamespace as namespace, format('%I.%I', nspname, relname) as full
    from pg_class c join pg_namespace n on n.oid = relnamespace where relnamespace in (select oid from held) and relpersistence in ('p', 'u') and ${own('pg_class', 'c.oid')}),
  seq as (
    select seqrelid as oid, format_type(seqtypid, null) as type, format('increment by %s minvalue %s maxvalue %s start with %s cache %s%s',
      seqincrement, seqmin, seqmax, seqstart, seqcache, case when seqcycle then ' cycle' end) as numbers from pg_sequence),
  col as (
    select a.attrelid, a.attnum, rel.relname || '.' || a.attname as name, rel.full, rel.namespace, rel.relispartition, concat(
      format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod)),
      (select format(' collate %I.%I', nspname, collname) from pg_collation o join pg_namespace n on n.oid = collnamespace
        where o.oid = a.attcollation and a.attcollation <> t.typcollation),
      case
        when a.attidentity <> '' then (
          select format(' generated %s as identity (sequence name %s %s)',
            case a.attidentity when 'a' then 'always' else 'by default' end, s.full, numbers)
          from pg_depend d join rel s on s.oid = d.objid join seq on seq.oid = s.oid
          where d.classid = 'pg_class'::regclass and d.refobjid = a.attrelid and d.refobjsubid = a.attnum and d.deptype = 'i')
        when a.attgenerated <> '' then format(' generated always as (%s) %s', pg_get_expr(e.adbin, e.adrelid),
          case a.attgenerated when 's' then 'stored' else 'virtual' end)
        when e.adbin is not null then ' default ' || pg_get_expr(e.adbin, e.adrelid)
      end,
      case when a.attnotnull then ' not null' end) as definition
    from rel join pg_attribute a on a.attrelid = rel.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid left join pg_attrdef e on e.adrelid = rel.oid and e.adnum = a.attnum
    where rel.relkind in ('r', 'p'))`

const queries = [
  `select 'schema' as kind, oid as namespace, nspname::text as name, format('create schema %I', nspname) as sql
    from pg_namespace where nspname <> 'public' and oid in (select oid from held)`,

  `select 'extension', extnamespace, extname::text, format('create extension if not exists %I with schema %I', extname, nspname)
    from pg_extension join pg_namespace n on n.oid = extnamespace where extnamespace in (select oid from held)`,

  `select 'type', typnamespace, typname::text, format('create type %I.%I as enum (%s)', nspname, typname,
      (select string_agg(quote_literal(enumlabel), ', ' order by enumsortorder) from pg_enum where enumtypid = t.oid))
    from pg_type t join pg_namespace n on n.oid = typnamespace where typnamespace in (select oid from held) and typtype = 'e' and ${own('pg_type', 't.oid')}`,

  `select 'type', typnamespace, typname::text, concat(format('create domain %I.%I as %s', nspname, typname, format_type(typbasetype, typtypmod)),
      ' default ' || typdefault, case when typnotnull then ' not null' end,
      (select string_agg(format(' constraint %I %s', conname, regexp_replace(pg_get_constraintdef(oid), ' NOT VALID$', '')), '' order by conname)
        from pg_constraint where contypid = t.oid and contype = 'c'))
    from pg_type t join pg_namespace n on n.oid = typnamespace where typnamespace in (select oid from held) and typtype = 'd' and ${own('pg_type', 't.oid')}`,

  `select 'sequence', namespace, relname::text, format('create sequence %s as %s %s', rel.full, type, numbers) from rel join seq using (oid)
    where not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = rel.oid and d.deptype = 'i')`,

  `select 'sequence owner', s.namespace, s.relname::text, format('alter sequence %s owned by %s.%I', s.full, t.full, a.attname)
    from rel s join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = s.oid and d.deptype = 'a' and s.relkind = 'S'
      join rel t on t.oid = d.refobjid join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid`,

  `select 'function', pronamespace, format('%I(%s)', proname, pg_get_function_identity_arguments(p.oid)), case when prokind <> 'a' then pg_get_functiondef(p.oid) end
    from pg_proc p where pronamespace in (select oid from held) and prokind in ('f', 'p', 'w') and ${own('pg_proc', 'p.oid')}`,

  ...rarerQueries(own),

  `select 'table', namespace, relname::text, concat(format('create %stable %s (%s)', case relpersistence when 'u' then 'unlogged ' end, rel.full,
      (select string_agg(definition, ', ' order by attnum) from col where attrelid = rel.oid)),
      ' partition by ' || pg_get_partkeydef(oid), ' with (' || array_to_string(reloptions, ', ') || ')')
    from rel where relkind in ('r', 'p') and not relispartition`,

  `select 'partition', rel.namespace, rel.relname::text, concat(format('create table %s partition of %s %s', rel.full, p.full, pg_get_expr(rel.relpartbound, rel.oid)),
      ' partition by ' || pg_get_partkeydef(rel.oid))
    from rel join pg_inherits i on i.inhrelid = rel.oid join rel p on p.oid = i.inhparent
    where rel.relispartition and rel.relkind in ('r', 'p')`,

  `select 'column', namespace, name, format('alter table %s add column %s', col.full, definition) from col where not relispartition`,

  `select 'constraint', namespace, format('%s.%s', rel.relname, conname), format('alter table %s add constraint %I %s', rel.full, conname, pg_get_constraintdef(o.oid))
    from pg_constraint o join rel on rel.oid = o.conrelid
    where contype in ('p', 'u', 'x', 'c', 'f') and conparentid = 0 and not (relispartition and coninhcount > 0)`,

  `select 'inheritance', rel.namespace, format('%s.%s', rel.relname, p.relname), format('alter table %s inherit %s', rel.full, p.full)
    from rel join pg_inherits i on i.inhrelid = rel.oid join rel p on p.oid = i.inhparent where rel.relkind = 'r' and not rel.relispartition`,

  `select 'index', namespace, x.relname::text, replace(pg_get_indexdef(x.oid), ' ON ONLY ', ' ON ')
    from pg_index i join rel on rel.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
    where i.indisvalid and not x.relispartition
      and not exists (select from pg_constraint where conindid = x.oid and contype in ('p', 'u', 'x'))`,

  `select 'statistics', stxnamespace, stxname::text, pg_get_statisticsobjdef(s.oid) from pg_statistic_ext s join rel on rel.oid = s.stxrelid
    where stxnamespace in (select oid from held)`,

  `select 'view', namespace, relname::text, concat(format('create %sview %s', case relkind when 'm' then 'materialized ' end, rel.full),
      ' with (' || array_to_string(reloptions, ', ') || ')', ' as ', pg_get_viewdef(oid)) from rel where relkind in ('v', 'm')`,

  `select 'trigger', namespace, format('%s.%s', rel.relname, tgname), pg_get_triggerdef(g.oid) from pg_trigger g join rel on rel.oid = g.tgrelid
    where not tgisinternal and tgparentid = 0`,

  `select 'trigger state', namespace, format('%s.%s', rel.relname, tgname), format('alter table %s %s trigger %I', rel.full,
      case tgenabled when 'D' then 'disable' when 'A' then 'enable always' else 'enable replica' end, tgname)
    from pg_trigger g join rel on rel.oid = g.tgrelid where not tgisinternal and tgparentid = 0 and tgenabled <> 'O'`,

  `select 'comment', oid, nspname::text, format('comment on schema %I is %L', nspname, description) from pg_namespace n
      join pg_description on objoid = n.oid and classoid = 'pg_namespace'::regclass where nspname <> 'public' and oid in (select oid from held)`,

  `select 'comment', typnamespace, typname::text, format('comment on %s %I.%I is %L', case typtype when 'd' then 'domain' else 'type' end, nspname, typname, description)
    from pg_type t join pg_description on objoid = t.oid and classoid = 'pg_type'::regclass join pg_namespace n on n.oid = typnamespace
    where typnamespace in (select oid from held) and ${own('pg_type', 't.oid')}`,

  `select 'comment', namespace, relname::text, format('comment on %s %s is %L', case relkind when 'v' then 'view' when 'm' then 'materialized view'
      when 'S' then 'sequence' when 'i' then 'index' when 'I' then 'index' else 'table' end, rel.full, description)
    from pg_description join rel on rel.oid = objoid where classoid = 'pg_class'::regclass and objsubid = 0`,

  `select 'comment', namespace, name, format('comment on column %s.%I is %L', col.full, attname, description) from pg_description
      join col on col.attrelid = objoid and col.attnum = objsubid join pg_attribute a on a.attrelid = objoid and a.attnum = objsubid
    where classoid = 'pg_class'::regclass`,

  `select 'comment', namespace, conname::text, format('comment on constraint %I on %s is %L', conname, rel.full, description)
    from pg_description join pg_constraint o on o.oid = objoid join rel on rel.oid = conrelid where classoid = 'pg_constraint'::regclass`,

  `select 'comment', namespace, tgname::text, format('comment on trigger %I on %s is %L', tgname, rel.full, description)
    from pg_description join pg_trigger g on g.oid = objoid join rel on rel.oid = tgrelid where classoid = 'pg_trigger'::regclass`,

  `select 'comment', pronamespace, proname::text, format('comment on routine %I.%I(%s) is %L', nspname, proname, pg_get_function_identity_arguments(p.oid), description)
    from pg_description join pg_proc p on p.oid = objoid join pg_namespace n on n.oid = pronamespace
    where classoid = 'pg_proc'::regclass and pronamespace in (select oid from held) and prokind in ('f', 'p') and ${own('pg_proc', 'p.oid')}`,
]
