import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { and, eq, gt, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { passkey, passkeyChallenge } from '#src/db/factor.table.server.ts'
import { authenticationIn, challengeIn, registrationIn } from './passkey-answer.server.ts'
import type { PasskeyPlace } from './passkey-place.server.ts'

/** Seconds within which an authenticator has to answer. */
const CHALLENGE_SECONDS = 300

/** What a challenge is for: a sign-in of an account that is going on, one that has begun, or one without a name. */
export type PasskeyPurpose =
  | { purpose: 'register' | 'prove'; accountId: number; familyId: number }
  | { purpose: 'signIn'; accountId?: number; ticketHash?: string }

async function keepChallenge(db: Db, challenge: string, place: PasskeyPlace, purpose: PasskeyPurpose): Promise<void> {
  await db.delete(passkeyChallenge).where(lt(passkeyChallenge.expireTime, sql`now()`))
  await db.insert(passkeyChallenge).values({
    ...purpose,
    challenge,
    origin: place.origin,
    expireTime: sql`now() + make_interval(secs => ${CHALLENGE_SECONDS})`,
  })
}

/** Uses a challenge up, if it was given for this. Of two requests, one gets it. */
async function takeChallenge(
  db: Db,
  challenge: string,
  place: PasskeyPlace,
  purpose: PasskeyPurpose,
): Promise<boolean> {
  const { familyId, ticketHash, accountId } = { familyId: undefined, ticketHash: undefined, ...purpose }
  const same = (column: Parameters<typeof isNull>[0] & object, value: unknown): SQL =>
    value === undefined ? isNull(column) : sql`${column} = ${value}`
  const taken = await db
    .delete(passkeyChallenge)
    .where(
      and(
        eq(passkeyChallenge.challenge, challenge),
        eq(passkeyChallenge.purpose, purpose.purpose),
        eq(passkeyChallenge.origin, place.origin),
        same(passkeyChallenge.accountId, accountId),
        same(passkeyChallenge.familyId, familyId),
        same(passkeyChallenge.ticketHash, ticketHash),
        gt(passkeyChallenge.expireTime, sql`now()`),
      ),
    )
    .returning({ challenge: passkeyChallenge.challenge })
  return taken.length > 0
}

type Owner = { accountId: number; familyId: number; username: string; name: string }

/** What a browser needs to make a passkey. */
export async function registrationOptions(db: Db, place: PasskeyPlace, siteName: string, owner: Owner) {
  const { accountId, familyId, username, name } = owner
  const known = await db
    .select({ id: passkey.credentialId, transports: passkey.transports })
    .from(passkey)
    .where(eq(passkey.accountId, accountId))
  const options = await generateRegistrationOptions({
    rpName: siteName,
    rpID: place.host,
    userName: username,
    userDisplayName: name,
    userID: new TextEncoder().encode(`yardstick:${accountId}`),
    attestationType: 'none',
    excludeCredentials: known,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await keepChallenge(db, options.challenge, place, { purpose: 'register', accountId, familyId })
  return options
}

type NewPasskey = { accountId: number; familyId: number; name: string; response: string }

/** Keeps a new passkey. @returns its id; undefined when the answer is none to a challenge of this sign-in */
export async function registerPasskey(
  db: Db,
  place: PasskeyPlace,
  { accountId, familyId, name, response: json }: NewPasskey,
): Promise<number | undefined> {
  const response = registrationIn(json)
  if (!response) return undefined
  const challenge = challengeIn(response.response.clientDataJSON)
  if (!(await takeChallenge(db, challenge, place, { purpose: 'register', accountId, familyId }))) return undefined
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: place.origin,
    expectedRPID: place.host,
    requireUserVerification: true,
  }).catch(() => ({ verified: false, registrationInfo: undefined }))
  if (!verified || !registrationInfo) return undefined
  const { credential, credentialBackedUp } = registrationInfo
  const [row] = await db
    .insert(passkey)
    .values({
      accountId,
      name,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: credential.transports ?? [],
      synced: credentialBackedUp,
    })
    .onConflictDoNothing()
    .returning({ id: passkey.id })
  return row?.id
}

/** What a browser needs to use a passkey: one of the account, or any that it has for this site. */
export async function authenticationOptions(db: Db, place: PasskeyPlace, purpose: PasskeyPurpose) {
  const { accountId } = purpose
  const known =
    accountId === undefined
      ? []
      : await db
          .select({ id: passkey.credentialId, transports: passkey.transports })
          .from(passkey)
          .where(eq(passkey.accountId, accountId))
  const options = await generateAuthenticationOptions({
    rpID: place.host,
    allowCredentials: known,
    userVerification: 'required',
  })
  await keepChallenge(db, options.challenge, place, purpose)
  return options
}

/**
 * The account whose passkey has answered to a challenge that was given for this. Each challenge works once, and a
 * counter that does not go on is that of a copy.
 */
export async function verifyPasskey(
  db: Db,
  place: PasskeyPlace,
  purpose: PasskeyPurpose,
  json: string,
): Promise<number | undefined> {
  const response = authenticationIn(json)
  if (!response) return undefined
  const challenge = challengeIn(response.response.clientDataJSON)
  if (!(await takeChallenge(db, challenge, place, purpose))) return undefined
  const [known] = await db.select().from(passkey).where(eq(passkey.credentialId, response.id))
  if (!known || (purpose.accountId !== undefined && known.accountId !== purpose.accountId)) return undefined
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: place.origin,
    expectedRPID: place.host,
    requireUserVerification: true,
    credential: {
      id: known.credentialId,
      publicKey: Buffer.from(known.publicKey, 'base64url'),
      counter: known.counter,
    },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }))
  if (!verified || !authenticationInfo) return undefined
  const { newCounter, credentialBackedUp } = authenticationInfo
  const used = await db
    .update(passkey)
    .set({ counter: newCounter, synced: credentialBackedUp, lastUseTime: sql`now()` })
    .where(and(eq(passkey.id, known.id), eq(passkey.counter, known.counter)))
    .returning({ accountId: passkey.accountId })
  return used[0]?.accountId
}
