import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { gathered } from '#src/db/gathered.server.ts'
import { compile, runNamed } from '#src/db/statement.server.ts'
import type { Side } from '#src/lib/side.ts'

export type RoleScope = 'all' | 'orgBelow' | 'org'

/** The signed-in user of a request, with everything that decides what the user may do and see. */
export type Actor = {
  id: number
  side: Side
  username: string
  super: boolean
  nodes: ReadonlySet<string>
  scopes: ReadonlySet<RoleScope>
  /** The user's organization, and its path in the tree. */
  orgId: number | null
  orgPath: string | null
  familyId: number
  /** The recorded last use of the sign-in is more than a minute old. */
  unseen: boolean
}

type ActorRow = {
  id: number
  side: Side
  username: string
  super: boolean
  nodes: string[]
  scopes: RoleScope[]
  org_id: number | null
  org_path: string | null
  family_id: number
  unseen: boolean
}

export function hashToken(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/** Precision in seconds of the recorded last use of a sign-in. A smaller value would cause a write for each request. */
export const SEEN_SECONDS = 60

/**
 * What a user may do and see, as SQL columns. They need the account as `a` and the side of the sign-in as `f.client`.
 */
const facts = sql`a.id, f.client as side, a.username, a.super, o.id as org_id, o.path as org_path,
  coalesce((select array_agg(distinct ru.name) from account_role ar join role r on r.id = ar.role_id and r.status = 1
    join role_rule rr on rr.role_id = r.id join rule ru on ru.id = rr.rule_id and ru.status = 1 and ru.area = f.client
    where ar.account_id = a.id), '{}') as nodes,
  coalesce((select array_agg(distinct r.scope) from account_role ar join role r on r.id = ar.role_id and r.status = 1
    where ar.account_id = a.id), '{}') as scopes`
const organizations = sql`left join admin_profile ap on ap.account_id = a.id left join member_profile mp on mp.account_id = a.id
  left join organization o on o.id = coalesce(ap.dept_id, mp.org_id)`

// Compiled once, because every authenticated API request begins with this statement.
const byTokens = compile(sql`
  select t.hash, ${facts}, f.id as family_id, f.last_use_time < now() - make_interval(secs => ${sql.raw(String(SEEN_SECONDS))}) as unseen
  from unnest($1::text[]) as asked (hash) join token t on t.hash = asked.hash
    join token_family f on f.id = t.family_id join account a on a.id = f.account_id ${organizations}
  where t.kind = 'access' and t.expire_time > now() and a.status = 1 and a.kind = f.client`).text

const actorsByHash = gathered(async (db, hashes) => {
  const rows = await runNamed<ActorRow & { hash: string }>(db, byTokens, [hashes])
  return new Map(rows.map((row) => [row.hash, actorOf(row)]))
})

/**
 * The actor of an access token. Undefined when the token is unknown or expired, or when the account is locked. Requests
 * that arrive together share one query.
 */
export function findActor(db: Db, accessToken: string): Promise<Actor | undefined> {
  return actorsByHash(db, hashToken(accessToken))
}

/**
 * The current state of a user, for work on the user's behalf after the request. Undefined when the account is deleted
 * or locked.
 */
export async function findActorById(db: Db, accountId: number): Promise<Actor | undefined> {
  const { rows } = await db.execute<ActorRow>(sql`
    select ${facts}, 0 as family_id, false as unseen
    from account a cross join lateral (select a.kind as client) f ${organizations}
    where a.id = ${accountId} and a.status = 1`)
  return rows[0] && actorOf(rows[0])
}

function actorOf(row: ActorRow): Actor {
  return {
    id: row.id,
    side: row.side,
    username: row.username,
    super: row.super,
    nodes: new Set(row.nodes),
    scopes: new Set(row.scopes),
    orgId: row.org_id,
    orgPath: row.org_path,
    familyId: row.family_id,
    unseen: row.unseen,
  }
}
