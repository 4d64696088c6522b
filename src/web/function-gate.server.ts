import { m } from '#src/i18n/paraglide/messages.js'
import { statusMessage } from '#src/lib/status-message.ts'
import { decodeText, readLimited } from '#src/server/body.server.ts'
import { envelope } from '#src/server/envelope.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { isModest } from '#src/server/request-sanity.server.ts'

/** What the framework posts its server functions to. */
export const FUNCTIONS = '/_serverFn/'

/** The framework writes each value with its kind around it: more levels and parts for the same content. */
const LIMITS = { depth: 128, parts: 300_000 }

/**
 * Lets a call of a server function pass when its payload is small enough and can be read. The framework itself reads
 * whatever comes to its end, before any function or session is asked, and calls what it cannot read a failure of ours.
 * @param answer the framework
 */
export async function gateFunction(
  request: Request,
  answer: (request: Request) => Response | Promise<Response>,
): Promise<Response> {
  try {
    const response = await answer(await checked(request))
    // What a function fails at is told within a 200. What is left is a payload that is JSON, but none of the framework's.
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
  // Files go another way: no function of ours takes a form.
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
