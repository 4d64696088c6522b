import { createHash } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { gathered } from '#src/db/gathered.server.ts'
import { compile, runNamed } from '#src/db/statement.server.ts'
import type { Side } from '#src/lib/side.ts'
import { announcementsOn, nodesOff } from './parts.server.ts'
import { type Permissions, permissionsOf } from './permissions.server.ts'
import { taughtBy } from './taught.server.ts'

/** The signed-in user of a request, with everything that decides what the user may do and see. */
export type Actor = Permissions & {
  id: number
  side: Side
  username: string
  super: boolean
  /** Changes with every change of roles and rules. */
  epoch: string
  /** The nodes of parts of the product that are off. `nodes` has none of them. */
  off?: ReadonlySet<string> | undefined
  /** The user's organization, and its path in the tree. */
  orgId: number | null
  orgPath: string | null
  /** The classes that the user teaches in the current term, of users with the data scope `teaching`. */
  taught?: readonly number[]
  familyId: number
  /** The recorded last use of the sign-in is more than a minute old. */
  unseen: boolean
  /** A role asks for a second factor, the account has none, and the time of grace is over: nothing else is allowed. */
  enroll?: boolean
  /** The account has a second factor. */
  hasFactor?: boolean
  /** The super administrator who views as this user. Only reads are allowed then. */
  viewer?: Viewer
  /** When the password was set, in milliseconds since 1970; null without one. */
  passwordTime?: number | null
  /** The time of the database at this request, in milliseconds since 1970. */
  now?: number
  /** Where the request comes from; without a request, nowhere. */
  address?: string
  /** The request comes with an API token of this user. It has a part of the user's rights. */
  apiToken?: ApiTokenFacts
}

/** The API token that a request comes with. */
export type ApiTokenFacts = { id: number; name: string; addresses: string }

/** Who views the back office as somebody else, and until when. */
export type Viewer = { id: number; username: string; until: string }

/** Who has done something, for the history and for people. */
export function authorName({ username, apiToken }: Pick<Actor, 'username' | 'apiToken'>): string {
  return apiToken ? `${username} (API: ${apiToken.name})` : username
}

type ActorRow = {
  id: number
  side: Side
  username: string
  super: boolean
  epoch: string
  now: string
  org_id: number | null
  org_path: string | null
  family_id: number
  unseen: boolean
  has_factor: boolean
  viewer_id: number | null
  viewer_name: string
  view_until: Date | null
  announcements: boolean
  password_time: string | null
}

