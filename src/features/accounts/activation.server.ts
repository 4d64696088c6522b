import { createHash } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import { accountActivation, activationFile } from '#src/db/activation.table.server.ts'
import { anyOf } from '#src/db/any-of.server.ts'
import type { Database, Db } from '#src/db/client.server.ts'
import { account } from '#src/db/identity.table.server.ts'
import { refreshStatistics } from '#src/db/refresh-statistics.server.ts'
import { addHash } from '#src/features/auth/account.server.ts'
import { guardActivation } from '#src/features/auth/sign-in-guard.server.ts'
import { memberResource } from '#src/features/members/member.api.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { plainCode, randomCode } from '#src/lib/random-text.ts'
import type { Side } from '#src/lib/side.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { authorities, isAbove } from '#src/server/access/authority.server.ts'
import { hashPassword } from '#src/server/access/password.server.ts'
import { passwordErrors } from '#src/server/access/password-policy.server.ts'
import { authorityOf, isInReach } from '#src/server/access/rights.server.ts'
import { scope } from '#src/server/access/scope.server.ts'
import { type ApiContext, authorOf } from '#src/server/context.server.ts'
import { AppError, invalid } from '#src/server/errors.server.ts'
import { guardedWrite } from '#src/server/write/guarded-write.server.ts'

/** Days for which a code works. */
const DAYS = 14
/** Hours after an import within which its importer can fetch the codes. */
const HOURS = 24

export type Coded = { username: string; name: string; organization: string; code: string }

/** The change set of the import, and the resource of the accounts that it has added. */
type OfImport = { changeSetId: number; key: 'user' | 'member' }

/**
 * Makes the activation codes of the accounts that an import has added and that have no password yet. Only their hashes
 * are stored, so the codes can be answered once.
 * @throws AppError 404 for an import of somebody else, 409 when it was too long ago, or when they have been fetched
 */
export async function makeCodes(
  c: ApiContext,
  db: Database,
  actor: Actor,
  { changeSetId, key }: OfImport,
): Promise<Coded[]> {
  // The import has just filled these.
  for (const table of ['account', key === 'member' ? 'member_profile' : 'admin_profile'])
    await refreshStatistics(db, table)
  return guardedWrite(db, authorOf(c), 'save', async (tx) => {
    const { rows: imports } = await tx.execute<{ late: boolean }>(sql`
      select create_time < now() - make_interval(hours => ${HOURS}) as late from change_set
      where id = ${changeSetId} and kind = 'import' and actor_id = ${actor.id}`)
    const [found] = imports
    if (!found) throw new AppError(404, m.error_rowMissing())
    if (found.late) throw new AppError(409, m.error_activationLate())
    const first = await tx.insert(activationFile).values({ changeSetId }).onConflictDoNothing().returning()
    if (first.length === 0) throw new AppError(409, m.error_activationFetched())
    const added = await waitingOf(tx, changeSetId, key)
    const waiting = key === 'member' ? await stillSeen(tx, actor, added) : await stillBelow(tx, actor, added)
    if (waiting.length === 0) throw new AppError(409, m.error_activationNone())
    const coded = waiting.map((one) => ({ ...one, code: randomCode() }))
    const hashes = coded.map(({ id, code }) => ({ account_id: id, code_hash: hashOf(id, code) }))
    await tx.execute(sql`
      insert into account_activation (account_id, code_hash, expire_time)
      select account_id, code_hash, now() + make_interval(days => ${DAYS})
      from jsonb_to_recordset(${JSON.stringify(hashes)}::jsonb) as given (account_id bigint, code_hash text)
      on conflict (account_id) do update set code_hash = excluded.code_hash, expire_time = excluded.expire_time, create_time = now()`)
    return coded.map(({ username, name, organization, code }) => ({ username, name, organization, code }))
  })
}

type Waiting = { id: number; username: string; name: string; organization: string }

