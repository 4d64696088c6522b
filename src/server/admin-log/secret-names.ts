/** In place of a secret. */
export const MASK = '***'

const PARTS =
  /passw|passphrase|passcode|passkey|pwd|salt|token|secret|authorization|captcha|cookie|credential|private.?key|api.?key|access.?key|signature|recovery/i
const WHOLE = /^(otp|totp|pin|pw|pass|auth|sign|proof|nonce|jwt|bearer)$|(otp|otps)$|codes?$|密码|口令/i
/** Names that may also be an ordinary field of a resource. */
const ORDINARY = /^pass$|codes?$/i
/** A name and its text in JSON that is a part of a text, or is written as a text in JSON itself. */
const NAMED_TEXT = /(\\{0,9}")([^"\\]{1,80})\1(\s*:\s*)\1((?:(?!\1).)+)/gs

/** Whether a value of this name is a secret, whatever the call. */
export function isSecretName(name: string): boolean {
  return PARTS.test(name) || WHOLE.test(name)
}

/** What a call knows of its own names: secrets that do not sound like one, and names that are none. */
export type KnownNames = { secret: ReadonlySet<string>; plain: ReadonlySet<string> }

export const noNames: KnownNames = { secret: new Set(), plain: new Set() }

/** Whether a value of this name is a secret of this call. `code` is the code of a subject, or of a telephone. */
export function isSecretOf({ secret, plain }: KnownNames, name: string): boolean {
  if (secret.has(name)) return true
  return isSecretName(name) && !(plain.has(name) && ORDINARY.test(name) && !PARTS.test(name))
}

/** A text without the secrets of the addresses, headers and JSON in it. */
export function withoutCredentials(text: string): string {
  return text
    .replace(/\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/gi, `$1 ${MASK}`)
    .replace(/([?&;#]|^)([\p{L}\w.[\]-]+)=([^&#\s"']+)/gu, (all, before: string, name: string) =>
      isSecretName(name) ? `${before}${name}=${MASK}` : all,
    )
    .replace(/(\w+:\/\/[^\s/:@]+):[^\s/@]+@/g, `$1:${MASK}@`)
    .replace(NAMED_TEXT, (all, quote: string, name: string, colon: string) =>
      isSecretName(name) ? `${quote}${name}${quote}${colon}${quote}${MASK}` : all,
    )
}
