import { createHash } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import { accountActivation, activationFile } from '#src/db/activation.table.server.ts'
import type { Database, Db } from '#src/db/client.server.ts'
import { account } from '#src/db/identity.table.server.ts'
import { addHash } from '#src/features/auth/account.server.ts'
import { guardActivation } from '#src/features/auth/sign-in-guard.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { randomCode } from '#src/lib/random-text.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { authorities, isAbove } from '#src/server/access/authority.server.ts'
import { hashPassword } from '#src/server/access/password.server.ts'
import { passwordErrors } from '#src/server/access/password-policy.server.ts'
import { authorityOf, isInReach } from '#src/server/access/rights.server.ts'
import { type ApiContext, authorOf } from '#src/server/context.server.ts'
import { AppError, invalid } from '#src/server/errors.server.ts'
import { guardedWrite } from '#src/server/write/guarded-write.server.ts'

/** Days for which a code works. */
const DAYS = 14
/** Hours after an import within which its importer can fetch the codes. */
const HOURS = 24

export type Coded = { username: string; name: string; code: string }

/**
 * Makes the activation codes of the accounts that an import has added and that have no password yet. Only their hashes
 * are stored, so the codes can be answered once.
 * @throws AppError 404 for an import of somebody else, 409 when it was too long ago, or when they have been fetched
 */
export async function makeCodes(c: ApiContext, db: Database, actor: Actor, changeSetId: number): Promise<Coded[]> {
  return guardedWrite(db, authorOf(c), 'save', async (tx) => {
    const { rows: imports } = await tx.execute<{ late: boolean }>(sql`
      select create_time < now() - make_interval(hours => ${HOURS}) as late from change_set
      where id = ${changeSetId} and kind = 'import' and actor_id = ${actor.id}`)
    const [found] = imports
    if (!found) throw new AppError(404, m.error_rowMissing())
    if (found.late) throw new AppError(409, m.error_activationLate())
    const first = await tx.insert(activationFile).values({ changeSetId }).onConflictDoNothing().returning()
    if (first.length === 0) throw new AppError(409, m.error_activationFetched())
    const waiting = await stillBelow(tx, actor, await waitingOf(tx, changeSetId))
    if (waiting.length === 0) throw new AppError(409, m.error_activationNone())
    const coded = waiting.map((one) => ({ ...one, code: randomCode() }))
    const hashes = coded.map(({ id, code }) => ({ account_id: id, code_hash: hashOf(id, code) }))
    await tx.execute(sql`
      insert into account_activation (account_id, code_hash, expire_time)
      select account_id, code_hash, now() + make_interval(days => ${DAYS})
      from jsonb_to_recordset(${JSON.stringify(hashes)}::jsonb) as given (account_id bigint, code_hash text)
      on conflict (account_id) do update set code_hash = excluded.code_hash, expire_time = excluded.expire_time, create_time = now()`)
    return coded.map(({ username, name, code }) => ({ username, name, code }))
  })
}

/** The accounts that an import has added and that nobody can sign in with yet. */
async function waitingOf(tx: Db, changeSetId: number) {
  const { rows } = await tx.execute<{ id: number; username: string; name: string }>(sql`
    select a.id, a.username, a.name from change c join account a on a.id = c.row_id
    where c.change_set_id = ${changeSetId} and c.table_name = 'account' and c.operation = 'insert' and a.kind = 'admin'
      and not exists (select from credential where account_id = a.id) order by a.id`)
  return rows.map((row) => ({ ...row, id: Number(row.id) }))
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

type Activation = { username: string; code: string; password: string }

/**
 * Sets the first password of an account. An unknown account, a wrong code, an expired one and a locked account get the
 * same answer. Failures count as failed sign-ins do.
 * @throws AppError 422, 429
 */
export async function activateWithCode(
  c: ApiContext,
  db: Database,
  { username, code, password }: Activation,
): Promise<void> {
  const done = await guardActivation(db, username, c.get('address'), async () => {
    const id = await codedAccount(db, username, code)
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
async function codedAccount(db: Db, username: string, code: string): Promise<number | undefined> {
  const [found] = await db
    .select({ id: account.id, codeHash: accountActivation.codeHash })
    .from(account)
    .innerJoin(accountActivation, eq(accountActivation.accountId, account.id))
    .where(
      and(
        eq(account.kind, 'admin'),
        eq(account.status, 1),
        eq(sql`lower(${account.username})`, username.trim().toLowerCase()),
        gt(accountActivation.expireTime, sql`now()`),
      ),
    )
  return found && found.codeHash === hashOf(found.id, code) ? found.id : undefined
}

/** Codes are typed from paper: case and separators do not matter. */
function hashOf(id: number, code: string): string {
  const plain = code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  return createHash('sha256').update(`${id}:${plain}`).digest('base64url')
}
