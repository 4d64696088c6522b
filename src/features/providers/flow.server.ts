import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { providerFlow } from '#src/db/external-identity.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { AppError } from '#src/server/errors.server.ts'
import { seal, unseal } from '#src/server/seal.server.ts'

/** Minutes in which a person has to come back from the provider, and again to say which account is meant. */
const MINUTES = 10

/** What a visit to a provider is for. */
export const flowPurposes = ['signIn', 'link', 'proof'] as const
export type FlowPurpose = (typeof flowPurposes)[number]

const person = v.strictObject({
  issuer: v.string(),
  subject: v.string(),
  label: v.string(),
  username: v.string(),
  name: v.string(),
  mail: v.string(),
  mailVerified: v.boolean(),
  roles: v.array(v.string()),
  sid: v.string(),
  idToken: v.string(),
})

const content = v.strictObject({
  purpose: v.picklist(flowPurposes),
  verifier: v.string(),
  nonce: v.string(),
  redirectUri: v.string(),
  /** Seconds since 1970. */
  began: v.number(),
  /** The page that the person wanted, as JSON. */
  to: v.string(),
  /** The sign-in of the person who links an identity, or proves to be there. */
  familyId: v.optional(v.number()),
  person: v.optional(person),
})

export type FlowContent = v.InferOutput<typeof content>
export type Flow = { providerId: number; accountId: number | null; content: FlowContent }

/** The key of a visit, which the browser keeps, and its `state`. Only hashes are stored. */
export type FlowKeys = { key: string; state: string }

/** Stores a new visit. */
export async function beginFlow(db: Db, secret: string, { providerId, accountId, content }: Flow): Promise<FlowKeys> {
  const keys = { key: randomBytes(32).toString('base64url'), state: randomBytes(32).toString('base64url') }
  await db.insert(providerFlow).values({
    keyHash: hashOf(keys.key),
    stateHash: hashOf(keys.state),
    providerId,
    accountId,
    sealed: sealed(secret, content),
    expireTime: sql`now() + make_interval(mins => ${MINUTES})`,
  })
  return keys
}

/** Takes a visit whose person comes back with this `state`. A second return finds nothing. @throws AppError 400 */
export async function takeFlow(db: Db, secret: string, { key, state }: FlowKeys): Promise<Flow> {
  const [row] = await db
    .delete(providerFlow)
    .where(
      and(
        eq(providerFlow.keyHash, hashOf(key)),
        eq(providerFlow.stateHash, hashOf(state)),
        eq(providerFlow.step, 'sent'),
        gt(providerFlow.expireTime, sql`now()`),
      ),
    )
    .returning()
  return flowOf(secret, row)
}

/** Keeps a visit under its key for the next step: the choice of the account, or the use of a proof. */
export async function keepFlow(
  db: Db,
  secret: string,
  { key, state }: FlowKeys,
  step: 'known' | 'proven',
  { providerId, accountId, content }: Flow,
): Promise<void> {
  await db.insert(providerFlow).values({
    keyHash: hashOf(key),
    stateHash: hashOf(state),
    providerId,
    accountId,
    step,
    sealed: sealed(secret, content),
    expireTime: sql`now() + make_interval(mins => ${MINUTES})`,
  })
}

/** A visit that waits for its account. @throws AppError 400 */
export async function readFlow(db: Db, secret: string, key: string): Promise<Flow> {
  const [row] = await db.select().from(providerFlow).where(live(key, 'known'))
  return flowOf(secret, row)
}

/** Ends such a visit. @returns false when it is over already */
export async function endFlow(db: Db, key: string): Promise<boolean> {
  return (await db.delete(providerFlow).where(live(key, 'known')).returning()).length > 0
}

/**
 * Uses up a proof that somebody has just given at a provider: whether this account, in this sign-in, has proved to be
 * there within the last ten minutes.
 */
export async function takeProviderProof(
  db: Db,
  secret: string,
  { key, accountId, familyId }: { key: string; accountId: number; familyId: number },
): Promise<boolean> {
  const [row] = await db
    .delete(providerFlow)
    .where(and(live(key, 'proven'), eq(providerFlow.accountId, accountId)))
    .returning()
  return row !== undefined && read(secret, row.sealed)?.familyId === familyId
}

function live(key: string, ...steps: ('sent' | 'known' | 'proven')[]) {
  return and(
    eq(providerFlow.keyHash, hashOf(key)),
    inArray(providerFlow.step, steps),
    gt(providerFlow.expireTime, sql`now()`),
  )
}

function flowOf(secret: string, row: typeof providerFlow.$inferSelect | undefined): Flow {
  const content = row && read(secret, row.sealed)
  if (!row || !content) throw new AppError(400, m.provider_flowGone())
  return { providerId: row.providerId, accountId: row.accountId, content }
}

function sealed(secret: string, value: FlowContent): string {
  return seal(secret, 'provider-flow', JSON.stringify(value))
}

function read(secret: string, text: string): FlowContent | undefined {
  const plain = unseal(secret, 'provider-flow', text)
  const parsed = plain === undefined ? undefined : v.safeParse(content, JSON.parse(plain))
  return parsed?.success ? parsed.output : undefined
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
