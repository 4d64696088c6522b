import pg from 'pg'

/** Where a table or a sequence is. Without a schema it is in public. */
export type Place = { name: string; schema?: string | undefined }

/** A table of the backup: an ordinary table, or a partitioned table including all its partitions. */
export interface Table extends Place {
  /** The columns that can be written; generated columns are left out. */
  columns: string[]
  /** SQL for a sort order that is the same on every server. */
  order: string
  /** Its rows lie in other tables, its partitions. */
  parted: boolean
}

/** Opens a connection for long work. Values have the same text form on every server. */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  // When the connection is lost, the waiting query fails.
  client.on('error', () => undefined)
  await client.connect()
  await client.query(`set TimeZone = 'UTC'; set DateStyle = 'ISO, YMD'; set IntervalStyle = 'iso_8601';
    set bytea_output = 'hex'; set extra_float_digits = 1; set client_encoding = 'UTF8';
    set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`)
  return client
}

/** A list of schemas as SQL, for a comparison with an oid. */
export function among(schemas: readonly string[]): string {
  return `(select oid from pg_namespace where nspname in (${schemas.map((name) => pg.escapeLiteral(name)).join(', ')}))`
}

/**
 * The schemas that a backup holds: public, and those of others that belong to the product's user. The server's own,
 * those of the migrations and of the queue, and those of extensions are made anew.
 */
export async function listSchemas(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`select nspname as name from pg_namespace n
    where ${OTHERS} and pg_has_role(nspowner, 'usage') order by nspname collate "C"`)
  return ['public', ...rows.map(({ name }) => name)]
}

/** The condition for a schema `n` that others made. */
export const OTHERS = `n.nspname !~ '^pg_' and n.nspname not in ('public', 'information_schema', 'drizzle', 'queue')
    and not exists (select from pg_depend d where d.classid = 'pg_namespace'::regclass and d.objid = n.oid and d.deptype = 'e')`

/**
 * The tables of schemas, by name. Unlogged and temporary tables are left out, because their rows can be created again.
 */
export async function listTables(client: pg.Client, schemas: readonly string[] = ['public']): Promise<Table[]> {
  const { rows } = await client.query<
    Found & { columns: string[]; parted: boolean; key: string[] | null; texts: string[] }
  >(`
    select c.relname as name, n.nspname as schema, c.relkind = 'p' as parted,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
      (select array_agg(a.attname::text order by array_position(i.indkey::int2[], a.attnum)) from pg_index i
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
        where i.indrelid = c.oid and i.indisprimary) as key,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attcollation <> 0) as texts
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.oid in ${among(schemas)} and c.relkind in ('r', 'p') and not c.relispartition
      and c.relpersistence = 'p' and (n.nspname = 'public' or has_table_privilege(c.oid, 'select'))
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by n.nspname <> 'public', n.nspname collate "C", c.relname collate "C"`)
  return rows.map(({ columns, parted, key, texts, ...found }) =>
    Object.assign(placeOf(found), { columns, parted, order: orderBy(key ?? columns, key, texts) }),
  )
}

type Found = { name: string; schema: string }

function placeOf({ name, schema }: Found): Place {
  return schema === 'public' ? { name } : { name, schema }
}

/** A place as SQL. */
export function sqlOf({ name, schema = 'public' }: Place): string {
  return `${quote(schema)}.${quote(name)}`
}

function orderBy(columns: string[], key: string[] | null, texts: string[]): string {
  // Without a primary key a column may have a type that cannot be sorted, but every type has a text form.
  const terms = columns.map((column) => {
    if (!key) return `${quote(column)}::text collate "C"`
    return texts.includes(column) ? `${quote(column)} collate "C"` : quote(column)
  })
  return terms.join(', ')
}

/** The unlogged tables of the schema public. Their rows belong to the rows of other tables. */
export async function listUnlogged(client: pg.Client): Promise<{ name: string }[]> {
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'u'`)
  return rows
}

/** The partitions of the product's tables, parents before children. Those of others are among the definitions. */
export async function listPartitions(client: pg.Client): Promise<{ name: string; parent: string; bound: string }[]> {
  const { rows } = await client.query<{ name: string; parent: string; bound: string }>(`
    select c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_class c join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
    where c.relnamespace = 'public'::regnamespace and c.relispartition and c.relkind in ('r', 'p')
    order by c.oid`)
  return rows
}

/** The sequences that have been used, with their last values as decimal text. */
export async function listSequences(
  client: pg.Client,
  schemas: readonly string[],
): Promise<(Place & { last: string })[]> {
  const { rows } = await client.query<Found & { last: string }>(`
    select sequencename as name, schemaname as schema, last_value::text as last from pg_sequences
    where schemaname in (${schemas.map((name) => pg.escapeLiteral(name)).join(', ')}) and last_value is not null
    order by schemaname <> 'public', schemaname collate "C", sequencename collate "C"`)
  return rows.map(({ last, ...found }) => Object.assign(placeOf(found), { last }))
}

/** The hashes of the applied migrations, oldest first; empty when the database is new. */
export async function appliedMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as found`,
  )
  if (!rows[0]?.found) return []
  const applied = await client.query<{ hash: string }>(
    'select hash from drizzle.__drizzle_migrations order by created_at',
  )
  return applied.rows.map(({ hash }) => hash)
}

/** An identifier with SQL quotes. */
export function quote(name: string): string {
  return pg.escapeIdentifier(name)
}

/** The statement that reads a table in its order, in PostgreSQL's text format, without tables that inherit from it. */
export function copyOut({ columns, order, parted, ...place }: Table): string {
  return `copy (select ${columns.map(quote).join(', ')} from ${parted ? '' : 'only '}${sqlOf(place)} order by ${order}) to stdout`
}
