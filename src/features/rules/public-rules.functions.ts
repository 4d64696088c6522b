import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { BackendError } from '#src/backend/backend-error.ts'
import { callEndpoint } from '#src/backend/call-endpoint.server.ts'
import { readSession } from '#src/backend/cookie.server.ts'
import { backendKind } from '#src/backend/kind.server.ts'
import { frameHost } from '#src/layout/frame/frame-hosts.ts'
import { requestFacts } from '#src/server/request-facts.server.ts'
import type { publicRuleEndpoints } from './public-rules.api.server.ts'

/** The page of a rule at a path of the public site, for the signed-in member or for a visitor. Null without one. */
export const getPageAt = createServerFn()
  .validator(v.pipe(v.string(), v.maxLength(2000)))
  .handler(async ({ data: path }) => {
    // Another kind of back end has no such rules, and no rule has a path as long as that.
    if (backendKind() === 'pig' || path.length > 200) return null
    const call = { method: 'GET', path: '/api/route', query: { path } } as const
    try {
      const { data } = await callEndpoint<typeof publicRuleEndpoints.route>(await readSession('user'), call)
      const host = data.page?.menu_type === 'iframe' ? frameHost(data.page.url) : undefined
      if (host) requestFacts().frameHosts?.add(host)
      return data
    } catch (error) {
      if (error instanceof BackendError && error.code === 404) return null
      throw error
    }
  })
