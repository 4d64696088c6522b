import { sql } from 'drizzle-orm'
import type { Database } from '#src/db/client.server.ts'
import { systemAuthor, write } from '#src/db/write.server.ts'
import { addOrganizations, startApi } from './api.ts'
import { addOfficer } from './officer.ts'

/** Adds members of an organization: `prefix1`, `prefix2` and so on. @returns their ids */
export function addMembers(db: Database, prefix: string, count: number, orgId: number | null): Promise<number[]> {
  return write(db, systemAuthor, 'seed', async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(sql`
      with made as (
        insert into account (kind, username, nickname, name, phone)
        select 'user', ${prefix} || n, 'Nick ' || ${prefix} || n, 'Name ' || ${prefix} || n, '1390000' || lpad(n::text, 4, '0')
        from generate_series(1, ${count}::int) n returning id
      ), profiles as (
        insert into member_profile (account_id, org_id) select id, ${orgId}::bigint from made
      ) select id from made order by id`)
    return rows.map(({ id }) => Number(id))
  })
}

/**
 * Starts the API with members in two schools: `near` in that of `clerk`, who may add entries of both ledgers; `far` in
 * the other one. `reader` sees all of them and may only read.
 */
export async function startLedgers(count = 3) {
  const api = await startApi()
  const admin = await api.signIn()
  const places = await addOrganizations(admin)
  const near = await addMembers(api.db, 'near', count, places.S1)
  const [far = 0] = await addMembers(api.db, 'far', 1, places.S2)
  const index = ['user/moneyLog/index', 'user/scoreLog/index'] as const
  const add = ['user/moneyLog/add', 'user/scoreLog/add'] as const
  await addOfficer(api, { username: 'clerk', nodes: [...index, ...add], scope: 'orgBelow', deptId: places.S1 })
  await addOfficer(api, { username: 'reader', nodes: [...index], scope: 'all' })
  const clerk = await api.signIn('admin', 'clerk')
  const reader = await api.signIn('admin', 'reader')
  const [one = 0, two = 0, three = 0] = near
  return { ...api, admin, clerk, reader, places, near, one, two, three, far, ...balances(api.db) }
}

/** Reads what members have, and whether each balance is what its entries say. */
export function balances(db: Database) {
  const held = async (id: number, kind: 'money' | 'score' = 'money') => {
    const { rows } = await db.execute<{ held: string }>(
      sql`select ${sql.identifier(kind)} as held from member_balance where account_id = ${id}`,
    )
    return Number(rows[0]?.held)
  }
  /** The members whose balance is not the sum of their entries, or not what the last one has left. */
  const wrong = async (kind: 'money' | 'score' = 'money') => {
    const log = sql.identifier(`${kind}_log`)
    const { rows } = await db.execute<{ id: number }>(sql`
      select b.account_id as id from member_balance b
        left join lateral (select coalesce(sum(amount), 0) as sum, max(seq) as seq, count(*) as count from ${log} l
          where l.account_id = b.account_id) l on true
      where b.${sql.identifier(kind)} <> l.sum or coalesce(b.${sql.identifier(`${kind}_seq`)}, 0) <> l.count`)
    return rows.map(({ id }) => Number(id))
  }
  return { held, wrong }
}
