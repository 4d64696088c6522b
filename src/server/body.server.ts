import { m } from '#src/i18n/paraglide/messages.js'
import type { ApiContext } from './context.server.ts'
import { AppError } from './errors.server.ts'

/** The JSON object of a request. May be called again for the same request. @throws AppError 400 */
export async function readJson(c: ApiContext): Promise<Record<string, unknown>> {
  let body: unknown
  try {
    body = await c.req.json()
  } catch {
    throw new AppError(400, m.error_bodyInvalid())
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new AppError(400, m.error_bodyInvalid())
  return Object.fromEntries(Object.entries(body))
}
