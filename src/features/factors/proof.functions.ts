import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { keepProof } from '#src/backend/browser-session.server.ts'
import { callEndpoint } from '#src/backend/call-endpoint.server.ts'
import { requireSession } from '#src/backend/cookie.server.ts'
import type { adminProof, memberProof } from './proof.api.server.ts'
import { proofBody } from './proof.schema.ts'

type Proofs = typeof adminProof | typeof memberProof

const side = v.picklist(['admin', 'user'])
const bases = { admin: '/adminApi', user: '/api' } as const

/** Proves anew who the user on this side is. The proof stays on the server; the browser learns how long it is valid. */
export const giveProof = createServerFn({ method: 'POST' })
  .validator(v.object({ side, body: proofBody }))
  .handler(async ({ data }) => {
    const session = await requireSession(data.side)
    const path = `${bases[data.side]}/proof/give` as const
    const { data: given } = await callEndpoint<Proofs['give']>(session, { method: 'POST', path, body: data.body })
    await keepProof(session, given)
    return { until: given.until }
  })
