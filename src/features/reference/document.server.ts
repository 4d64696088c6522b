import { createHash } from 'node:crypto'
import type * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { runtimeDescriptions } from '#src/features/resources/runtime-resource.server.ts'
import { getLocale } from '#src/i18n/paraglide/runtime.js'
import type { Description } from '#src/resource/description.ts'
import { labelText, pluralLabel } from '#src/resource/label.ts'
import { processCache } from '#src/server/cache/process-cache.server.ts'
import { readConfig, siteNameIn } from '#src/server/config.server.ts'
import { crudOperations } from '#src/server/crud/kit-calls.server.ts'
import { type OpenApi, openApi } from '#src/server/openapi/openapi.server.ts'
import type { Operation } from '#src/server/openapi/operation.server.ts'

/** All calls in code, the resources among them, and the schemas that the document refers to by name. */
export type Contract = {
  operations: readonly Operation[]
  namedSchemas: Record<string, v.GenericSchema>
  descriptions: readonly Description[]
}

/** A reader of the document. Runtime resources belong to the instance, so only its back office reads about them. */
export type Reader = 'everybody' | 'backOffice'

export type ContractDocument = {
  json: OpenApi
  text: string
  etag: string
  /** The names of resources by their keys. */
  resources: ReadonlyMap<string, string>
}

const made = processCache<{ version: string; document: ContractDocument }>()

/** The OpenAPI document in the language of the request. One version is cached per language and reader. */
export async function contractDocument(db: Db, contract: Contract, reader: Reader): Promise<ContractDocument> {
  const { operations, namedSchemas, descriptions } = contract
  const stored = reader === 'everybody' ? [] : await runtimeDescriptions(db)
  const name = siteNameIn((await readConfig(db, ['siteName'])).siteName)
  // The environment decides which calls there are.
  const version = [
    name,
    operations.length,
    ...stored.map(({ id, version, updateTime }) => `${id}.${version}.${updateTime}`),
  ].join()
  const key = `${reader} ${getLocale()}`
  const known = made.get(key)
  if (known?.version === version) return known.document
  const own = stored.map(({ description }) => description)
  const json = openApi([...operations, ...own.flatMap(crudOperations)], namedSchemas, name)
  const text = JSON.stringify(json)
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 20)}"`
  const resources = new Map([...descriptions, ...own].map((one) => [one.key, labelText(pluralLabel(one))]))
  return made.set(key, { version, document: { json, text, etag, resources } }).document
}
