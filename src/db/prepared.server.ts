import type { Db } from './client.server.ts'

/**
 * Builds a query once for each database and runs it with other values each time (`sql.placeholder`). It is for the
 * queries of every sign-in and every page. In a transaction the query is built again.
 */
export function prepared<Query>(build: (db: Db) => Query): (db: Db) => Query {
  const made = new WeakMap<Db, Query>()
  return (db) => {
    const known = made.get(db)
    if (known) return known
    const query = build(db)
    made.set(db, query)
    return query
  }
}
