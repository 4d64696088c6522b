import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { apiToken, apiTokenKey } from '#src/db/api-token.table.server.ts'
import type { Db } from '#src/db/client.server.ts'
import { rule } from '#src/db/identity.table.server.ts'
import { runtimeNodes } from '#src/features/resources/runtime-resource.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { wrongBlock } from '#src/lib/address-blocks.ts'
import { allNodes } from '#src/resource/registry.ts'
import { type Actor, hashToken } from '#src/server/access/actor.server.ts'
import { newApiTokenKey } from '#src/server/access/api-token-key.server.ts'
import { AppError, invalid } from '#src/server/errors.server.ts'

/** The most valid tokens of an account. */
const MOST = 20
/** Characters of a token by which its owner recognizes it. */
const ENDING = 4

type Wanted = { name: string; nodes: string[]; addresses: string; days: number }

/** The API tokens of an account, the latest first, without their secrets. */
export async function apiTokensOf(db: Db, accountId: number) {
  const { rows } = await db.execute<TokenRow>(sql`
    select t.id, t.name, t.nodes, t.addresses, t.create_time, t.expire_time, k.last_use_time, coalesce(k.last_use_ip, '') as last_use_ip,
      coalesce(k.ending, '') as ending,
      case when t.expire_time <= now() then 'expired' when k.hash is null then 'ended' else 'valid' end as state
    from api_token t left join api_token_key k on k.token_id = t.id where t.account_id = ${accountId} order by t.id desc`)
  return rows.map((row) => ({
    id: Number(row.id),
    name: row.name,
    nodes: row.nodes,
    addresses: row.addresses,
    createTime: new Date(row.create_time).toISOString(),
    expireTime: new Date(row.expire_time).toISOString(),
    lastUseTime: row.last_use_time === null ? null : new Date(row.last_use_time).toISOString(),
    lastUseIp: row.last_use_ip,
    ending: row.ending,
    state: row.state,
  }))
}

type TokenRow = {
  id: number
  name: string
  nodes: string[]
  addresses: string
  create_time: string
  expire_time: string
  last_use_time: string | null
  last_use_ip: string
  ending: string
  state: 'valid' | 'expired' | 'ended'
}

/**
 * Makes a token of the actor. Only its hash is stored.
 * @throws AppError 409 when the account has too many, 422 for permissions that the actor does not hold
 */
export async function addApiToken(tx: Db, actor: Actor, { name, nodes, addresses, days }: Wanted) {
  const wrong = wrongBlock(addresses)
  if (wrong !== undefined) throw invalid<Wanted>({ addresses: [m.config_blockWrong({ line: wrong })] })
  const held = actor.super
    ? new Set([...allNodes(), ...(await runtimeNodes(tx)), ...(await menuNodes(tx))])
    : actor.nodes
  if (nodes.some((node) => !held.has(node))) throw invalid<Wanted>({ nodes: [m.apiToken_nodesBeyond()] })
  // Two at once take turns, so that they do not pass the limit together. A lock of the account waits too.
  await tx.execute(sql`select id from account where id = ${actor.id} for update`)
  const valid = await tx
    .select({ id: apiToken.id })
    .from(apiToken)
    .where(and(eq(apiToken.accountId, actor.id), isNull(apiToken.revokeTime), gt(apiToken.expireTime, sql`now()`)))
  if (valid.length >= MOST) throw new AppError(409, m.apiToken_most({ count: MOST }))
  const key = newApiTokenKey()
  const [made] = await tx
    .insert(apiToken)
    .values({
      accountId: actor.id,
      name,
      nodes: [...new Set(nodes)],
      addresses,
      createBy: actor.id,
      expireTime: sql`now() + make_interval(days => ${days})`,
    })
    .returning()
  if (!made) throw new Error('no token')
  await tx.insert(apiTokenKey).values({ tokenId: made.id, hash: hashToken(key), ending: key.slice(-ENDING) })
  const { id, accountId, expireTime } = made
  await record(tx, id, 'insert', null, {
    id,
    account_id: accountId,
    name,
    nodes: made.nodes,
    addresses,
    expire_time: expireTime,
  })
  return { id, token: key, expireTime }
}

/** The names of all rules of the back office. A menu without buttons is a permission itself. */
async function menuNodes(tx: Db): Promise<string[]> {
  return (await tx.select({ name: rule.name }).from(rule).where(eq(rule.area, 'admin'))).map(({ name }) => name)
}

/** Revokes tokens of an account, all or none. Every process refuses them from the next request on. */
export async function revokeApiTokens(tx: Db, accountId: number, ids: readonly number[]): Promise<number | undefined> {
  const wanted = [...new Set(ids)]
  const { rows } = await tx.execute<{ id: number; name: string; done: boolean }>(sql`
    select id, name, revoke_time is not null as done from api_token
    where account_id = ${accountId} and id = any (${sql.param(wanted)}::bigint[]) order by id for update`)
  if (rows.length < wanted.length) return undefined
  for (const { id, name } of rows.filter(({ done }) => !done)) {
    const time = new Date().toISOString()
    await tx.update(apiToken).set({ revokeTime: time }).where(eq(apiToken.id, id))
    await tx.delete(apiTokenKey).where(eq(apiTokenKey.tokenId, id))
    await record(tx, id, 'update', { name, revoke_time: null }, { name, revoke_time: time })
  }
  return wanted.length
}

/** Who made and revoked a token is in the history. Its secret and its uses are not. */
async function record(tx: Db, id: number, operation: 'insert' | 'update', before: object | null, after: object) {
  await tx.execute(sql`insert into change (change_set_id, table_name, row_id, operation, before, after)
    values (current_change_set(), 'api_token', ${id}, ${operation}, ${before && JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb)`)
}
