import type { AnswerOf, BodyOf, QueryOf } from '#src/server/endpoint/call-types.ts'
import type { Endpoint } from '#src/server/endpoint/endpoint.server.ts'
import type { BrowserSession } from './browser-session.server.ts'
import type { BackendCall } from './call.ts'
import { callApi, callPublic } from './client.server.ts'

type Body<E extends Endpoint> = [E['body']] extends [undefined] ? { body?: undefined } : { body: BodyOf<E> }

/** A call of an endpoint: its method, its path, and what it takes. */
type EndpointCall<E extends Endpoint> = Pick<BackendCall, 'idempotencyKey' | 'signal' | 'local' | 'device'> & {
  method: Uppercase<E['method']>
  path: E['path']
  query?: QueryOf<E>
} & Body<E>

/**
 * Sends the call of an endpoint for a signed-in browser; without a session, for anybody.
 * @throws what `callApi` throws
 */
export async function callEndpoint<E extends Endpoint>(
  session: BrowserSession | undefined,
  { query, ...call }: EndpointCall<E>,
): Promise<{ data: AnswerOf<E>; msg: string }> {
  const sent: BackendCall = { ...call, query: paramsOf(query ?? {}) }
  const answer = await (session ? callApi(session, sent) : callPublic(sent))
  // Seam: the contract's types, of which the endpoint is the definition.
  return { data: answer.data as AnswerOf<E>, msg: answer.msg }
}

function paramsOf(query: object): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) params.append(name, String(one))
  }
  return params
}
