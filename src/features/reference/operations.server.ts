import type { JsonObject } from '#src/lib/json.ts'
import type { OpenApi, Parameter } from '#src/server/openapi/openapi.server.ts'
import { type OperationTag, operationTags } from '#src/server/openapi/operation.server.ts'

/** One operation as the page shows it. */
export type ShownOperation = {
  id: string
  method: string
  path: string
  tag: OperationTag
  summary: string
  /** Descriptions of the authentication methods; empty for public operations. */
  security: string[]
  node: string | undefined
  planned: boolean
  parameters: Parameter[]
  body: { type: string; schema: JsonObject } | undefined
  answer: { type: string; schema: JsonObject } | undefined
  errors: { code: string; meaning: string }[]
}

/** All operations of the document, in their order. */
export function operationsOf({ paths, components }: OpenApi): ShownOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const { responses, requestBody, security } = operation
      const success = responses['200']
      return {
        id: operation.operationId,
        method: method.toUpperCase(),
        path,
        summary: operation.summary,
        tag: operation.tags[0] ?? operationTags[0],
        security: security.flatMap((one) => Object.keys(one).map((name) => describe(components.securitySchemes[name]))),
        node: operation['x-node'],
        planned: operation['x-planned'] === true,
        parameters: operation.parameters ?? [],
        body: first(requestBody?.content),
        answer: success && 'content' in success ? first(success.content) : undefined,
        errors: Object.entries(responses).flatMap(([code, one]) => {
          if (!('$ref' in one)) return []
          const name = one.$ref.slice(one.$ref.lastIndexOf('/') + 1)
          return [{ code, meaning: components.responses[name]?.description ?? '' }]
        }),
      }
    }),
  )
}

function first(content: { [type: string]: { schema: JsonObject } } | undefined) {
  const [entry] = Object.entries(content ?? {})
  return entry && { type: entry[0], schema: entry[1].schema }
}

function describe(scheme: JsonObject[string] | undefined): string {
  if (typeof scheme !== 'object' || scheme === null || Array.isArray(scheme)) return ''
  return String(scheme.description ?? '')
}
