import { verify } from '@node-rs/argon2'
import { desc, eq } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { account, credential, formerPassword } from '#src/db/identity.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { readConfig } from '../config.server.ts'
import { judgePassword } from './password-judge.server.ts'
import type { Judgement } from './password-work.server.ts'

/** What the configuration asks of a password beyond the rule of `account-rules.ts`. */
export type PasswordPolicy = {
  minLength: number
  noCommon: boolean
  /** Of the strength, 0 to 4. */
  minScore: number
  /** The last so many passwords, with the present one, are not used again. */
  noReuse: number
}

/** Whose password it is: a stored account, or the names that a new one gets. */
export type PasswordOwner = { id?: number | undefined; names?: readonly unknown[] }

/** The policy in force. */
export async function passwordPolicy(db: Db): Promise<PasswordPolicy> {
  const names = ['passwordMinLength', 'passwordNoCommon', 'passwordMinScore', 'passwordNoReuse'] as const
  const found = await readConfig(db, names)
  return {
    minLength: found.passwordMinLength,
    noCommon: found.passwordNoCommon,
    minScore: Number(found.passwordMinScore),
    noReuse: found.passwordNoReuse,
  }
}

/** The policy in words, a sentence each, for forms. */
export function policyText({ minLength, noCommon, minScore, noReuse }: PasswordPolicy): string[] {
  return [
    m.passwordPolicy_characters({ min: minLength }),
    ...(noCommon ? [m.passwordPolicy_common()] : []),
    ...(minScore > 0 ? [m.passwordPolicy_strength({ strength: strengthText(minScore) })] : []),
    ...(noReuse > 0 ? [m.passwordPolicy_reuse({ count: noReuse })] : []),
  ]
}

function strengthText(score: number): string {
  return [m.strength_weak, m.strength_weak, m.strength_fair, m.strength_good, m.strength_strong][score]?.() ?? ''
}

/**
 * What a new password lacks, in the language of the request. Former passwords are only compared for an account, because
 * that takes the time of a sign-in for each.
 */
export async function passwordErrors(db: Db, password: string, owner: PasswordOwner): Promise<string[]> {
  const policy = await passwordPolicy(db)
  const errors = judgedErrors(password, policy, await judged(db, password, policy, owner))
  // One that is refused anyway needs no comparison.
  if (errors.length > 0 || owner.id === undefined) return errors
  return (await isFormer(db, owner.id, password, policy.noReuse))
    ? [m.passwordPolicy_reused({ count: policy.noReuse })]
    : []
}

/** The strength of a password, and what it lacks but for former passwords: for a form, while somebody types. */
export async function passwordAdvice(db: Db, password: string, owner: PasswordOwner) {
  const policy = await passwordPolicy(db)
  const found = await judgePassword(password, await namesOf(db, owner))
  return { score: found.score, errors: judgedErrors(password, policy, found) }
}

async function judged(db: Db, password: string, policy: PasswordPolicy, owner: PasswordOwner) {
  if (!policy.noCommon && policy.minScore === 0) return undefined
  return judgePassword(password, await namesOf(db, owner))
}

function judgedErrors(password: string, policy: PasswordPolicy, found: Judgement | undefined): string[] {
  const length = [...password].length
  return [
    ...(length < policy.minLength ? [m.passwordPolicy_short({ min: policy.minLength })] : []),
    ...(policy.noCommon && found?.common ? [m.passwordPolicy_known()] : []),
    ...(found && found.score < policy.minScore
      ? [m.passwordPolicy_weak({ strength: strengthText(found.score), wanted: strengthText(policy.minScore) })]
      : []),
  ]
}

/** The names of an account: what others know of it. */
async function namesOf(db: Db, { id, names = [] }: PasswordOwner): Promise<string[]> {
  const [stored] =
    id === undefined
      ? []
      : await db
          .select({
            username: account.username,
            name: account.name,
            nickname: account.nickname,
            email: account.email,
            phone: account.phone,
          })
          .from(account)
          .where(eq(account.id, id))
  return [...new Set([...Object.values(stored ?? {}), ...names])]
    .filter((name) => typeof name === 'string')
    .flatMap((name) => (name.includes('@') ? [name, name.split('@')[0] ?? ''] : [name]))
    .filter((name) => name !== '')
}

/** Whether an account has, or had among its last `count` passwords, this one. */
async function isFormer(db: Db, accountId: number, password: string, count: number): Promise<boolean> {
  if (count === 0) return false
  const present = await db
    .select({ hash: credential.passwordHash })
    .from(credential)
    .where(eq(credential.accountId, accountId))
  const former = await db
    .select({ hash: formerPassword.passwordHash })
    .from(formerPassword)
    .where(eq(formerPassword.accountId, accountId))
    .orderBy(desc(formerPassword.id))
    .limit(count)
  // One after another, so that a change of a password takes one processor at most.
  for (const { hash } of [...present, ...former].slice(0, count)) if (await verify(hash, password)) return true
  return false
}
