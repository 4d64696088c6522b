import { createServerFn } from '@tanstack/react-start'
import { deleteCookie, getCookie, getRequest } from '@tanstack/react-start/server'
import * as v from 'valibot'
import { keepProof } from '#src/backend/browser-session.server.ts'
import { callEndpoint } from '#src/backend/call-endpoint.server.ts'
import { requireSession } from '#src/backend/cookie.server.ts'
import { visitCookie } from '#src/features/providers/visit-cookie.ts'
import { siteOrigin } from '#src/web/site-origin.server.ts'
import { type GivenFactor, givenFactor } from './given-factor.ts'
import type { adminProof, memberProof } from './proof.api.server.ts'

type Proofs = typeof adminProof | typeof memberProof

const side = v.picklist(['admin', 'user'])
const bases = { admin: '/adminApi', user: '/api' } as const

function bodyOf(given: GivenFactor) {
  if (given.way === 'passkey') return { ...given, origin: siteOrigin(getRequest()) }
  if (given.way !== 'provider') return given
  const cookie = visitCookie(given.visit)
  const key = getCookie(cookie) ?? '-'
  deleteCookie(cookie, { path: '/' })
  return { way: 'provider', key } as const
}

/** Proves anew who the user on this side is. The proof stays on the server; the browser learns how long it is valid. */
export const giveProof = createServerFn({ method: 'POST' })
  .validator(v.object({ side, given: givenFactor }))
  .handler(async ({ data: { side, given } }) => {
    const session = await requireSession(side)
    const path = `${bases[side]}/proof/give` as const
    const body = bodyOf(given)
    const { data } = await callEndpoint<Proofs['give']>(session, { method: 'POST', path, body })
    await keepProof(session, data)
    return { until: data.until }
  })

/** What the browser needs to use a passkey as a proof. */
export const getProofOptions = createServerFn({ method: 'POST' })
  .validator(v.object({ side }))
  .handler(async ({ data }) => {
    const path = `${bases[data.side]}/proof/options` as const
    const body = { origin: siteOrigin(getRequest()) }
    const session = await requireSession(data.side)
    return (await callEndpoint<Proofs['options']>(session, { method: 'POST', path, body })).data.options
  })

/** The identity providers at which the user on this side can prove anew who they are. */
export const getProofProviders = createServerFn()
  .validator(v.object({ side }))
  .handler(async ({ data }) => {
    const path = `${bases[data.side]}/proof/ways` as const
    const session = await requireSession(data.side)
    return (await callEndpoint<Proofs['ways']>(session, { method: 'GET', path })).data.providers
  })
