import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { account } from '#src/db/identity.table.server.ts'
import { provider } from '#src/db/provider.table.server.ts'
import { authenticate, signInName } from '#src/features/auth/account.server.ts'
import { tokenAnswer } from '#src/features/auth/auth.answers.server.ts'
import { guardSignIn } from '#src/features/auth/sign-in-guard.server.ts'
import { wantsFactor } from '#src/features/factors/sign-in-ticket.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { id } from '#src/lib/number-rules.ts'
import { addressOf } from '#src/server/address.server.ts'
import { noteForLog } from '#src/server/admin-log/log-call.server.ts'
import type { ApiContext } from '#src/server/context.server.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { AppError, invalid } from '#src/server/errors.server.ts'
import {
  countFailure,
  lookAt,
  type Throttled,
  throttleKey,
  tooManyAttempts,
} from '#src/server/throttle/throttle.server.ts'
import { finishFlow } from './finish.server.ts'
import { endFlow, type Flow, readFlow, takeFlow } from './flow.server.ts'
import type { ProviderPerson } from './identity.server.ts'
import { createFor, freeAccountName, mayCreate } from './new-account.server.ts'
import type { ProviderRow } from './provider.schema.ts'
import { nameOf, openProvider } from './provider-row.server.ts'
import { signInPerson } from './sign-in.server.ts'
import { beginVisit, finishVisit } from './visit.server.ts'

const common = { method: 'post', tag: 'session', security: 'none' } as const
const key = v.pipe(v.string(), v.regex(/^[\w-]{43}$/))
const text = (most: number) => v.pipe(v.string(), v.maxLength(most))
const tokens = v.omit(tokenAnswer, ['code', 'msg'])
const side = v.picklist(['admin', 'user'])
const signedIn = v.strictObject({ tokens, side, to: v.string() })

/** Where a visit begins: its key, which only this client may know, its state, and the address of the provider. */
export const beginAnswer = v.strictObject({ key: v.string(), state: v.string(), url: v.string() })

/** What every visit says of the page that began it. */
export const beginBody = {
  provider: id,
  /** The page that the person wants, as the login page has it. */
  to: v.optional(text(4000), ''),
  /** The site as the browser sees it. Only pages of this process may say it. */
  origin: v.optional(text(300)),
}

/** Signing in with an identity provider. A visit begins, ends, and may need the choice of an account. */
export const providerFlowEndpoints = {
  begin: endpoint({
    ...common,
    path: '/auth/provider/begin',
    summary: m.call_providerBegin,
    body: v.strictObject(beginBody),
    answer: beginAnswer,
    errors: [403, 404, 429],
    run: async ({ c, body }) => {
      await assertFew(c)
      const row = await openProvider(c.get('deps').db, body.provider)
      return beginVisit(c, row, { purpose: 'signIn', to: body.to, origin: visitOrigin(c, body.origin) })
    },
  }),
  finish: endpoint({
    ...common,
    path: '/auth/provider/finish',
    summary: m.call_providerFinish,
    /** Without the key, a browser says that it has not begun this visit. That is refused, and noted. */
    body: v.strictObject({ key: v.optional(key), params: text(8000) }),
    answer: v.strictObject({
      outcome: v.picklist(['signedIn', 'account', 'linked', 'proven']),
      tokens: v.nullable(tokens),
      side,
      to: v.string(),
    }),
    errors: [403, 404, 409, 429],
    run: async ({ c, body: { key: begun, params: sent } }) => {
      noteAttempt(c)
      // It is not counted: nobody guesses without a key, and any page can send a browser here.
      if (begun === undefined) throw new AppError(400, m.provider_flowGone())
      return counted(c, async () => {
        const { db, secret } = c.get('deps')
        const params = new URLSearchParams(sent)
        const keys = { key: begun, state: params.get('state') ?? '' }
        const flow = await takeFlow(db, secret, keys)
        await noteFlow(c, flow)
        const row = await openProvider(db, flow.providerId)
        const { to } = flow.content
        const person = await finishVisit(c, row, flow, params)
        const finished = await withTarget({ side: row.side, to }, () => finishFlow(c, row, keys, flow, person))
        return { ...finished, side: row.side, to }
      })
    },
  }),
  pending: endpoint({
    ...common,
    path: '/auth/provider/pending',
    summary: m.call_providerPending,
    body: v.strictObject({ key }),
    answer: v.strictObject({
      side,
      provider: v.string(),
      label: v.string(),
      /** Whether an account can be created, with a free name for it. */
      create: v.boolean(),
      username: v.string(),
      name: v.string(),
    }),
    errors: [403, 404],
    run: async ({ c, body }) => {
      const { db } = c.get('deps')
      const { row, person } = await pendingOf(c, body.key)
      const create = await mayCreate(db, row)
      const username = create ? await freeAccountName(db, person) : ''
      const { label, name } = person
      return { side: row.side, provider: nameOf(row), label, create, username, name }
    },
  }),
  link: endpoint({
    ...common,
    path: '/auth/provider/link',
    summary: m.call_providerLink,
    body: v.strictObject({
      key,
      username: text(100),
      password: text(200),
      keep: v.optional(v.boolean(), false),
      captcha_id: v.optional(text(200)),
      captcha_info: v.optional(text(2000)),
    }),
    answer: signedIn,
    errors: [403, 404, 409, 429],
    run: async ({ c, body: { key, username, password, keep, captcha_id, captcha_info = '' } }) => {
      const { db } = c.get('deps')
      noteAttempt(c, username)
      const { row, person, to } = await pendingOf(c, key)
      const proof = captcha_id ? { id: captcha_id, info: captcha_info } : undefined
      noteForLog(c, { signIn: { side: row.side, username, way: 'provider' } })
      const name = await signInName(db, row.side, username)
      const attempt = { side: row.side, username: name, address: c.get('address'), proof }
      const accountId = await guardSignIn(db, attempt, () => authenticate(db, row.side, name, password))
      if (accountId === undefined) throw new AppError(400, m.error_signInFailed())
      // The identity is linked after the sign-in, so that a second factor comes before it.
      const target = { side: row.side, to }
      const issued = await withTarget(target, () => signInPerson(c, row, accountId, person, { keep, links: true }))
      await endFlow(db, key)
      return { tokens: issued, ...target }
    },
  }),
  create: endpoint({
    ...common,
    path: '/auth/provider/create',
    summary: m.call_providerCreate,
    body: v.strictObject({ key, username: text(15), name: text(50) }),
    answer: signedIn,
    errors: [403, 404, 409, 429],
    run: async ({ c, body: { key, username, name } }) => {
      noteAttempt(c)
      await assertFew(c)
      const { db } = c.get('deps')
      const { row, person, to } = await pendingOf(c, key)
      // Another name may be needed, which is no failed sign-in.
      noteForLog(c, { signIn: undefined })
      const chosen = { username: username.trim(), name: name.trim() }
      if (chosen.name === '') throw invalid({ name: [m.rule_required()] })
      const accountId = await createFor(c, row, person, chosen)
      await endFlow(db, key)
      return { tokens: await signInPerson(c, row, accountId, person), side: row.side, to }
    },
  }),
}

