import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { textPattern, wordPattern } from '#src/db/text-pattern.server.ts'
import { withChain } from './log-chain.server.ts'

export type Redaction = {
  /** Null when it is no account that is redacted, but somebody whom rows of the log name. */
  accountId: number | null
  /** Who redacts; without an id, a command of this name. */
  by: { id: number | null; name: string }
  /** Further names of the person, besides those of the account: earlier ones, numbers, addresses. */
  names?: readonly string[]
  /** Which rows `l` of the log are about the person, whatever they say. */
  about?: SQL
}

/** What stands in place of the redacted. */
const MARK = '[redacted]'

/** Shorter names are usual words. They are found as whole values. */
const SHORT = 4

/** What follows a text that is the name of a value in JSON, or a part of it. */
const IN_NAME = '(?![^"\\\\]*":)'

/**
 * Removes a person from the log, in the caller's transaction: name, address, agent and content of the rows of that
 * person, and the content of other rows that name them. The digests stay, so the chain does; what is left gets a new
 * salt and a digest of its own. The redaction is a link of the chain.
 * @returns the number of rows
 */
export function redactAdminLog(tx: Db, redaction: Redaction): Promise<number> {
  return withChain(tx, () => redactRows(tx, redaction))
}

async function redactRows(
  tx: Db,
  { accountId: id, by, names = [], about = aboutAccount(id) }: Redaction,
): Promise<number> {
  const accountId = sql`${id}::bigint`
  const known = await tx.execute<{ names: string[] }>(
    sql`select array[username, nickname, name, email, phone] as names from account where id = ${accountId}`,
  )
  const all = [...new Set([...names, ...(known.rows[0]?.names ?? [])])].map((name) => name.trim()).filter(Boolean)
  const own = sql`(l.account_id = ${accountId} or l.seen_id = ${accountId} or (l.account_id is null and l.username <> '' and
    lower(l.username) in (select lower(n) from jsonb_array_elements_text(${JSON.stringify(all)}::jsonb) n)))`
  const request = sql`concat(l.query::text, ' ', l.body::text)`
  const said = all.map((name) => {
    const quoted = JSON.stringify(name)
    const inner = quoted.slice(1, -1)
    const long = name.length >= SHORT || /[^ -~]/.test(name)
    return long
      ? sql`(strpos(${request}, ${inner}) > 0 and ${request} ~ ${wordPattern(inner) + IN_NAME}
          or strpos(l.message, ${name}) > 0 and l.message ~ ${wordPattern(name)})`
      : sql`(strpos(${request}, ${quoted}) > 0 and ${request} ~ ${`${textPattern(quoted)}(?!:)`})`
  })
  const named = sql.join([about, ...said], sql` or `)
  const { rows: appended } = await tx.execute<{ number: string }>(sql`
    select append_admin_log_seal(jsonb_build_object('kind', 'redaction', 'account_id', ${by.id}::bigint,
      'username', ${by.id === null ? by.name : ''}::text))::text as number`)
  const number = Number(appended[0]?.number)
  const mark = sql`to_jsonb(${MARK}::text)`
  // One pass over the log: rows of the person lose what says who they are, others what says something of them.
  const { rows } = await tx.execute<{ count: number }>(sql`
    with touched as (
      update admin_log l set
        username = case when l.account_id is distinct from ${accountId} and l.account_id is not null then l.username else ${MARK} end,
        seen_name = case when l.seen_id = ${accountId} then ${MARK} else l.seen_name end,
        address = case when ${own} then '' else l.address end, agent = case when ${own} then '' else l.agent end,
        query = case when l.query is null then null else ${mark} end, body = case when l.body is null then null else ${mark} end,
        message = case when l.message = '' then '' else ${MARK} end,
        salt = uuid_send(gen_random_uuid()), redacted = ${number}
      where ${own} or ${named}
      returning l.id, admin_log_digest(l) as digest),
    kept as (insert into admin_log_redacted (seal, log_id, digest) select ${number}, id, digest from touched returning log_id)
    select count(*)::int as count from kept`)
  await tx.execute(sql`delete from admin_log_name where kind = 'account' and lower(name) in
    (select lower(n) from jsonb_array_elements_text(${JSON.stringify(all)}::jsonb) n)`)
  await tx.execute(sql`select end_admin_log_redaction(${number}::bigint)`)
  return rows[0]?.count ?? 0
}

function aboutAccount(id: number | null): SQL {
  return sql`((l.path like '/adminApi/user/%' or l.path like '/adminApi/member/%') and (l.body ->> 'id' = ${String(id)}
    or l.body -> 'ids' @> ${String(id)}::jsonb or l.query ->> 'id' = ${String(id)}))`
}
