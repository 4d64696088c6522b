import { and, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '#src/db/client.server.ts'
import { halfWidth } from '#src/lib/any-width.ts'
import { fitsFile } from '#src/resource/field-traits.ts'
import type { Actor } from '../access/actor.server.ts'
import { scope } from '../access/scope.server.ts'
import type { Resource } from '../crud/resource.server.ts'
import { spellings } from './contains.server.ts'
import { searchSql } from './list-search.server.ts'

/** Most matches that are counted and compared. Counting all of them would take long in a large table. */
const MOST = 1_000

/** A record that a search over all resources has found. */
export type FoundRecord = { id: number; title: string; code: string | null; hint: string | null }

export type FoundRecords = {
  list: FoundRecord[]
  total: number
  /** There are more than `total`. */
  more: boolean
}

/**
 * The rows of a resource that its quick search finds within the actor's scope, the best ones first: those whose title
 * or code is the text, then those that begin with it, then shorter titles.
 */
export async function findRecords(
  db: Db,
  resource: Resource,
  actor: Actor,
  text: string,
  limit: number,
): Promise<FoundRecords> {
  const { columns, source, description } = resource
  const found = and(
    scope(actor, resource.scope),
    await searchSql(db, resource, actor, { quickSearch: text, filter: undefined }),
  )
  const title = columns[description.rowTitle] ?? columns.id
  const code = codeOf(resource)
  const values = sql`${columns.id} as id, ${title}::text as title, ${code ? sql`${code}::text` : sql`null::text`} as code`
  // Of very many matches only some are compared. Those with exactly this name must not be missing.
  const names = sql.param(spellings(text).map((one) => one.toLowerCase()))
  const isNamed = (column: PgColumn) => sql`lower(${column}::text) = any (${names}::text[])`
  const named = or(isNamed(title), code && isNamed(code))
  const wanted = halfWidth(text).toLowerCase()
  const rank = (value: SQL) =>
    sql`case when ${value} = ${wanted} then 0 when starts_with(${value}, ${wanted}) then 1 else 2 end`
  const plain = (name: string) => sql.raw(`lower(normalize(${name}, nfkc))`)
  const { rows } = await db.execute<{ id: number; title: string; code: string | null; total: number }>(sql`
    with first as materialized (select ${values} from ${source} where ${found} limit ${MOST + 1}),
    own as (select ${values} from ${source}
      where (select count(*) from first) > ${MOST} and ${found} and ${named} limit ${limit})
    select id, title, code, (select count(*) from first)::int as total
    from (select * from first union select * from own) as matches
    order by least(${rank(plain('title'))}, ${rank(plain('code'))}), length(title), title, id limit ${limit}`)
  const total = rows[0]?.total ?? 0
  const hints = await hintsOf(
    db,
    resource,
    rows.map(({ id }) => Number(id)),
    code,
  )
  return {
    list: rows.map(({ id, title, code }) => ({
      id: Number(id),
      title: title ?? '',
      code: code || null,
      hint: hints.get(Number(id)) ?? null,
    })),
    total: Math.min(total, MOST),
    more: total > MOST,
  }
}

/** The field by which people tell rows apart that have the same title. */
function codeOf({ columns, description }: Resource) {
  const field = description.fields.find(
    (one) => fitsFile(one) && (one.name === 'code' || ('rule' in one && one.rule === 'code')),
  )
  return field && field.name !== description.rowTitle ? columns[field.name] : undefined
}

/** What stands beside a record: the row above it in a tree, else the other field that the search looks in. */
async function hintsOf(
  db: Db,
  { columns, source, relations, description }: Resource,
  ids: readonly number[],
  code: ReturnType<typeof codeOf>,
): Promise<Map<number, string>> {
  const other = description.quickSearch.find((name) => name !== description.rowTitle && columns[name] !== code)
  const pid = description.tree ? columns.pid : undefined
  const above = pid && relations?.pid?.labelOf?.(pid)
  const hint = above ?? (other === undefined ? undefined : columns[other])
  if (!hint || ids.length === 0) return new Map()
  const { rows } = await db.execute<{ id: number; hint: string | null }>(
    sql`select ${columns.id} as id, (${hint})::text as hint from ${source} where ${columns.id} = any (${sql.param(ids)}::bigint[])`,
  )
  return new Map(rows.flatMap(({ id, hint }) => (hint ? [[Number(id), hint]] : [])))
}
