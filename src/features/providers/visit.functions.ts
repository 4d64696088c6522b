import { createServerFn } from '@tanstack/react-start'
import { deleteCookie, getCookie } from '@tanstack/react-start/server'
import * as v from 'valibot'
import { BackendError } from '#src/backend/backend-error.ts'
import { callEndpoint } from '#src/backend/call-endpoint.server.ts'
import { beginSession, deviceId, keepDevice } from '#src/backend/cookie.server.ts'
import { readTokenAnswer } from '#src/backend/token-set.ts'
import { preferencesOfSession } from '#src/features/auth/session-preferences.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { providerFlowEndpoints } from './flow.api.server.ts'
import { FACTOR_COOKIE, isVisitName, SAID_COOKIE, visitCookie } from './visit-cookie.ts'
import { begunIn, loadingPath } from './visits.server.ts'

type Flows = typeof providerFlowEndpoints

const visit = v.pipe(v.string(), v.check(isVisitName))
const text = v.pipe(v.string(), v.maxLength(200))

/**
 * What became of a visit to an identity provider: the sentence of a failure, or a person whose account is asked for.
 */
export const getVisit = createServerFn()
  .validator(v.object({ visit: v.optional(text), factor: v.optional(v.boolean()) }))
  .handler(async ({ data }) => {
    const begun = data.factor ? begunSignIn(getCookie(FACTOR_COOKIE)) : undefined
    if (begun) return { said: '', waiting: null, begun }
    const said = getCookie(SAID_COOKIE)
    const key = data.visit && isVisitName(data.visit) ? getCookie(visitCookie(data.visit)) : undefined
    if (!key) return { said: said || m.provider_flowGone(), waiting: null, begun: undefined }
    const path = '/auth/provider/pending'
    try {
      const { data: waiting } = await callEndpoint<Flows['pending']>(undefined, { method: 'POST', path, body: { key } })
      return { said: '', waiting, begun: undefined }
    } catch (error) {
      if (!(error instanceof BackendError) || error.code >= 500) throw error
      return { said: error.message, waiting: null, begun: undefined }
    }
  })

const begun = v.object({
  side: v.picklist(['admin', 'user']),
  token: v.string(),
  ways: v.pipe(v.array(v.string()), v.readonly()),
  path: v.pipe(v.string(), v.startsWith('/')),
})

function begunSignIn(cookie: string | undefined): v.InferOutput<typeof begun> | undefined {
  try {
    const read = v.safeParse(begun, JSON.parse(cookie ?? ''))
    return read.success ? read.output : undefined
  } catch {
    return undefined
  }
}

const captcha = v.optional(v.object({ id: v.string(), info: v.pipe(v.string(), v.maxLength(2000)) }))

/** Signs in with an account, and links the person of the visit with it. A refusal is a value, as that of a sign-in. */
export const linkVisit = createServerFn({ method: 'POST' })
  .validator(v.object({ visit, username: text, password: text, keep: v.boolean(), captcha }))
  .handler(({ data: { visit, username, password, keep, captcha } }) =>
    finished(visit, keep, async (key, device) => {
      const proof = captcha ? { captcha_id: captcha.id, captcha_info: captcha.info } : {}
      const body = { key, username, password, keep, ...proof }
      return (
        await callEndpoint<Flows['link']>(undefined, { method: 'POST', path: '/auth/provider/link', body, device })
      ).data
    }),
  )

/** Creates the account of the person of the visit, and signs in. */
export const createFromVisit = createServerFn({ method: 'POST' })
  .validator(v.object({ visit, username: text, name: text }))
  .handler(({ data: { visit, username, name } }) =>
    finished(visit, false, async (key, device) => {
      const body = { key, username, name }
      const path = '/auth/provider/create'
      return (await callEndpoint<Flows['create']>(undefined, { method: 'POST', path, body, device })).data
    }),
  )

type SignedIn = { tokens: unknown; side: 'admin' | 'user'; to: string }

/** Begins the session of this browser, and says where to go. */
async function finished(visit: string, keep: boolean, work: (key: string, device: string) => Promise<SignedIn>) {
  const key = getCookie(visitCookie(visit))
  if (!key) return { ok: false, message: m.provider_flowGone() } as const
  try {
    const device = deviceId()
    const { tokens: answer, side, to } = await work(key, device)
    const tokens = readTokenAnswer(answer)
    if (!tokens) throw new BackendError(502, m.error_other())
    const session = await beginSession(side, tokens, keep)
    keepDevice(device)
    deleteCookie(visitCookie(visit), { path: '/' })
    return { ok: true, path: loadingPath(side, to), side, preferences: await preferencesOfSession(session) } as const
  } catch (error) {
    if (!(error instanceof BackendError) || error.code >= 500) throw error
    const { message, fieldErrors: errors, wantsCaptcha: captcha } = error
    return { ok: false, message, errors, captcha, begun: begunIn(error) } as const
  }
}
