import { type Context, Hono } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import * as v from 'valibot'
import { BackendError } from '#src/backend/backend-error.ts'
import type { BrowserSession } from '#src/backend/browser-session.server.ts'
import { callEndpoint } from '#src/backend/call-endpoint.server.ts'
import { failureText } from '#src/backend/failure-text.ts'
import { sessionOfRequest, startRequestSession } from '#src/backend/request-session.server.ts'
import { DEVICE_COOKIE, deviceIdFrom, SESSION_COOKIES } from '#src/backend/session-cookies.ts'
import { readTokenAnswer } from '#src/backend/token-set.ts'
import type { adminOwn, memberOwn } from '#src/features/auth/own-account.api.server.ts'
import { preferencesOfSession } from '#src/features/auth/session-preferences.server.ts'
import { LANGUAGE_COOKIE, pageLocale, withLocale } from '#src/i18n/locale.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { redirectTargetOfSegment, targetOnSite } from '#src/lib/redirect-target.ts'
import type { Side } from '#src/lib/side.ts'
import { TIME_COOKIE } from '#src/lib/time-format.ts'
import { comesFromOwnPage } from '#src/web/own-page.server.ts'
import { siteOrigin } from '#src/web/site-origin.server.ts'
import type { providerFlowEndpoints } from './flow.api.server.ts'
import type { adminIdentities, memberIdentities } from './identity.api.server.ts'
import {
  CHOSEN_COOKIE,
  FACTOR_COOKIE,
  isVisitName,
  SAID_COOKIE,
  VISIT_SECONDS,
  visitCookie,
  visitName,
} from './visit-cookie.ts'

/** Seconds. A browser keeps no cookie longer. */
const KEEP_SECONDS = 400 * 24 * 3600
const YEAR = 31_536_000

type Preferences = (typeof adminOwn | typeof memberOwn)['preferences']
type Flows = typeof providerFlowEndpoints
type Begin = (typeof adminIdentities | typeof memberIdentities)['begin']

/**
 * The addresses by which browsers go to an identity provider and come back. They are no pages: each one leads on, also
 * without scripts. A visit begins on a page of this site alone, because it ends in a session or in a linked account.
 */
export const visits = new Hono()
  .get('/begin/:side/:id{\\d+}', (c) => inLanguage(c, () => begin(c)))
  .get('/callback/:side', (c) => inLanguage(c, () => comeBack(c)))

function inLanguage(c: Context, work: () => Promise<Response>): Promise<Response> {
  c.header('cache-control', 'no-store')
  return withLocale(pageLocale(c.req.raw), work)
}

async function begin(c: Context): Promise<Response> {
  const side = sideIn(c.req.param('side'))
  const purpose = c.req.query('for')
  const to = c.req.query('to') ?? ''
  if (!comesFromOwnPage(c.req.raw)) return c.redirect(`/${side}/login`)
  const body = { provider: Number(c.req.param('id')), to: to.length > 4000 ? '' : to, origin: siteOrigin(c.req.raw) }
  try {
    const visit =
      purpose === 'link' || purpose === 'proof'
        ? await beginSignedIn(c, side, { ...body, purpose })
        : await beginOpen(body)
    setCookie(c, visitCookie(visitName(visit.state)), visit.key, cookieOptions(c, VISIT_SECONDS))
    if (c.req.query('chosen') === '1')
      setCookie(c, CHOSEN_COOKIE, pageLocale(c.req.raw), cookieOptions(c, VISIT_SECONDS))
    return c.redirect(visit.url)
  } catch (error) {
    return refuse(c, side, error)
  }
}

type Beginning = { provider: number; to: string; origin: string }

async function beginOpen(body: Beginning) {
  return (await callEndpoint<Flows['begin']>(undefined, { method: 'POST', path: '/auth/provider/begin', body })).data
}

async function beginSignedIn(c: Context, side: Side, body: Beginning & { purpose: 'link' | 'proof' }) {
  const session = await sessionOfRequest(c.req.raw, side)
  const path = side === 'admin' ? '/adminApi/identity/begin' : '/api/identity/begin'
  return (await callEndpoint<Begin>(session, { method: 'POST', path, body })).data
}

