import * as v from 'valibot'
import { BackendError } from './backend-error.ts'
import { statusText } from './status-text.ts'

const envelope = v.object({ code: v.number(), msg: v.string(), data: v.optional(v.unknown()) })

/**
 * The error in a response that no server function produced: a gateway's page, a limit, or a check before the function.
 * @returns undefined when the response is the framework's own, because the framework reads it itself
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
  // The framework's own responses for a missing row or a redirect.
  if (typeof body === 'object' && body !== null && ('isNotFound' in body || 'isSerializedRedirect' in body)) {
    return undefined
  }
  const said = v.safeParse(envelope, body)
  const path = answer.url ? new URL(answer.url).pathname : ''
  const error =
    said.success && said.output.msg
      ? new BackendError(said.output.code, said.output.msg, said.output.data)
      : new BackendError(answer.status, statusText(answer.status, path))
  error.requestId = answer.headers.get('x-request-id') ?? ''
  return error
}
