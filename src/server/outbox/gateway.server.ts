import type { Config } from '../config.server.ts'

/** What the description of a gateway may name in braces. */
export type GatewayValues = { mobile: string; text: string; code: string; template: string; secret: string }

type Gateway = Pick<Config, 'smsUrl' | 'smsMethod' | 'smsHeaders' | 'smsBody'>
type Escape = (value: string) => string

/** The request that a described gateway wants for a message. Each value is escaped for the place where it stands. */
export function gatewayRequest({ smsUrl, smsMethod, smsHeaders, smsBody }: Gateway, values: GatewayValues) {
  const headers = new Headers()
  for (const { key, value } of smsHeaders) {
    // A name that no header can have would make every message fail.
    if (/^[\w!#$%&'*+.^`|~-]+$/.test(key.trim())) headers.set(key.trim(), filledIn(value, values, forHeader))
  }
  const url = filledIn(smsUrl.trim(), values, encodeURIComponent)
  if (smsMethod === 'GET') return { method: smsMethod, url, headers, body: null }
  const looksLikeJson = /^\s*[[{]/.test(smsBody)
  if (!headers.has('content-type'))
    headers.set('content-type', looksLikeJson ? 'application/json' : 'application/x-www-form-urlencoded')
  const body = filledIn(smsBody, values, escapeFor(headers.get('content-type') ?? ''))
  return { method: smsMethod, url, headers, body }
}

/** Each place is filled once: a text that says `{secret}` stays a text. */
function filledIn(template: string, values: GatewayValues, quote: Escape): string {
  // Seam: the pattern has only the names of values.
  return template.replace(/\{(mobile|text|code|template|secret)\}/g, (_, name: string) =>
    quote(values[name as keyof GatewayValues]),
  )
}

function escapeFor(type: string): Escape {
  if (/json/i.test(type)) return (value) => JSON.stringify(value).slice(1, -1)
  if (/x-www-form-urlencoded/i.test(type)) return encodeURIComponent
  if (/xml/i.test(type)) return (value) => value.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
  return (value) => value
}

/** A header takes one line of Latin letters. */
function forHeader(value: string): string {
  return /^[\x20-\x7e]*$/.test(value) ? value : encodeURIComponent(value)
}

/**
 * Whether the answer of a gateway says that the message was accepted. Without a test, its status alone decides.
 * @param test a text that the answer contains, or `path=value` for a value in its JSON: `data.code=0`
 */
export function isSuccess(answer: string, test: string): boolean {
  const wanted = test.trim()
  if (wanted === '') return true
  const [, path, value] = /^([\w.-]+)\s*=\s*(.*)$/.exec(wanted) ?? []
  const parsed = path === undefined ? undefined : parse(answer)
  if (path === undefined || parsed === undefined) return answer.includes(wanted)
  const found = path.split('.').reduce<unknown>((part, name) => partOf(part, name), parsed)
  return found !== undefined && (typeof found === 'string' ? found : JSON.stringify(found)) === value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function partOf(whole: unknown, name: string): unknown {
  return typeof whole === 'object' && whole !== null && Object.hasOwn(whole, name)
    ? Reflect.get(whole, name)
    : undefined
}
