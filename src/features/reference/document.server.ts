import { createHash } from 'node:crypto'
import type * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { runtimeDescriptions } from '#src/features/resources/runtime-resource.server.ts'
import { getLocale } from '#src/i18n/paraglide/runtime.js'
import { processCache } from '#src/server/cache/process-cache.server.ts'
import { crudOperations } from '#src/server/crud/kit-calls.server.ts'
import { type OpenApi, openApi } from '#src/server/openapi/openapi.server.ts'
import type { Operation } from '#src/server/openapi/operation.server.ts'

/** All calls in code, and the schemas that the document refers to by name. */
export type Contract = { operations: readonly Operation[]; namedSchemas: Record<string, v.GenericSchema> }

type Document = { json: OpenApi; text: string; etag: string }

const made = processCache<{ version: string; document: Document }>()

/** The OpenAPI document in the language of the request. One version is cached per language. */
export async function contractDocument(db: Db, { operations, namedSchemas }: Contract): Promise<Document> {
  const stored = await runtimeDescriptions(db)
  const version = stored.map(({ id, version, updateTime }) => `${id}.${version}.${updateTime}`).join()
  const known = made.get(getLocale())
  if (known?.version === version) return known.document
  const json = openApi(
    [...operations, ...stored.flatMap(({ description }) => crudOperations(description))],
    namedSchemas,
  )
  const text = JSON.stringify(json)
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 20)}"`
  return made.set(getLocale(), { version, document: { json, text, etag } }).document
}
