import { createHash } from 'node:crypto'
import { calls, namedSchemas } from '#src/features/contract.server.ts'
import type { Locale } from '#src/i18n/locale.server.ts'
import { getLocale } from '#src/i18n/paraglide/runtime.js'
import { type OpenApi, openApi } from '#src/server/openapi.server.ts'

type Document = { json: OpenApi; text: string; etag: string }

const made = new Map<Locale, Document>()

/** The contract in the language of the request; made once a language, as it only changes with a release. */
export function contractDocument(): Document {
  const locale = getLocale()
  let document = made.get(locale)
  if (!document) {
    const json = openApi(calls, namedSchemas)
    const text = JSON.stringify(json)
    document = { json, text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 20)}"` }
    made.set(locale, document)
  }
  return document
}
