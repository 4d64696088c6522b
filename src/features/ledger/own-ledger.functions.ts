import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { callEndpoint } from '#src/backend/call-endpoint.server.ts'
import { requireSession } from '#src/backend/cookie.server.ts'
import type { ownMoneyEndpoints, ownScoreEndpoints } from './own-ledger.api.server.ts'
import { ownSearch } from './own-ledger.schema.ts'

type Index = typeof ownMoneyEndpoints.index | typeof ownScoreEndpoints.index

/** A page of the own entries that a search finds. */
export const getOwnEntries = createServerFn()
  .validator(v.object({ key: v.picklist(['money-log', 'score-log']), search: ownSearch }))
  .handler(async ({ data: { key, search } }) => {
    const session = await requireSession('user')
    const path = `/api/${key}/index` as const
    return (await callEndpoint<Index>(session, { method: 'GET', path, query: search })).data
  })
