import type * as v from 'valibot'
import type { Json } from '#src/lib/json.ts'

/** Whose token a call asks for: `client` is the Basic header of the token endpoint, `session` the browser's cookie. */
export type OperationSecurity = 'none' | 'admin' | 'user' | 'either' | 'client' | 'session'

export const operationTags = ['session', 'site', 'resource', 'job', 'captcha', 'planned', 'reference'] as const
export type OperationTag = (typeof operationTags)[number]

export type OperationBody = {
  type: 'application/json' | 'application/x-www-form-urlencoded' | 'multipart/form-data' | 'application/octet-stream'
  schema: v.GenericSchema
  /** What the schema cannot say, by property: titles, patterns, lengths. */
  facts?: Record<string, { [name: string]: Json }>
}

/** Schemas of parameters by name: those that the call itself validates with, wherever there is one. */
export type OperationParameters = Record<string, v.GenericSchema>

/** What the contract says of one call. The OpenAPI document, the reference page and the tests are made of these. */
export type Operation = {
  method: 'get' | 'post' | 'delete'
  /** As OpenAPI writes it: `/adminApi/organization/page/{id}`. */
  path: string
  tag: OperationTag
  summary: () => string
  security: OperationSecurity
  /** The node that the caller must hold. */
  node?: string
  segments?: OperationParameters
  query?: OperationParameters
  body?: OperationBody
  /** `data` of the envelope; with `bare` the whole answer. */
  answer: v.GenericSchema
  bare?: 'application/json' | 'text/html' | 'text/event-stream' | 'application/octet-stream'
  /** Codes that only some calls have: 409, 413, 422, 429. What all have is not repeated. */
  errors?: readonly (302 | 404 | 409 | 413 | 422 | 429)[]
  /** Takes an Idempotency-Key. */
  idempotent?: true
  /** Answers 501 until its module is built. */
  planned?: true
}

/** The name of a call in lists: `POST /adminApi/organization/add`. */
export function operationName({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  return `${method.toUpperCase()} ${path}`
}