async function comeBack(c: Context): Promise<Response> {
  const side = sideIn(c.req.param('side'))
  const { searchParams } = new URL(c.req.url)
  const name = visitName(searchParams.get('state') ?? '')
  const key = isVisitName(name) ? getCookie(c, visitCookie(name)) : undefined
  try {
    // Without the key the answer is a refusal, which the log has.
    const body = { ...(key ? { key } : {}), params: searchParams.toString() }
    const path = '/auth/provider/finish'
    const device = deviceIdFrom(getCookie(c, DEVICE_COOKIE))
    const { data } = await callEndpoint<Flows['finish']>(undefined, { method: 'POST', path, body, device })
    const { outcome, tokens, to } = data
    // The answer says whose sign-in it is; the address only says where to complain.
    const page = `/sign-in?visit=${name}&side=${data.side}`
    if (outcome === 'account') return c.redirect(page)
    if (outcome === 'proven') return c.redirect(`${page}&proven=1`)
    deleteCookie(c, visitCookie(name), cookieOptions(c, 0))
    if (outcome === 'linked') return c.redirect(profileOf(data.side))
    setCookie(c, DEVICE_COOKIE, device, cookieOptions(c, KEEP_SECONDS))
    await adoptPreferencesOf(c, await startSession(c, data.side, tokens))
    return c.redirect(loadingPath(data.side, to))
  } catch (error) {
    if (key) deleteCookie(c, visitCookie(name), cookieOptions(c, 0))
    const begun = begunIn(error)
    if (!begun) return refuse(c, side, error)
    setCookie(c, FACTOR_COOKIE, JSON.stringify(begun), cookieOptions(c, FACTOR_SECONDS))
    return c.redirect(`/sign-in?side=${begun.side}&factor=1`)
  }
}

/** Seconds. The server ends a begun sign-in after the same time. */
const FACTOR_SECONDS = 300

const targetData = v.object({ side: v.picklist(['admin', 'user']), to: v.string() })

/** A sign-in that still needs the second factor, and where it leads. */
export function begunIn(error: unknown) {
  const factor = error instanceof BackendError ? error.wantsFactor : undefined
  const target = v.safeParse(targetData, error instanceof BackendError ? error.data : undefined)
  if (!factor || !target.success) return undefined
  const { side, to } = target.output
  return { ...factor, side, path: loadingPath(side, to) }
}

/** Begins the session of this browser. An earlier one of the same side ends. */
async function startSession(c: Context, side: Side, answer: unknown): Promise<BrowserSession> {
  const tokens = readTokenAnswer(answer)
  if (!tokens) throw new BackendError(502, m.error_other())
  const session = await startRequestSession(c.req.raw, side, tokens)
  setCookie(c, SESSION_COOKIES[side], session.id, cookieOptions(c))
  return session
}

/**
 * The browser shows what the account wants. A language that was chosen just now, on the way to the sign-in, is the
 * account's from now on.
 */
async function adoptPreferencesOf(c: Context, session: BrowserSession): Promise<void> {
  const { language, timeFormat } = await preferencesOfSession(session)
  const shown = { path: '/', sameSite: 'Lax', maxAge: YEAR } as const
  setCookie(c, TIME_COOKIE, timeFormat || 'seconds', shown)
  const here = pageLocale(c.req.raw)
  if (getCookie(c, CHOSEN_COOKIE) === here) {
    deleteCookie(c, CHOSEN_COOKIE, cookieOptions(c, 0))
    const path = session.side === 'admin' ? '/adminApi/user/preferences' : '/api/user/preferences'
    const call = { method: 'POST', path, body: { language: here } } as const
    // The sign-in has succeeded, whatever happens here.
    if (language !== here) await callEndpoint<Preferences>(session, call).catch(() => undefined)
  } else if (language) setCookie(c, LANGUAGE_COOKIE, language, shown)
}

/** Shows the sentence on a page with the way back to the sign-in. */
function refuse(c: Context, side: Side, error: unknown): Response {
  setCookie(c, SAID_COOKIE, failureText(error).slice(0, 300).toWellFormed(), cookieOptions(c, 120))
  return c.redirect(`/sign-in?side=${side}`)
}

/** The loading page, with the page that the person wanted if it is on this site. */
export function loadingPath(side: Side, to: string): string {
  const target = targetOnSite(redirectTargetOfSegment(to || undefined))
  const area = side === 'user' && target?.path.startsWith('/center') ? 'center' : side
  return `/${area}/loading${target ? `?${new URLSearchParams({ to: JSON.stringify(target) })}` : ''}`
}

function profileOf(side: Side): string {
  return side === 'admin' ? '/admin/routine/adminInfo' : '/user/account/overview'
}

function sideIn(text: string | undefined): Side {
  return text === 'user' ? 'user' : 'admin'
}

function cookieOptions(c: Context, maxAge?: number) {
  const secure = new URL(c.req.url).protocol === 'https:'
  return { httpOnly: true, sameSite: 'Lax', path: '/', secure, ...(maxAge === undefined ? {} : { maxAge }) } as const
}
