import * as v from 'valibot'
import { AppError } from '../errors.server.ts'
import type { Endpoint } from './endpoint.server.ts'
import { letIn } from './let-in.server.ts'
import { type Described, operationOf } from './operation-of.server.ts'

/**
 * A call whose module is not built yet. It is documented, so that clients can be written today. It checks the token of
 * its side, then answers 501.
 */
export function plannedEndpoint(described: Omit<Described, 'tag' | 'answer' | 'planned'>): Endpoint {
  const planned = { ...described, tag: 'planned', answer: v.unknown(), planned: true } as const
  const operation = operationOf(planned)
  const { method, path, answer } = operation
  const handle: Endpoint['handle'] = async (c) => {
    await letIn(c, planned)
    throw new AppError(501)
  }
  return { method, path, query: undefined, body: undefined, answer, operation, offered: () => true, handle }
}
