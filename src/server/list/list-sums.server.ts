import { and, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { compile, runStatement } from '#src/db/statement.server.ts'
import type { Actor } from '../access/actor.server.ts'
import { scope } from '../access/scope.server.ts'
import type { Resource } from '../crud/resource.server.ts'
import type { ListQuery } from './list-query.server.ts'
import { searchSql } from './list-search.server.ts'

/** Sums and averages by field. Null when there are no values. */
export type ListSums = Record<string, number | null>

/** The totals that the description declares, over all rows that the search finds and the actor may see. */
export async function listSums(db: Db, resource: Resource, actor: Actor, query: ListQuery): Promise<ListSums> {
  const { columns } = resource
  const wanted = resource.description.fields.flatMap(({ name, list }) => {
    const column = columns[name]
    if (!list?.total || !column) return []
    return [{ name, value: list.total === 'sum' ? sql`sum(${column})` : sql`avg(${column})` }]
  })
  if (wanted.length === 0) return {}
  const condition = and(scope(actor, resource.scope), await searchSql(db, resource, actor, query))
  const values = sql.join(
    wanted.map(({ value }) => sql`${value}::float8`),
    sql`, `,
  )
  const { text, params } = compile(
    sql`select ${values} from ${resource.source}${condition ? sql` where ${condition}` : sql``}`,
  )
  const [line] = await runStatement(db, text, params)
  return Object.fromEntries(wanted.map(({ name }, at) => [name, line?.[at] == null ? null : Number(line[at])]))
}
