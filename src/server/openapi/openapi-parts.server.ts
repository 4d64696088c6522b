import { m } from '#src/i18n/paraglide/messages.js'
import type { JsonObject } from '#src/lib/json.ts'
import { statusMessage } from '#src/lib/status-message.ts'
import { errorReasons } from '../errors.server.ts'

/** Every code that any operation returns. */
const CODES = [302, 400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 500, 503]

type ErrorResponse = { description: string; headers?: JsonObject; content: JsonObject }

/** The `data` of an error. Each property appears only with its own code. */
const errorData: JsonObject = {
  type: ['object', 'null'],
  properties: {
    reason: { enum: [...errorReasons] },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    current: { type: 'object' },
    labels: { type: 'object' },
    retryAfter: { type: 'integer' },
    count: { type: 'integer' },
    free: { type: 'integer' },
    rows: { type: 'array', items: { type: 'object' } },
    uses: { type: 'array', items: { type: 'object' } },
    warnings: { type: 'object' },
    captcha: { const: true },
  },
}

/** The schema of the envelope around `data`. */
export function envelopeSchema(data: JsonObject, code: JsonObject = { const: 200 }): JsonObject {
  return {
    type: 'object',
    required: ['code', 'msg', 'data', 'time'],
    properties: {
      code,
      msg: { type: 'string' },
      data,
      time: { type: 'integer', description: m.call_time() },
    },
  }
}

/** One response per code: with the envelope, and for the token endpoint in the format of RFC 6749. */
export function errorResponses(): Record<string, ErrorResponse> {
  const both = CODES.map((code): [string, ErrorResponse][] => {
    const data: JsonObject = code === 302 ? { type: 'string' } : errorData
    const envelope = envelopeSchema(data, { const: code })
    return [
      [`Error${code}`, response(code, envelope)],
      [`OAuthError${code}`, response(code, oauthError)],
    ]
  })
  return Object.fromEntries(both.flat())
}

const oauthError: JsonObject = {
  type: 'object',
  required: ['error', 'error_description', 'code', 'msg'],
  properties: {
    error: { enum: ['invalid_request', 'invalid_client', 'invalid_grant', 'unsupported_grant_type', 'server_error'] },
    error_description: { type: 'string' },
    code: { type: 'integer' },
    msg: { type: 'string' },
  },
}

function response(code: number, schema: JsonObject): ErrorResponse {
  const retry = { 'Retry-After': { description: m.call_retryAfter(), schema: { type: 'integer' } } }
  const allow = { Allow: { description: m.call_allow(), schema: { type: 'string' } } }
  return {
    description: statusMessage(code),
    ...(code === 429 ? { headers: retry } : {}),
    ...(code === 405 ? { headers: allow } : {}),
    content: { 'application/json': { schema } },
  }
}

export function securitySchemes(): JsonObject {
  return {
    adminToken: { type: 'http', scheme: 'bearer', description: m.call_securityAdmin() },
    apiToken: { type: 'http', scheme: 'bearer', description: m.call_securityApiToken() },
    userToken: { type: 'http', scheme: 'bearer', description: m.call_securityUser() },
    client: { type: 'http', scheme: 'basic', description: m.call_securityClient() },
  }
}
