import { timingSafeEqual } from 'node:crypto'
import type { Side } from '#src/lib/side.ts'
import type { ApiSettings } from '#src/server/context.server.ts'

/**
 * Finds the side whose client requests tokens (RFC 6749, 2.3.1). The client sends the Basic header, or `client_id` and
 * `client_secret` in the form when it cannot send the header.
 * @returns undefined when the client is unknown, or when header and form name different clients
 */
export function clientSide(header: string | undefined, form: URLSearchParams, settings: ApiSettings): Side | undefined {
  const secret = form.get('client_secret')
  const inForm = secret === null ? undefined : sideOf([`${form.get('client_id') ?? ''}:${secret}`], settings)
  if (header === undefined) return inForm
  const encoded = /^basic\s+([\w+/=-]+)$/i.exec(header)?.[1]
  if (!encoded) return undefined
  const given = Buffer.from(encoded, 'base64').toString('utf8')
  // RFC 6749 requires both halves to be form-encoded. Plain values are accepted too.
  const side = sideOf([given, decode(given)], settings)
  return secret === null || side === inForm ? side : undefined
}

function sideOf(spellings: readonly string[], settings: ApiSettings): Side | undefined {
  if (spellings.some((one) => same(one, settings.adminClient))) return 'admin'
  if (spellings.some((one) => same(one, settings.userClient))) return 'user'
  return undefined
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

function same(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
