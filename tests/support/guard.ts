import { sql } from 'drizzle-orm'
import { onTestFinished } from 'vitest'
import { openDatabase } from '#src/db/client.server.ts'
import { config } from '#src/db/config.table.server.ts'
import { captcha } from '#src/db/guard.table.server.ts'
import { type CaptchaProof, clicksInfo, puzzleInfo } from '#src/features/auth/captcha-answer.ts'
import { mounts } from '#src/features/mount.server.ts'
import { solve } from '#src/lib/proof-of-work.ts'
import { createApi } from '#src/server/api.server.ts'
import { ADMIN_PASSWORD, startApi, type TestApi } from './api.ts'
import { apiDeps } from './deps.ts'

export type Language = 'zh-CN' | 'en'
export type SignInTry = {
  username?: string
  password?: string
  address?: string
  proof?: CaptchaProof
  language?: Language
  side?: 'admin' | 'user'
}

type Challenge = { id: string; text: string[]; image: string; puzzle: { id: string; bits: number } }

/** Starts the API with callers from chosen addresses. Its helpers solve captchas with the targets in the database. */
export async function startGuarded() {
  const test = await startApi()
  return { ...test, ...guardedCalls(test.api, test.db), second: () => secondProcess(test) }
}

/** Makes a second API with its own connections to the same database, as another process has. */
function secondProcess({ url }: TestApi) {
  const db = openDatabase(url, 8)
  onTestFinished(() => db.$client.end())
  return guardedCalls(createApi(apiDeps(db), mounts), db)
}

/** Makes callers of an API from chosen addresses. */
export function guardedCalls(api: TestApi['api'], db: TestApi['db']) {
  const language = (one: Language = 'en') => ({ 'accept-language': one })

  const tryGrant = async (grant: string, form: Record<string, string>, by: SignInTry) => {
    const side = by.side ?? 'admin'
    const response = await api.request(
      `/auth/oauth/token?grant_type=${grant}&scope=server`,
      {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${side}:${side}`)}`, ...language(by.language), ...formType },
        body: new URLSearchParams(form).toString(),
      },
      { address: by.address ?? '192.0.2.1' },
    )
    return { status: response.status, headers: response.headers, body: await response.json() }
  }

  /** Tries to sign in. The default password is a wrong one. */
  const signInTry = (by: SignInTry = {}) =>
    tryGrant(
      'password',
      {
        username: by.username ?? 'admin',
        password: by.password ?? 'wrong-password',
        ...(by.proof ? { captcha_id: by.proof.id, captcha_info: by.proof.info } : {}),
      },
      by,
    )

  const refreshTry = (token: string, by: SignInTry = {}) => tryGrant('refresh_token', { refresh_token: token }, by)

  const call = async (
    method: string,
    path: string,
    body?: unknown,
    by: { address?: string; language?: Language } = {},
  ) => {
    const init = body === undefined ? {} : { body: JSON.stringify(body) }
    const headers = { ...language(by.language), 'content-type': 'application/json' }
    const response = await api.request(path, { method, headers, ...init }, { address: by.address ?? '192.0.2.1' })
    return { status: response.status, headers: response.headers, ...(await response.json()) }
  }

  const challenge = async (purpose = 'login', address?: string): Promise<Challenge> => {
    const answer = await call('GET', `/api/captcha?purpose=${purpose}`, undefined, { address })
    if (answer.code !== 200) throw new Error(answer.msg)
    return answer.data
  }

  /** Returns the middle of each target of the newest challenge. The server never sends the targets to a client. */
  const middles = async () => {
    const [row] = await db.select({ targets: captcha.targets }).from(captcha).orderBy(sql`expire_time desc`).limit(1)
    return (row?.targets ?? []).map(({ x, y, w, h }) => ({ x: x + w / 2, y: y + h / 2 }))
  }

  /** Solves a new challenge by its picture. @returns the proof to send with a guarded call */
  const solved = async (purpose = 'login', address?: string): Promise<CaptchaProof> => {
    const { id } = await challenge(purpose, address)
    return { id, info: clicksInfo(await middles(), 350, 200) }
  }

  /** Solves a new challenge without its picture, by proof of work. */
  const worked = async (address?: string): Promise<CaptchaProof> => {
    const { id, puzzle } = await challenge('login', address)
    return { id, info: puzzleInfo(await solve(puzzle, () => {}, new AbortController().signal)) }
  }

  const setCaptcha = (mode: 'always' | 'after-failures') =>
    db.update(config).set({ value: mode }).where(sql`name = 'captcha'`)

  /** Moves every counter and wait back in time, as if `seconds` had passed. */
  const wait = (seconds: number) =>
    db.execute(sql`update throttle set blocked_until = blocked_until - make_interval(secs => ${seconds}),
      count_time = count_time - make_interval(secs => ${seconds})`)

  return { signInTry, refreshTry, call, challenge, middles, solved, worked, setCaptcha, wait }
}

const formType = { 'content-type': 'application/x-www-form-urlencoded' }

export const right = { password: ADMIN_PASSWORD }
