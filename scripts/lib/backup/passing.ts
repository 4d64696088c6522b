import type { Place } from './catalogue.ts'

/**
 * The tables of sign-ins and of what proves one step of signing in. A backup does not hold their rows, and a restore
 * leaves them empty: a sign-in that has ended since must not come back, so everybody signs in again. Codes
 * of activation and API tokens are secrets in the same way.
 */
const PASSING: ReadonlySet<string> = new Set([
  'account_activation',
  'api_token_key',
  'browser_session',
  'captcha',
  'passkey_challenge',
  'proof',
  'provider_flow',
  'provider_session',
  'sign_in_ticket',
  'token',
  'token_family',
])

/** Whether the rows of a table must not outlive a restore. */
export function isPassing({ name, schema }: Place): boolean {
  return schema === undefined && PASSING.has(name)
}
