import { createServerFn } from '@tanstack/react-start'
import { getRequest } from '@tanstack/react-start/server'
import * as v from 'valibot'
import { BackendError } from '#src/backend/backend-error.ts'
import { callApi } from '#src/backend/client.server.ts'
import { beginSession, dropSession, readSession } from '#src/backend/cookie.server.ts'
import { passwordGrant } from '#src/backend/grant.server.ts'
import { backendKind } from '#src/backend/kind.server.ts'
import { newPigCaptcha } from '#src/backend/pig/captcha.server.ts'
import { knownSite } from '#src/features/site/known-site.server.ts'
import { accountRule, passwordRule } from '#src/lib/account-rules.ts'
import { allowStyleSheet } from '#src/server/request-facts.server.ts'
import { siteOrigin } from '#src/web/site-origin.server.ts'
import { loadAdmin, loadMember } from './boot.server.ts'

const side = v.picklist(['admin', 'user'])

/** What a back end asks for beside the password: by our own captcha's names, or by those of a pig gateway. */
const captcha = v.record(
  v.picklist(['captcha_id', 'captcha_info', 'randomStr', 'code']),
  v.pipe(v.string(), v.maxLength(2000)),
)

/** What the public pages need to know of the site, and of the back end behind it. */
export const getSite = createServerFn().handler(async () => {
  const site = await knownSite()
  allowStyleSheet(site.iconfontUrl)
  return { ...site, backend: backendKind(), origin: siteOrigin(getRequest()) }
})

/** The picture of a sum that a pig gateway wants solved at sign-in. */
export const getPigCaptcha = createServerFn({ method: 'POST' }).handler(() => newPigCaptcha())

/** Person, menus and nodes of the back office's session; null when nobody is signed in. */
export const getAdminBoot = createServerFn().handler(async () => {
  const session = await readSession('admin')
  return session ? await loadAdmin(session) : null
})

/** The same for the member center. */
export const getMemberBoot = createServerFn().handler(async () => {
  const session = await readSession('user')
  return session ? await loadMember(session) : null
})

/** Signs in on one side; the other one is not touched. Refusals come back as values, so that the form keeps its content. */
export const signIn = createServerFn({ method: 'POST' })
  .validator(
    v.object({ side, username: accountRule, password: passwordRule, keep: v.boolean(), captcha: v.optional(captcha) }),
  )
  .handler(async ({ data }) => {
    try {
      const tokens = await passwordGrant(data.side, data)
      await beginSession(data.side, tokens, data.keep)
      return { ok: true } as const
    } catch (error) {
      if (!(error instanceof BackendError)) throw error
      return { ok: false, message: error.message, errors: error.fieldErrors, captcha: error.wantsCaptcha } as const
    }
  })

/** Ends a side's session. Only when the back end says 200 is anything of it cleared (specification 4). */
export const signOut = createServerFn({ method: 'POST' })
  .validator(v.object({ side }))
  .handler(async ({ data }) => {
    const session = await readSession(data.side)
    if (!session) return
    try {
      await callApi(session, { method: 'DELETE', path: '/auth/token/logout' })
    } catch (error) {
      // A session that is over already needs no goodbye.
      if (!(error instanceof BackendError && error.code === 401)) throw error
    }
    await dropSession(session)
  })
