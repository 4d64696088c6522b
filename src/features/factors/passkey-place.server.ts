import { m } from '#src/i18n/paraglide/messages.js'
import { env } from '#src/lib/env.ts'
import { AppError } from '#src/server/errors.server.ts'

/** Where passkeys belong to: the origin that browsers name, and the host that the passkeys are for. */
export type PasskeyPlace = { origin: string; host: string }

/**
 * The place for the passkeys of this site, if it can have any: a host name over HTTPS, or this machine itself. Browsers
 * have none for a site at an address.
 * @param origin what the caller's page says; it counts only without SITE_URL, and on this machine alone
 */
export function passkeyPlace(origin: string): PasskeyPlace | undefined {
  const site = env().SITE_URL
  const url = URL.parse(site ?? origin)
  if (!url || url.origin !== (URL.parse(origin)?.origin ?? '')) return undefined
  const { protocol, hostname } = url
  const isHere = hostname === 'localhost' || hostname.endsWith('.localhost')
  // An address ends with a digit or, of version 6, with a bracket.
  const isName = /[a-z]$/i.test(hostname)
  const offered = isHere || (site !== undefined && protocol === 'https:' && isName)
  return offered ? { origin: url.origin, host: hostname } : undefined
}

/** @throws AppError 409 where there are no passkeys */
export function assertPasskeyPlace(origin: string): PasskeyPlace {
  const place = passkeyPlace(origin)
  if (!place) throw new AppError(409, m.passkey_noPlace())
  return place
}
