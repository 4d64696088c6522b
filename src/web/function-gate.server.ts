import { m } from '#src/i18n/paraglide/messages.js'
import { statusMessage } from '#src/lib/status-message.ts'
import { decodeText, readLimited } from '#src/server/body.server.ts'
import { envelope } from '#src/server/envelope.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { isModest } from '#src/server/request-sanity.server.ts'

/** The path under which the framework calls its server functions. */
export const FUNCTIONS = '/_serverFn/'

/** The framework writes each value together with its kind, so the same content has more levels and parts. */
const LIMITS = { depth: 128, parts: 300_000 }

/**
 * Passes a call of a server function on when its payload is small enough and readable. The framework itself reads a
 * payload of any size before it checks the function or the session. It reports an unreadable payload as a server error.
 * @param answer the framework's handler
 */
export async function gateFunction(
  request: Request,
  answer: (request: Request) => Response | Promise<Response>,
): Promise<Response> {
  try {
    const response = await answer(await checked(request))
    // The framework returns the errors of a function with status 200. A 500 is an unknown function, or JSON that is not
    // in the framework's format.
    if (response.status !== 500) return response
    const unknown = (await response.text()).includes('Server function info not found')
    throw unknown
      ? new AppError(404, statusMessage(404, new URL(request.url).pathname))
      : new AppError(400, m.error_bodyInvalid())
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return Response.json(envelope(error.code, error.message, error.data), { status: error.code })
  }
}

/** The request with its body read. @throws AppError 400, 413, 415 */
async function checked(request: Request): Promise<Request> {
  if (request.method !== 'POST') {
    const payload = new URL(request.url).searchParams.get('payload')
    if (payload) checkJson(payload)
    return request
  }
  const type = request.headers.get('content-type')
  const text = decodeText(await readLimited(request))
  if (text === '') return new Request(request.url, { method: 'POST', headers: request.headers })
  // Streaming endpoints take files, so no server function takes a form.
  if (!type?.toLowerCase().startsWith('application/json')) throw new AppError(415)
  checkJson(text)
  return new Request(request.url, { method: 'POST', headers: request.headers, body: text })
}

function checkJson(text: string): void {
  if (!isModest(text, LIMITS)) throw new AppError(400, m.error_tooMuch())
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return
  } catch {}
  throw new AppError(400, m.error_bodyInvalid())
}
