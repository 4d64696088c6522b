import type { Db } from './client.server.ts'

/**
 * A query that is built once for each database and runs with other values each time (`sql.placeholder`), for what every
 * sign-in and every page asks for. In a transaction it is built anew.
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