/** The accounts that an import has added and that nobody can sign in with yet, by organization. */
async function waitingOf(tx: Db, changeSetId: number, key: OfImport['key']): Promise<Waiting[]> {
  const place =
    key === 'member' ? sql`member_profile p on p.account_id = a.id` : sql`admin_profile p on p.account_id = a.id`
  const organization = sql.raw(key === 'member' ? 'p.org_id' : 'p.dept_id')
  const { rows } = await tx.execute<Waiting>(sql`
    select a.id, a.username, coalesce(nullif(a.name, ''), a.nickname) as name, coalesce(o.name, '') as organization
    from change c join account a on a.id = c.row_id left join ${place} left join organization o on o.id = ${organization}
    where c.change_set_id = ${changeSetId} and c.table_name = 'account' and c.operation = 'insert'
      and a.kind = ${key === 'member' ? 'user' : 'admin'}
      and not exists (select from credential where account_id = a.id) order by o.path nulls first, a.id`)
  return rows.map((row) => ({ ...row, id: Number(row.id) }))
}

/** Without the members who have gone out of sight. */
async function stillSeen(tx: Db, actor: Actor, waiting: readonly Waiting[]): Promise<Waiting[]> {
  const ids = waiting.map(({ id }) => id)
  const seen = await tx
    .select({ id: account.id })
    .from(account)
    .where(and(anyOf(account.id, ids), scope(actor, memberResource.scope)))
  const known = new Set(seen.map(({ id }) => id))
  return waiting.filter(({ id }) => known.has(id))
}

/** Without those who have got as many rights as the importer since, or have gone out of sight. */
async function stillBelow<T extends { id: number }>(tx: Db, actor: Actor, waiting: readonly T[]): Promise<T[]> {
  const one = await authorityOf(tx, actor)
  const found = await authorities(
    tx,
    waiting.map(({ id }) => id),
  )
  return waiting.filter(({ id }) => {
    const other = found.get(id)
    return other !== undefined && isAbove(one, other) && isInReach(one, other)
  })
}

type Activation = { side: Side; username: string; code: string; password: string }

/**
 * Sets the first password of an account. An unknown account, a wrong code, an expired one and a locked account get the
 * same answer. Failures count as failed sign-ins do.
 * @throws AppError 422, 429
 */
export async function activateWithCode(
  c: ApiContext,
  db: Database,
  { side, username, code, password }: Activation,
): Promise<void> {
  const done = await guardActivation(db, { side, username, address: c.get('address') }, async () => {
    const id = await codedAccount(db, side, username, code)
    // As long as for a right code.
    const hash = await hashPassword(password)
    if (id === undefined) return undefined
    const errors = await passwordErrors(db, password, { id })
    if (errors.length > 0) throw invalid<Activation>({ password: errors })
    const author = { id, name: username, address: c.get('address'), requestId: c.get('requestId') }
    return guardedWrite(db, author, 'save', async (tx) => {
      const used = await tx
        .delete(accountActivation)
        .where(and(eq(accountActivation.accountId, id), eq(accountActivation.codeHash, hashOf(id, code))))
        .returning()
      // Somebody else was faster with the code, or the account has got a password meanwhile.
      return used.length > 0 && (await addHash(tx, id, hash)) ? id : undefined
    })
  })
  if (done === undefined) throw new AppError(422, m.error_activationCode())
}

/** The account that a code activates. */
async function codedAccount(db: Db, side: Side, username: string, code: string): Promise<number | undefined> {
  const [found] = await db
    .select({ id: account.id, codeHash: accountActivation.codeHash })
    .from(account)
    .innerJoin(accountActivation, eq(accountActivation.accountId, account.id))
    .where(
      and(
        eq(account.kind, side),
        eq(account.status, 1),
        eq(sql`lower(${account.username})`, username.trim().toLowerCase()),
        gt(accountActivation.expireTime, sql`now()`),
      ),
    )
  return found && found.codeHash === hashOf(found.id, code) ? found.id : undefined
}

function hashOf(id: number, code: string): string {
  return createHash('sha256')
    .update(`${id}:${plainCode(code)}`)
    .digest('base64url')
}
