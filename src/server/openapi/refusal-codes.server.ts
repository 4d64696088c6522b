import { isOfPart } from '../access/parts.server.ts'
import type { Operation } from './operation.server.ts'

/** Every error code that an operation may return, in their order. 302 is sent with status 200. */
export function refusalCodes(operation: Operation): number[] {
  const guarded = operation.security !== 'none'
  const codes = new Set<number>([400, 405, 500, 503, ...(operation.errors ?? [])])
  if (guarded) codes.add(401)
  // Nobody without the node; whoever views as another account, has an expired password, calls from elsewhere or at
  // another time than a role allows, or with an API token; and no member while the center is closed.
  if (guarded && operation.security !== 'client') codes.add(403)
  // A part of the product that is off.
  if (isOfPart(operation.node?.split(' | ') ?? [])) codes.add(404)
  if (operation.method !== 'get') codes.add(413)
  if (operation.body) codes.add(415)
  // What is sent breaks a rule, or the Idempotency-Key was used for something else.
  if (operation.body?.type === 'application/json' || operation.idempotent) codes.add(422)
  // Another write holds the rows.
  if (operation.idempotent) codes.add(409)
  return [...codes].sort((a, b) => a - b)
}
