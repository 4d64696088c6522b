import type * as v from 'valibot'
import type { Json } from '#src/lib/json.ts'

/**
 * The credential that an operation requires. `anyone` may send a token of either side, `client` is the Basic header of
 * the token endpoint.
 */
export type OperationSecurity = 'none' | 'anyone' | 'admin' | 'user' | 'either' | 'client'

export const operationTags = [
  'session',
  'site',
  'resource',
  'job',
  'terminal',
  'notice',
  'captcha',
  'file',
  'reference',
] as const
export type OperationTag = (typeof operationTags)[number]

export type OperationBody = {
  type: 'application/json' | 'application/x-www-form-urlencoded' | 'multipart/form-data' | 'application/octet-stream'
  schema: v.GenericSchema
  /** Facts that the schema cannot express, by property: titles (in the language of the request), patterns, lengths. */
  facts?: () => Record<string, { [name: string]: Json }>
}

/** Schemas of parameters by name. Where possible, the endpoint itself validates with the same schemas. */
export type OperationParameters = Record<string, v.GenericSchema>

/** The description of one operation. The OpenAPI document, the reference page and the tests are made from these. */
export type Operation = {
  method: 'get' | 'post' | 'delete'
  /** The path in OpenAPI notation: `/adminApi/organization/page/{id}`. */
  path: string
  tag: OperationTag
  summary: () => string
  security: OperationSecurity
  /** The permission node that the caller must hold. */
  node?: string
  /** Only for super administrators. */
  super?: true
  /** The caller must have proved anew who they are. */
  proof?: true
  segments?: OperationParameters
  query?: OperationParameters
  body?: OperationBody
  /** `data` of the envelope. With `bare`, the whole response. */
  answer: v.GenericSchema
  bare?: 'application/json' | 'text/html' | 'text/event-stream' | 'application/octet-stream'
  /** Codes that only this operation returns. Those that follow from the rest of the description are not repeated. */
  errors?: readonly (302 | 400 | 403 | 404 | 409 | 413 | 422 | 429)[]
  /** Accepts an Idempotency-Key. */
  idempotent?: true
  /** API tokens may call it. */
  apiTokens?: true
}

/** The name of an operation in lists: `POST /adminApi/organization/add`. */
export function operationName({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  return `${method.toUpperCase()} ${path}`
}
