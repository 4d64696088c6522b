import { eq, sql } from 'drizzle-orm'
import type { Database, Db } from '#src/db/client.server.ts'
import { accountPreference } from '#src/db/identity.table.server.ts'
import { idempotency } from '#src/db/session.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { locales } from '#src/i18n/paraglide/runtime.js'
import { timeFormats } from '#src/lib/time-format.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { hashPassword } from '#src/server/access/password.server.ts'
import { passwordErrors } from '#src/server/access/password-policy.server.ts'
import { assertProven } from '#src/server/access/proof.server.ts'
import { type ApiContext, authorOf } from '#src/server/context.server.ts'
import { type AppError, invalid } from '#src/server/errors.server.ts'
import { guardedWrite } from '#src/server/write/guarded-write.server.ts'
import { type IdempotentRequest, once, requestOf } from '#src/server/write/idempotency.server.ts'
import { addHash, fittingHash, hasPassword, replaceHash } from './account.server.ts'
import type { OwnPreferences } from './own-account.schema.ts'
import { endOtherSessions } from './sessions.server.ts'
import { guardPassword } from './sign-in-guard.server.ts'

type Passwords = { oldPassword?: string | undefined; newPassword: string; leave?: boolean }

/** No sign-in has this number. */
const NONE = 0

/**
 * Changes the user's own password and ends the account's other sign-ins, with `leave` this one too. Returns how many
 * others have ended. For the first password, a fresh proof stands in place of the current one.
 * @throws AppError 422 when the current password is wrong or the new one lacks something, 429 after too many wrong ones
 */
export async function changePassword(c: ApiContext, db: Database, actor: Actor, passwords: Passwords) {
  // What is stored of a request for repeats must not help to guess a password, so it has none in it.
  const request = requestOf(c, {})
  const { oldPassword, newPassword, leave = false } = passwords
  if (!(await hasPassword(db, actor.id))) return setFirstPassword(c, db, actor, newPassword)
  const known = await guardPassword(db, actor, c.get('address'), async () => {
    const current = oldPassword === undefined ? undefined : await fittingHash(db, actor.id, oldPassword)
    if (current !== undefined) return { current }
    // A repeat of a change that is done: the new password is the current one by now.
    const done = await isDone(db, request)
    return done && (await fittingHash(db, actor.id, newPassword)) !== undefined ? { current: undefined } : undefined
  })
  if (!known) throw oldPassword === undefined ? invalid({ oldPassword: [m.rule_required()] }) : wrongPassword()
  const { current } = known
  if (current !== undefined) {
    const errors = await passwordErrors(db, newPassword, { id: actor.id })
    if (errors.length > 0) throw invalid<Passwords>({ newPassword: errors })
  }
  const hash = current === undefined ? '' : await hashPassword(newPassword)
  return guardedWrite(db, authorOf(c), 'save', (tx) =>
    once(tx, request, async () => {
      const count = await endOtherSessions(tx, actor.id, actor.familyId)
      // The database ends the sign-ins of a new password, but for this one.
      const kept = leave ? NONE : actor.familyId
      await tx.execute(sql`select set_config('app.kept_family', ${String(kept)}, true)`)
      // Another request was faster: the password that was given is not the current one any more.
      if (current === undefined || !(await replaceHash(tx, actor.id, hash, current))) throw wrongPassword()
      return { count, ...(leave && { left: true as const }) }
    }),
  )
}

/** @throws AppError 403 without a fresh proof */
async function setFirstPassword(c: ApiContext, db: Database, actor: Actor, newPassword: string) {
  await assertProven(db, authorOf(c))
  const errors = await passwordErrors(db, newPassword, { id: actor.id })
  if (errors.length > 0) throw invalid<Passwords>({ newPassword: errors })
  const hash = await hashPassword(newPassword)
  return guardedWrite(db, authorOf(c), 'save', (tx) =>
    once(tx, requestOf(c, {}), async () => {
      const count = await endOtherSessions(tx, actor.id, actor.familyId)
      // Another request was faster.
      if (!(await addHash(tx, actor.id, hash))) throw wrongPassword()
      return { count }
    }),
  )
}

function wrongPassword(): AppError {
  return invalid<Passwords>({ oldPassword: [m.password_wrong()] })
}

/** Whether the request is the repeat of one that has been answered. */
async function isDone(db: Db, request: IdempotentRequest | undefined): Promise<boolean> {
  if (!request) return false
  const key = `${request.accountId}:${request.key}`
  const [found] = await db.select({ key: idempotency.key }).from(idempotency).where(eq(idempotency.key, key))
  return found !== undefined
}

/** Saves how the user wants the product to be. Returns all that is stored. */
export async function savePreferences(db: Db, actor: Actor, wanted: OwnPreferences) {
  const [row] = await db
    .insert(accountPreference)
    .values({ accountId: actor.id, ...wanted })
    .onConflictDoUpdate({
      target: accountPreference.accountId,
      // With nothing to change, the row is written as it is.
      set: { accountId: actor.id, ...wanted },
    })
    .returning()
  return preferencesOf(row ?? null)
}

/** The stored preferences. What this release does not know is no choice. */
export function preferencesOf(row: typeof accountPreference.$inferSelect | null) {
  return {
    language: locales.find((one) => one === row?.language) ?? ('' as const),
    timeFormat: timeFormats.find((one) => one === row?.timeFormat) ?? ('' as const),
  }
}