/** Whatever goes wrong from now on is a failed sign-in, of a side that only the visit knows. */
function noteAttempt(c: ApiContext, username = ''): void {
  noteForLog(c, { signIn: { side: null, username, way: 'provider' } })
}

/** Tells the log what a visit is: a sign-in, or a call of the person who began it. */
async function noteFlow(c: ApiContext, { providerId, accountId, content }: Flow): Promise<void> {
  const { db } = c.get('deps')
  if (content.purpose === 'signIn') {
    const [found] = await db.select({ side: provider.side }).from(provider).where(eq(provider.id, providerId))
    return noteForLog(c, { signIn: { side: found?.side ?? null, username: '', way: 'provider' } })
  }
  const one = { id: account.id, side: account.kind, username: account.username }
  const [owner] = await db
    .select(one)
    .from(account)
    .where(eq(account.id, accountId ?? 0))
  noteForLog(c, { signIn: undefined, ...(owner ? { owner } : {}) })
}

/** Runs a sign-in. When a second factor must follow, the refusal says where the person wants to go then. */
async function withTarget<T>(target: { side: ProviderRow['side']; to: string }, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError) || !wantsFactor(error.data)) throw error
    throw new AppError(error.code, error.message, { ...error.data, ...target })
  }
}

type Pending = { row: ProviderRow; person: ProviderPerson; to: string }

/** A visit that waits for its account. @throws AppError 400, 403, 404 */
async function pendingOf(c: ApiContext, key: string): Promise<Pending> {
  const { db, secret } = c.get('deps')
  const { providerId, content } = await readFlow(db, secret, key)
  const row = await openProvider(db, providerId)
  if (!content.person) throw new AppError(400, m.provider_flowGone())
  return { row, person: content.person, to: content.to }
}

/** The site's address. A page in this process knows it; every other caller gets that of its own request. */
export function visitOrigin(c: ApiContext, given: string | undefined): string {
  const origin = c.env?.inProcess ? given : c.env?.origin
  if (!origin) throw new AppError(400)
  return origin
}

/** Failures of visits at an address. Nobody types what fails here, so there is little room. */
function visitCounter(c: ApiContext): Throttled {
  const policy = { captchaAfter: Infinity, blockAfter: 30, firstWait: 10, maxWait: 900, forget: 60 }
  return { key: throttleKey('provider', addressOf(c.get('address'))), policy }
}

/** @throws AppError 429 after too many failures at an address */
async function assertFew(c: ApiContext): Promise<void> {
  const { wait } = await lookAt(c.get('deps').db, [visitCounter(c)])
  if (wait > 0) throw tooManyAttempts(wait)
}

async function counted<T>(c: ApiContext, work: () => Promise<T>): Promise<T> {
  await assertFew(c)
  try {
    return await work()
  } catch (error) {
    // A provider that does not answer is nobody's attempt.
    if (error instanceof AppError && error.code < 500) await countFailure(c.get('deps').db, visitCounter(c))
    throw error
  }
}
