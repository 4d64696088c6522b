import { createHash } from 'node:crypto'
import { calls, namedSchemas } from '#src/features/contract.server.ts'
import { getLocale } from '#src/i18n/paraglide/runtime.js'
import { type OpenApi, openApi } from '#src/server/openapi.server.ts'
import { processCache } from '#src/server/process-cache.server.ts'

type Document = { json: OpenApi; text: string; etag: string }

const made = processCache<Document>()

/** The contract in the language of the request; made once a language, as it only changes with a release. */
export function contractDocument(): Document {
  const locale = getLocale()
  const known = made.get(locale)
  if (known) return known
  const json = openApi(calls, namedSchemas)
  const text = JSON.stringify(json)
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 20)}"`
  return made.set(locale, { json, text, etag })
}
