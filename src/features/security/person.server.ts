import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'

/** What stands in place of a personal value. */
export const REDACTED = '[redacted]'

/** The columns with personal values, by table, and what stands in their place. */
export const personalColumns: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  account: { username: REDACTED, name: REDACTED, nickname: REDACTED, email: REDACTED, phone: REDACTED, avatar: '' },
  admin_profile: { signature: REDACTED },
  member_profile: { motto: REDACTED, gender: 0, birthday: null },
  external_identity: { subject: REDACTED, label: REDACTED },
}

/** A person whose values go, with every value that the account ever had. */
export type Person = {
  id: number
  /** Whether the account exists. */
  exists: boolean
  /** Values that mean nobody else: mail addresses and phone numbers. */
  unique: string[]
  /** These, and the names and texts of the person. */
  all: string[]
}

type State = Readonly<Record<string, unknown>>

/**
 * Finds a person by the id of the account, or by a user name that it has or had, also when it is deleted.
 * @throws Error when there is none, or more than one
 */
export async function findPerson(db: Db, given: string): Promise<Person> {
  const byId = /^\d+$/.test(given) ? Number(given) : null
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from account where id = ${byId}::bigint or lower(username) = lower(${given})
    union
    select row_id from change where table_name = 'account' and (row_id = ${byId}::bigint
      or lower(before ->> 'username') = lower(${given}) or lower(after ->> 'username') = lower(${given}))`)
  const ids = rows.map((row) => Number(row.id))
  // A number may be a user name as well. Then the id is meant.
  const found = byId !== null && ids.includes(byId) ? [byId] : ids
  const [id] = found
  if (id === undefined) throw new Error(`There is no account "${given}", and the history knows none.`)
  if (found.length > 1)
    throw new Error(`"${given}" is or was the name of several accounts. Name one by its id: ${found.join(', ')}.`)
  return personOf(db, id)
}

/** A person by the id of the account. */
export async function personOf(db: Db, id: number): Promise<Person> {
  const { rows: live } = await db.execute<{ state: State }>(sql`
    select to_jsonb(t) as state from account t where id = ${id}
    union all select to_jsonb(t) from admin_profile t where account_id = ${id}
    union all select to_jsonb(t) from member_profile t where account_id = ${id}
    union all select to_jsonb(t) from external_identity t where account_id = ${id}`)
  const { rows: past } = await db.execute<{ before: State | null; after: State | null }>(sql`
    select before, after from change c where ${changesOfPerson(id)}`)
  const states = [...live.map(({ state }) => state), ...past.flatMap(({ before, after }) => [before, after])]
  const valuesOf = (names: readonly string[]) => {
    const texts = states.flatMap((state) => names.map((name) => state?.[name]))
    return [...new Set(texts)].filter(
      (text) => typeof text === 'string' && text !== '' && text !== REDACTED,
    ) as string[]
  }
  const names = Object.values(personalColumns).flatMap((columns) => Object.keys(columns))
  return { id, exists: live.length > 0, unique: valuesOf(['email', 'phone']), all: valuesOf(names) }
}

/**
 * The condition for the changes `c` of an account, its profiles and its identities, also of deleted ones. Each table
 * counts its own ids. `change_person_idx` finds those that are gone.
 */
export function changesOfPerson(id: number) {
  const live = owned.map(
    (table) => sql`union select ${table}, id from ${sql.identifier(table)} where account_id = ${id}`,
  )
  return sql`(c.table_name, c.row_id) in (select 'account', ${id}::bigint ${sql.join(live, sql` `)}
    union select p.table_name, p.row_id from change p where p.operation <> 'update'
      and p.table_name in (${sql.raw(owned.map((name) => `'${name}'`).join())})
      and coalesce(p.before, p.after) ->> 'account_id' = ${String(id)})`
}

/** The tables with rows that belong to an account and say who it is. The index names them. */
const owned = ['admin_profile', 'member_profile', 'external_identity']
