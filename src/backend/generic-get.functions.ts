import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import type { Json } from '#src/lib/json.ts'
import { statusMessage } from '#src/lib/status-message.ts'
import { BackendError } from './backend-error.ts'
import { callApi, callPublic } from './client.server.ts'
import { contractPath, sideOf } from './contract-paths.ts'
import { readSession } from './cookie.server.ts'

const value = v.union([v.string(), v.number(), v.boolean()])
const params = v.record(v.string(), v.union([value, v.array(value)]))

/**
 * The generic GET of the contract: a URL below it, with parameters, in the session of the URL's side if there is one.
 * @throws BackendError; 404 for a URL that is not part of the contract
 */
export const genericGet = createServerFn()
  .validator(v.object({ url: v.pipe(v.string(), v.maxLength(2000)), params: v.optional(params, {}) }))
  .handler(async ({ data }): Promise<Json> => {
    const target = contractPath(data.url)
    if (!target) throw new BackendError(404, statusMessage(404, data.url))
    const query = new URLSearchParams(target.query)
    for (const [name, given] of Object.entries(data.params)) {
      for (const one of Array.isArray(given) ? given : [given]) query.append(name, String(one))
    }
    const call = { method: 'GET', path: target.path, query } as const
    const session = await readSession(sideOf(target.path))
    return (await (session ? callApi(session, call) : callPublic(call))).data as Json
  })
