/** What stands in place of a secret. */
const HIDDEN = '••••••'

/** Shorter values are words that also stand in other places. */
const SHORTEST = 6

/** The variables of the product that are secrets, or hold one. */
const SECRET_NAMES =
  /^(SESSION_SECRET|ADMIN_PASSWORD|MEMBER_PASSWORD|PIG_ENCODE_KEY|OAUTH_(ADMIN|USER)_CLIENT|DATABASE_URL|DATABASE_DIRECT_URL)$|secret|password|passwd|token|api_?key|auth$/i

/** What the fixed clients are when nobody has set them: no secret, but words of the documents. */
const PUBLIC = new Set(['admin:admin', 'user:user', 'pig:pig'])

/** Secrets by their own look: credentials in an address, keys of registries and of services, headers. */
const looks: readonly [RegExp, string][] = [
  [/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, `$1${HIDDEN}@`],
  [/((?:_authToken|_auth|_password)\s*[=:]\s*)\S+/g, `$1${HIDDEN}`],
  [/\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{8,}/g, `$1 ${HIDDEN}`],
  [/\b(?:npm|ghp|gho|github_pat)_[A-Za-z0-9_]{20,}/g, HIDDEN],
]

/** The secrets of an environment: the values as they are, the passwords in addresses, and how URLs write them. */
export function secretsOf(source: Readonly<Record<string, string | undefined>>): string[] {
  const found = new Set<string>()
  for (const [name, value] of Object.entries(source)) {
    if (!value || !SECRET_NAMES.test(name) || PUBLIC.has(value)) continue
    for (const one of [value, passwordIn(value)]) {
      if (one === undefined || one.length < SHORTEST) continue
      found.add(one).add(encodeURIComponent(one))
    }
  }
  // The longest first: one may be part of another.
  return [...found].sort((a, b) => b.length - a.length)
}

function passwordIn(value: string): string | undefined {
  const [, password] = /^[a-z][a-z0-9+.-]*:\/\/[^/@:]*:([^/@]+)@/i.exec(value) ?? /^[^:/\s]+:(\S+)$/.exec(value) ?? []
  try {
    return password && decodeURIComponent(password)
  } catch {
    return password
  }
}

/** Makes a function that hides these secrets, and what looks like one, in a line of output. */
export function secretHider(secrets: readonly string[]): (line: string) => string {
  return (line) => {
    let shown = line
    for (const secret of secrets) shown = shown.replaceAll(secret, HIDDEN)
    for (const [look, instead] of looks) shown = shown.replace(look, instead)
    return shown
  }
}
