import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { gathered } from '#src/db/gathered.server.ts'
import { compile, runNamed } from '#src/db/statement.server.ts'
import type { RoleScope } from '#src/lib/role-scope.ts'
import type { Side } from '#src/lib/side.ts'
import type { MemberNode } from '#src/resource/member-pages.ts'
import type { SignInLimit } from './sign-in-limits.server.ts'

/** What the roles of an account let it do and see. A member has no roles, but the rules of a group. */
export type Permissions = {
  nodes: ReadonlySet<string>
  scopes: ReadonlySet<RoleScope>
  /** The organizations of its roles with the scope `chosen`. */
  chosen: readonly number[]
  /** Where and when its roles let it in, of each role that limits it. */
  limits?: readonly SignInLimit[]
  /** When one of its roles asks for a second factor at the latest, in milliseconds since 1970. */
  factorDue?: number | undefined
}

type Kept = Permissions & {
  epoch: string
  /** When the next of its roles ends, in milliseconds since 1970. */
  until: number
}

type Row = {
  id: string
  nodes: string[]
  scopes: RoleScope[]
  chosen: (string | number)[]
  limits: SignInLimit[]
  until: string | null
  due: string | null
}

/** Accounts whose permissions a process keeps. Those that were asked for last stay. */
const MOST_KEPT = 5_000

/** The roles of the account `a` that are in force. */
const held = sql`account_role ar join role r on r.id = ar.role_id and r.status = 1
  where ar.account_id = a.id and (ar.end_time is null or ar.end_time > now())`

/** The group of the member `a`, if it is on and has the rule `ru`. What visitors have, every member has. */
const ofGroup = sql`select from member_profile mp join member_group g on g.id = mp.group_id and g.status = 1
  where mp.account_id = a.id and (g.everything
    or exists (select from member_group_rule gr where gr.group_id = g.id and gr.rule_id = ru.id))`

/** The condition that the member `a` may open a page of the member center. */
export function memberMayOpen(page: MemberNode): SQL {
  return sql`exists (select from rule ru where ru.area = 'user' and ru.status = 1 and ru.name = ${page}
    and (ru.no_login_valid or exists (${ofGroup})))`
}

const byAccounts = compile(sql`
  select a.id::text as id,
    array(select distinct ru.name from role_rule rr join rule ru on ru.id = rr.rule_id and ru.status = 1 and ru.area = a.kind
      where rr.role_id in (select r.id from ${held})
      union select ru.name from rule ru where a.kind = 'user' and ru.area = 'user' and ru.status = 1
        and (ru.no_login_valid or exists (${ofGroup}))) as nodes,
    array(select distinct r.scope from ${held}) as scopes,
    array(select distinct organization_id from role_organization
      where role_id in (select r.id from ${held} and r.scope = 'chosen') order by 1) as chosen,
    (select coalesce(jsonb_agg(jsonb_build_object('role', r.name, 'addresses', r.sign_in_addresses, 'hours', r.sign_in_hours) order by r.id), '[]')
      from ${held} and (r.sign_in_addresses <> '' or r.sign_in_hours <> '[]')) as limits,
    (select extract(epoch from min(ar.end_time)) * 1000 from ${held} and ar.end_time is not null)::text as until,
    (select extract(epoch from min(greatest(ar.create_time, r.factor_since) + make_interval(days => r.grace_days))) * 1000
      from ${held} and r.second_factor = 'required')::text as due
  from unnest($1::bigint[]) as asked (id) join account a on a.id = asked.id`).text

const load = gathered(async (db, ids) => {
  const rows = await runNamed<Row>(db, byAccounts, [ids])
  return new Map(rows.map((row) => [row.id, row]))
})

const none: Permissions = { nodes: new Set(), scopes: new Set(), chosen: [] }
const keptOf = new WeakMap<Db, Map<string, Kept>>()

/**
 * The permissions of an account. A process keeps them until the epoch changes, which every change of roles, groups and
 * rules does, or until one of the roles ends. So a change holds from the next request on, in every process.
 * @param epoch the permission epoch, read before
 * @param now the time of the database in milliseconds since 1970
 */
export async function permissionsOf(
  db: Db,
  account: { id: number; side: Side },
  epoch: string,
  now: number,
): Promise<Permissions> {
  const kept = keptOf.get(db) ?? new Map<string, Kept>()
  keptOf.set(db, kept)
  const id = String(account.id)
  const known = kept.get(id)
  if (known?.epoch === epoch && known.until > now) {
    // The last asked for is the last in the order of the map.
    kept.delete(id)
    kept.set(id, known)
    return known
  }
  const row = await load(db, id)
  if (!row) return none
  const until = row.until === null ? Number.POSITIVE_INFINITY : Number(row.until)
  const found = {
    nodes: new Set(row.nodes),
    scopes: new Set(row.scopes),
    chosen: row.chosen.map(Number),
    limits: row.limits,
    factorDue: row.due === null ? undefined : Number(row.due),
    epoch,
    until,
  }
  kept.delete(id)
  kept.set(id, found)
  const [oldest] = kept.keys()
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
  return found
}
