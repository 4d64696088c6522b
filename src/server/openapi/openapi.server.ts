import type * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Json, JsonObject } from '#src/lib/json.ts'
import { SchemaBook } from './json-schema.server.ts'
import { envelopeSchema, errorResponses, securitySchemes } from './openapi-parts.server.ts'
import {
  type Operation,
  type OperationBody,
  type OperationTag,
  operationName,
  operationTags,
} from './operation.server.ts'
import { refusalCodes } from './refusal-codes.server.ts'

const tagNames: Record<OperationTag, () => string> = {
  session: m.call_tag_session,
  site: m.call_tag_site,
  resource: m.call_tag_resource,
  job: m.call_tag_job,
  terminal: m.call_tag_terminal,
  notice: m.call_tag_notice,
  captcha: m.call_tag_captcha,
  file: m.call_tag_file,
  reference: m.call_tag_reference,
}

export type Parameter = { name: string; in: string; required: boolean; description?: string; schema: JsonObject }
type Content = { [type: string]: { schema: JsonObject } }
export type OpenApiOperation = {
  operationId: string
  tags: OperationTag[]
  summary: string
  security: JsonObject[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: { [code: string]: { $ref: string } | { description: string; content: Content } }
  'x-node'?: string
}

/** The parts of an OpenAPI document that this project uses. */
export type OpenApi = {
  openapi: string
  info: { title: string; version: string; description: string }
  servers: JsonObject[]
  tags: { name: OperationTag; description: string }[]
  paths: { [path: string]: { [method: string]: OpenApiOperation } }
  components: {
    securitySchemes: JsonObject
    responses: { [name: string]: { description: string } }
    schemas: JsonObject
  }
}

/**
 * The HTTP API as an OpenAPI 3.1 document, in the language of the request.
 * @param named schemas that the document refers to by name
 * @param title the name of the site
 */
export function openApi(
  operations: readonly Operation[],
  named: Record<string, v.GenericSchema>,
  title: string,
): OpenApi {
  const book = new SchemaBook(named)
  const paths: OpenApi['paths'] = {}
  for (const operation of operations) {
    const { path, method } = operation
    paths[path] = { ...paths[path], [method]: operationOf(operation, book) }
  }
  const used = new Set(operations.map((operation) => operation.tag))
  return {
    openapi: '3.1.1',
    info: { title, version: 'v1.0.0', description: m.call_intro({ name: title }) },
    servers: [{ url: '/' }],
    tags: operationTags.filter((tag) => used.has(tag)).map((tag) => ({ name: tag, description: tagNames[tag]() })),
    paths,
    components: { securitySchemes: securitySchemes(), responses: errorResponses(), schemas: book.components },
  }
}

function operationOf(operation: Operation, book: SchemaBook): OpenApiOperation {
  const parameters: Parameter[] = [
    ...parametersOf(operation.segments, 'path', book),
    ...parametersOf(operation.query, 'query', book),
    ...(operation.idempotent ? [idempotencyKey()] : []),
  ]
  return {
    operationId: operationName(operation).replaceAll(/[^A-Za-z0-9]+/g, '_'),
    tags: [operation.tag],
    summary: operation.summary(),
    security: security(operation),
    ...(operation.node ? { 'x-node': operation.node } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(operation.body
      ? { requestBody: { required: true, content: { [operation.body.type]: bodyOf(operation.body, book) } } }
      : {}),
    responses: { 200: success(operation, book), ...refusals(operation) },
  }
}

function parametersOf(schemas: Operation['query'], place: 'path' | 'query', book: SchemaBook): Parameter[] {
  return Object.entries(schemas ?? {}).map(([name, schema]) => {
    const json = book.of(schema)
    const { description, ...rest } = json
    return {
      name,
      in: place,
      required: place === 'path' || !isOptional(schema),
      ...(typeof description === 'string' ? { description } : {}),
      // Repeated parameters: `order=a,asc&order=b,desc`.
      ...(rest.type === 'array' ? { style: 'form', explode: true } : {}),
      schema: rest,
    }
  })
}

function isOptional(schema: v.GenericSchema): boolean {
  return ['optional', 'nullish', 'exact_optional'].includes(schema.type)
}

function bodyOf(body: OperationBody, book: SchemaBook): { schema: JsonObject } {
  const schema = book.of(body.schema)
  const properties: Json | undefined = schema.properties
  if (!body.facts || !properties || typeof properties !== 'object' || Array.isArray(properties)) return { schema }
  const known = body.facts()
  const decorated = Object.entries(properties).map(([name, one]) => {
    const facts = known[name] ?? {}
    const { anyOf, ...rest } = isJsonObject(one) ? one : {}
    // A form may also send a value as text, but that is not a second type. The facts name the real type.
    const whole = anyOf === undefined || 'type' in facts || 'enum' in facts ? rest : { anyOf, ...rest }
    return [name, { ...whole, ...facts }]
  })
  return { schema: { ...schema, properties: Object.fromEntries(decorated) } }
}

function success(operation: Operation, book: SchemaBook): { description: string; content: Content } {
  const data = book.of(operation.answer)
  const schema = operation.bare ? data : envelopeSchema(data)
  return { description: m.call_success(), content: { [operation.bare ?? 'application/json']: { schema } } }
}

function refusals(operation: Operation): { [code: string]: { $ref: string } } {
  const name = operation.security === 'client' ? 'OAuthError' : 'Error'
  return Object.fromEntries(
    refusalCodes(operation).map((code) => [code, { $ref: `#/components/responses/${name}${code}` }]),
  )
}

function idempotencyKey(): Parameter {
  return {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: m.call_idempotencyKey(),
    schema: { type: 'string', maxLength: 100 },
  }
}

function security({ security: kind, apiTokens }: Operation): JsonObject[] {
  const token = apiTokens ? [{ apiToken: [] }] : []
  switch (kind) {
    case 'none':
      return []
    case 'anyone':
      return [{}, { adminToken: [] }, ...token, { userToken: [] }]
    case 'either':
      return [{ adminToken: [] }, ...token, { userToken: [] }]
    case 'admin':
      return [{ adminToken: [] }, ...token]
    case 'user':
      return [{ userToken: [] }]
    case 'client':
      // The form fields may contain the client instead.
      return [{ client: [] }, {}]
  }
}

function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
