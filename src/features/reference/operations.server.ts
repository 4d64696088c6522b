import type { JsonObject } from '#src/lib/json.ts'
import type { OpenApi, OpenApiOperation, Parameter } from '#src/server/openapi/openapi.server.ts'
import { operationTags } from '#src/server/openapi/operation.server.ts'
import type { ContractDocument } from './document.server.ts'

type Content = { type: string; schema: JsonObject }

/** One operation as the page shows it. */
export type ShownOperation = {
  id: string
  method: string
  path: string
  summary: string
  /** Descriptions of the authentication methods; empty for public operations. */
  security: string[]
  /** How a sample call signs in. */
  credential: 'token' | 'client' | undefined
  node: string | undefined
  parameters: Parameter[]
  body: Content | undefined
  answer: Content | undefined
  errors: { code: string; meaning: string }[]
}

export type OperationGroup = { id: string; title: string; place: number; operations: ShownOperation[] }

/** The operations by area: each resource is an area of its own, the others are grouped by their tag. */
export function groupsOf({ json, resources }: ContractDocument): OperationGroup[] {
  const groups = new Map<string, OperationGroup>()
  for (const [path, methods] of Object.entries(json.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags[0] ?? operationTags[0]
      const key = /^\/adminApi\/([^/]+)/.exec(path)?.[1] ?? ''
      const resource = tag === 'resource' ? resources.get(key) : undefined
      const id = resource === undefined ? tag : `resource-${key}`
      const title = resource ?? json.tags.find(({ name }) => name === tag)?.description ?? tag
      // Resources come right after the sign-in.
      const place = resource === undefined ? operationTags.indexOf(tag) : 0.5
      const group = groups.get(id) ?? { id, title, place, operations: [] }
      group.operations.push(shown(json, path, method, operation))
      groups.set(id, group)
    }
  }
  return [...groups.values()].sort((one, other) => one.place - other.place)
}

function shown({ components }: OpenApi, path: string, method: string, operation: OpenApiOperation): ShownOperation {
  const { responses, requestBody, security } = operation
  const success = responses['200']
  const schemes = security.flatMap((one) => Object.keys(one))
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    summary: operation.summary,
    security: schemes.map((name) => describe(components.securitySchemes[name])),
    credential: schemes.includes('client') ? 'client' : schemes.length > 0 ? 'token' : undefined,
    node: operation['x-node'],
    parameters: operation.parameters ?? [],
    body: first(requestBody?.content),
    answer: success && 'content' in success ? first(success.content) : undefined,
    errors: Object.entries(responses).flatMap(([code, one]) => {
      if (!('$ref' in one)) return []
      const name = one.$ref.slice(one.$ref.lastIndexOf('/') + 1)
      return [{ code, meaning: components.responses[name]?.description ?? '' }]
    }),
  }
}

function first(content: { [type: string]: { schema: JsonObject } } | undefined): Content | undefined {
  const [entry] = Object.entries(content ?? {})
  return entry && { type: entry[0], schema: entry[1].schema }
}

function describe(scheme: JsonObject[string] | undefined): string {
  if (typeof scheme !== 'object' || scheme === null || Array.isArray(scheme)) return ''
  return String(scheme.description ?? '')
}
