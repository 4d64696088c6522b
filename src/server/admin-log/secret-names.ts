/** In place of a secret. */
export const MASK = '***'

const PARTS =
  /passw|passphrase|passcode|passkey|pwd|salt|token|secret|authorization|captcha|cookie|credential|private.?key|api.?key|access.?key|signature|recovery/i
const WHOLE = /^(otp|totp|pin|auth|sign|proof|nonce|jwt|bearer)$|(otp|otps)$|codes?$/i

/** Whether a value of this name is a secret, whatever the call. */
export function isSecretName(name: string): boolean {
  return PARTS.test(name) || WHOLE.test(name)
}

/** What a call knows of its own names: secrets that do not sound like one, and codes that are none. */
export type KnownNames = { secret: ReadonlySet<string>; plain: ReadonlySet<string> }

export const noNames: KnownNames = { secret: new Set(), plain: new Set() }

/** Whether a value of this name is a secret of this call. `code` is the code of a subject, or of a telephone. */
export function isSecretOf({ secret, plain }: KnownNames, name: string): boolean {
  if (secret.has(name)) return true
  return isSecretName(name) && !(plain.has(name) && /codes?$/i.test(name) && !PARTS.test(name))
}

/** A text without the secrets of the addresses and headers in it. */
export function withoutCredentials(text: string): string {
  return text
    .replace(/\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/gi, `$1 ${MASK}`)
    .replace(/([?&;#]|^)([\w.[\]-]+)=([^&#\s"']+)/g, (all, before: string, name: string) =>
      isSecretName(name) ? `${before}${name}=${MASK}` : all,
    )
    .replace(/(\w+:\/\/[^\s/:@]+):[^\s/@]+@/g, `$1:${MASK}@`)
}
