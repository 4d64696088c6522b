import { accountPattern } from '#src/lib/account-pattern.ts'

type Claims = Readonly<Record<string, unknown>>

/** What a claim at a path says: `realm_access.roles`. A name with dots in it is found too. */
function claimAt(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path]
  let at: unknown = claims
  for (const part of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return undefined
    at = Reflect.get(at, part)
  }
  return at
}

/** A claim as a text; empty when it is none. */
export function claimText(claims: Claims, path: string): string {
  const value = claimAt(claims, path)
  return typeof value === 'string' ? value.trim().slice(0, 200) : ''
}

/** A claim as a list of texts: groups and roles come as a list, or as one text with spaces. */
export function claimList(claims: Claims, path: string): string[] {
  const value = path === '' ? undefined : claimAt(claims, path)
  const list = Array.isArray(value) ? value : typeof value === 'string' ? [value, ...value.split(/[\s,]+/)] : []
  return list.filter((one): one is string => typeof one === 'string' && one !== '').slice(0, 1000)
}

/** An account name made of what a provider calls a person: 3 to 15 letters, digits and underscores, a letter first. */
export function accountNameFrom(given: string): string {
  const local = given.split('@')[0] ?? ''
  const plain = local
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
  const name = (/^[A-Za-z]/.test(plain) ? plain : `user_${plain}`).slice(0, 15).replace(/_+$/, '')
  return accountPattern.test(name) ? name : `user_${name}`.slice(0, 15)
}
