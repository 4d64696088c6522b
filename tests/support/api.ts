import pino from 'pino'
import { onTestFinished } from 'vitest'
import { openDatabase } from '#src/db/client.server.ts'
import { findAccount } from '#src/features/auth/account.server.ts'
import { mounts } from '#src/features/mount.server.ts'
import { PROOF_HEADER } from '#src/lib/proof-way.ts'
import type { Side } from '#src/lib/side.ts'
import { startFamily } from '#src/server/access/tokens.server.ts'
import { createApi, type Mount } from '#src/server/api.server.ts'
import type { ApiSettings } from '#src/server/context.server.ts'
import type { JobKind } from '#src/server/jobs/job-kind.server.ts'
import { freshDatabase } from './database.ts'
import { apiDeps } from './deps.ts'
import { spendModules } from './modules.ts'
import { passwords } from './passwords.ts'
import { proofFor } from './proofs.ts'

export const ADMIN_PASSWORD = passwords.admin
export const MEMBER_PASSWORD = passwords.member

type Answer = { status: number; code: number; msg: string; data: unknown; headers: Headers }
export type Tokens = { access_token: string; refresh_token: string; token_type: string; expires_in: number }

/** Starts the API on its own database, which is dropped after the test. Nothing is mocked. */
export async function startApi(
  overrides: Partial<ApiSettings> = {},
  more: readonly Mount[] = [],
  kinds: readonly JobKind[] = [],
) {
  // The registry in the product's modules keeps every resource that was ever mounted. The next file needs new modules.
  if (more.length > 0) spendModules()
  const database = await freshDatabase()
  const db = openDatabase(database.url, 8)
  onTestFinished(async () => {
    await db.$client.end()
    await database.drop()
  })
  const logged: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => logged.push(line) })
  const deps = apiDeps(db, { log, settings: overrides, kinds })
  const api = createApi(
    deps, // The runtime resources come last and take every key.
    [...more, ...mounts],
  )

  const askToken = async (side: Side, params: Record<string, string>, grant = 'password', address?: string) =>
    api.request(
      `/auth/oauth/token?grant_type=${grant}&scope=server`,
      {
        method: 'POST',
        headers: {
          authorization: `Basic ${btoa(`${side}:${side}`)}`,
          'content-type': 'application/x-www-form-urlencoded',
          'accept-language': 'en',
        },
        body: new URLSearchParams(params).toString(),
      },
      { address },
    )

  /**
   * Signs in and returns a caller with its own tokens. Without a password the tokens are issued directly, which is
   * faster.
   * @throws Error when the account does not exist or the sign-in fails
   */
  const signIn = async (side: Side = 'admin', username = side === 'admin' ? 'admin' : 'member', password?: string) => {
    if (password === undefined) {
      const account = await findAccount(db, side, username)
      if (!account) throw new Error(`there is no account ${username}`)
      const facts = { accountId: account.id, side, keep: false, ip: '', userAgent: '' }
      const tokens = await startFamily(db, deps.settings, facts)
      if (!tokens) throw new Error(`the account ${username} is locked`)
      return callerOf(api, tokens, (await proofFor(db, tokens.access_token))?.proof)
    }
    const response = await askToken(side, { username, password })
    if (response.status !== 200) throw new Error(`sign-in failed: ${await response.text()}`)
    const tokens: Tokens = await response.json()
    return callerOf(api, tokens, (await proofFor(db, tokens.access_token))?.proof)
  }

  return { api, db, logged, token: askToken, signIn, url: database.url, jobs: deps.jobs, files: deps.files }
}

/**
 * Makes a caller that sends requests in English. The tokens may come from another process on the same database.
 * @param proof a fresh proof of the sign-in, sent with every call
 */
export function callerOf(api: Pick<ReturnType<typeof createApi>, 'request'>, tokens: Tokens, proof?: string) {
  return Object.assign(
    async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> => {
      const response = await api.request(path, {
        method,
        headers: {
          authorization: `Bearer ${tokens.access_token}`,
          'accept-language': 'en',
          ...(proof ? { [PROOF_HEADER]: proof } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      })
      return { status: response.status, headers: response.headers, ...(await response.json()) }
    },
    { tokens, proof },
  )
}

export type TestApi = Awaited<ReturnType<typeof startApi>>

export type Caller = Awaited<ReturnType<TestApi['signIn']>>

/** Adds a small tree: a bureau with two districts, and a school in each. @returns the ids by code */
export async function addOrganizations(call: Caller): Promise<Record<'B' | 'D1' | 'D2' | 'S1' | 'S2', number>> {
  const add = async (code: string, type: string, pid: number | null) => {
    const answer = await call('POST', '/adminApi/organization/add', {
      code,
      name: `Name ${code}`,
      type,
      pid,
      levelIds: [],
    })
    if (answer.code !== 200) throw new Error(answer.msg)
    return (answer.data as { id: number }).id
  }
  const B = await add('B', 'bureau', null)
  const D1 = await add('D1', 'district', B)
  const D2 = await add('D2', 'district', B)
  return { B, D1, D2, S1: await add('S1', 'school', D1), S2: await add('S2', 'school', D2) }
}