export function hashToken(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/** Precision in seconds of the recorded last use of a sign-in. A smaller value would cause a write for each request. */
export const SEEN_SECONDS = 60

/** Facts of an account as SQL columns. They need the account as `a` and the side of the sign-in as `f.client`. */
const facts = sql`a.id, f.client as side, (extract(epoch from cr.change_time) * 1000)::text as password_time, a.username, a.super, o.id as org_id, o.path as org_path,
  (select epoch from permission_epoch where id = 1) as epoch, (extract(epoch from now()) * 1000)::text as now,
  ${announcementsOn} as announcements`
const organizations = sql`left join credential cr on cr.account_id = a.id left join admin_profile ap on ap.account_id = a.id left join member_profile mp on mp.account_id = a.id
  left join organization o on o.id = coalesce(ap.dept_id, mp.org_id)`

/** Whether an account has a second factor that counts. */
export function factorOf(id: SQL): SQL {
  return sql`(exists (select from totp_factor where account_id = ${id} and confirm_time is not null)
    or exists (select from passkey where account_id = ${id}))`
}

// Compiled once, because every authenticated API request begins with this statement. `seen` is the account that a super
// administrator views as; when either of them is no longer what a view needs, there is no view.
const byTokens = compile(sql`
  select t.hash, ${facts}, f.id as family_id, f.last_use_time < now() - make_interval(secs => ${sql.raw(String(SEEN_SECONDS))}) as unseen,
    ${factorOf(sql.raw('own.id'))} as has_factor,
    case when seen.id is not null then own.id end as viewer_id, own.username as viewer_name, f.view_until
  from unnest($1::text[]) as asked (hash) join token t on t.hash = asked.hash
    join token_family f on f.id = t.family_id join account own on own.id = f.account_id
    left join account seen on seen.id = f.view_account_id and f.view_until > now() and seen.status = 1
      and seen.kind = 'admin' and not seen.super and own.super
    join account a on a.id = coalesce(seen.id, own.id) ${organizations}
  where t.kind = 'access' and t.expire_time > now() and own.status = 1 and own.kind = f.client`).text

const actorsByHash = gathered(async (db, hashes) => {
  const rows = await runNamed<ActorRow & { hash: string }>(db, byTokens, [hashes])
  return new Map(rows.map((row) => [row.hash, row]))
})

/**
 * The actor of an access token. Undefined when the token is unknown or expired, or when the account is locked. Requests
 * that arrive together share one query. The permissions cost no further one unless they have changed.
 */
export async function findActor(db: Db, accessToken: string): Promise<Actor | undefined> {
  const row = await actorsByHash(db, hashToken(accessToken))
  return row && actorOf(db, row)
}

/**
 * The current state of a user, for work on the user's behalf after the request. Undefined when the account is deleted
 * or locked.
 */
export async function findActorById(db: Db, accountId: number): Promise<Actor | undefined> {
  const { rows } = await db.execute<ActorRow>(sql`
    select ${facts}, 0 as family_id, false as unseen, ${factorOf(sql.raw('a.id'))} as has_factor, null as viewer_id, '' as viewer_name, null as view_until
    from account a cross join lateral (select a.kind as client) f ${organizations}
    where a.id = ${accountId} and a.status = 1`)
  return rows[0] && actorOf(db, rows[0])
}

type TokenRow = ActorRow & { token_id: number; name: string; addresses: string; token_nodes: string[] }

/** An API token with its owner. $1: whose `column` has this value. */
const tokens = (column: string) =>
  compile(sql`
  select ${facts}, 0 as family_id, coalesce(k.last_use_time < now() - make_interval(secs => ${sql.raw(String(SEEN_SECONDS))}), true) as unseen,
    ${factorOf(sql.raw('a.id'))} as has_factor, null as viewer_id, '' as viewer_name, null as view_until, t.id as token_id, t.name, t.addresses, t.nodes as token_nodes
  from api_token_key k join api_token t on t.id = k.token_id join account a on a.id = t.account_id
    cross join lateral (select a.kind as client) f ${organizations}
  where ${sql.raw(column)} = $1 and t.expire_time > now() and t.revoke_time is null and a.status = 1 and a.kind = 'admin'`)
    .text
const byKey = tokens('k.hash')
const byTokenId = tokens('t.id')

/**
 * The actor of an API token. Undefined when it is unknown, expired or revoked, or when its owner is locked. It is never
 * a super administrator, and holds those of its nodes that its owner holds now.
 */
export async function findActorOfKey(db: Db, key: string): Promise<Actor | undefined> {
  const [row] = await runNamed<TokenRow>(db, byKey, [hashToken(key)])
  return row && tokenActor(db, row)
}

/** The same by the id of the token, for work after the request. */
export async function findActorOfApiToken(db: Db, id: number): Promise<Actor | undefined> {
  const [row] = await runNamed<TokenRow>(db, byTokenId, [id])
  return row && tokenActor(db, row)
}

async function tokenActor(db: Db, row: TokenRow): Promise<Actor> {
  const owner = await actorOf(db, row)
  const asked = row.token_nodes.filter((node) => owner.super || owner.nodes.has(node))
  return {
    ...owner,
    super: false,
    nodes: new Set(asked),
    // A super administrator sees everything without a role.
    scopes: owner.super ? new Set(['all']) : owner.scopes,
    // Their limits are for others.
    limits: owner.super ? [] : (owner.limits ?? []),
    apiToken: { id: Number(row.token_id), name: row.name, addresses: row.addresses },
  }
}

async function actorOf(db: Db, row: ActorRow): Promise<Actor> {
  const now = Number(row.now)
  const { nodes, scopes, chosen, limits = [], factorDue } = await permissionsOf(db, row, row.epoch, now)
  const off = nodesOff(row)
  return {
    id: row.id,
    side: row.side,
    username: row.username,
    super: row.super,
    nodes: off ? new Set([...nodes].filter((node) => !off.has(node))) : nodes,
    off,
    scopes,
    chosen,
    limits,
    ...(scopes.has('teaching') ? { taught: (await taughtBy(db, [row.id])).get(row.id) ?? [] } : {}),
    epoch: row.epoch,
    orgId: row.org_id,
    orgPath: row.org_path,
    familyId: row.family_id,
    unseen: row.unseen,
    passwordTime: row.password_time === null ? null : Number(row.password_time),
    now,
    factorDue,
    hasFactor: row.has_factor,
    enroll: factorDue !== undefined && factorDue <= now && !row.has_factor && row.viewer_id === null,
    ...(row.viewer_id !== null && row.view_until !== null
      ? { viewer: { id: row.viewer_id, username: row.viewer_name, until: row.view_until.toISOString() } }
      : {}),
  }
}
