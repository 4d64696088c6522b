import { eq } from 'drizzle-orm'
import { createSession } from '#src/backend/browser-session.server.ts'
import { type Database, openDatabase } from '#src/db/client.server.ts'
import { tokenFamily } from '#src/db/session.table.server.ts'
import { systemAuthor, write } from '#src/db/write.server.ts'
import { createAccount } from '#src/features/auth/account.server.ts'
import { startProof } from '#src/server/access/proof.server.ts'
import { send } from './measure.ts'

type Tokens = { access_token: string; refresh_token: string; expires_in: number; token_type: string }

export const password = 'Bench-123456'
const basic = { authorization: `Basic ${btoa('admin:admin')}`, 'content-type': 'application/x-www-form-urlencoded' }

export const signInCall = (url: string, username = 'admin', secret = password) => ({
  url: `${url}/auth/oauth/token?grant_type=password&scope=server`,
  method: 'POST',
  headers: basic,
  body: `username=${username}&password=${secret}`,
})

export const refreshCall = (url: string, token: string) => ({
  url: `${url}/auth/oauth/token?grant_type=refresh_token&scope=server`,
  method: 'POST',
  headers: basic,
  body: `refresh_token=${token}`,
})

/** Creates one back office account for each caller: several sign-ins to one account would wait for each other. */
export async function addPeople(db: Database, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, (_, at) => `bench${at}`)
  await write(db, systemAuthor, 'seed', async (tx) => {
    for (const username of names)
      await createAccount(tx, { kind: 'admin', username, password, nickname: username, orgId: null })
  })
  return names
}

/** Signs the super admin in and returns the token set. */
export async function signIn(url: string): Promise<Tokens> {
  return JSON.parse(await send(signInCall(url)))
}

/** Signs in to the back office and returns the session cookie of a browser. */
export async function signedInCookie(db: Database, url: string): Promise<string> {
  const { access_token: token, refresh_token, expires_in, token_type } = await signIn(url)
  return `ys_admin=${await createSession(db, 'admin', { token, refresh_token, expires_in, token_type }, 3600)}`
}

/** What the super admin, who is signed in, has just proven, for calls that ask for it. */
export async function proofOf(databaseUrl: string): Promise<string> {
  const db = openDatabase(databaseUrl, 1)
  const [family] = await db.select().from(tokenFamily).where(eq(tokenFamily.accountId, 1))
  if (!family) throw new Error('nobody is signed in')
  const { proof } = await startProof(db, { familyId: family.id, accountId: family.accountId })
  await db.$client.end()
  return proof
}
