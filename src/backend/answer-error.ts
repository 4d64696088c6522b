import * as v from 'valibot'
import { BackendError } from './backend-error.ts'
import { statusText } from './status-text.ts'

const envelope = v.object({ code: v.number(), msg: v.string(), data: v.optional(v.unknown()) })

/**
 * The refusal in an answer that no server function gave: a gateway's page, a limit, a check on the way. Undefined when
 * the answer is one of the framework's own, which it reads itself.
 */
export async function answerError(answer: Response): Promise<BackendError | undefined> {
  if (answer.headers.has('x-tss-serialized') || answer.headers.has('x-tss-raw')) return undefined
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false
  const body: unknown = isJson
    ? await answer
        .clone()
        .json()
        .catch(() => null)
    : null
  // What the framework itself says of a missing row or a redirect.
  if (typeof body === 'object' && body !== null && ('isNotFound' in body || 'isSerializedRedirect' in body)) {
    return undefined
  }
  const said = v.safeParse(envelope, body)
  if (said.success && said.output.msg) return new BackendError(said.output.code, said.output.msg, said.output.data)
  const path = answer.url ? new URL(answer.url).pathname : ''
  return new BackendError(answer.status, statusText(answer.status, path))
}
