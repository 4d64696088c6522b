/** Signs that nobody mistakes for another one, on paper or when read aloud. */
const CAPITALS = 'ABCDEFGHJKMNPQRSTUVWXYZ'
const SMALL = 'abcdefghijkmnpqrstuvwxyz'
const DIGITS = '23456789'

/** A random password of letters and digits with at least one capital letter, one small letter and one digit. */
export function randomPassword(length = 16): string {
  for (;;) {
    const text = randomText(CAPITALS + SMALL + DIGITS, length)
    if ([CAPITALS, SMALL, DIGITS].every((signs) => [...text].some((sign) => signs.includes(sign)))) return text
  }
}

/** A random code for one use, in groups of four: `K7QM-2XWD-9RTB-HV4E`. */
export function randomCode(): string {
  return randomText(CAPITALS + DIGITS, 16).replaceAll(/.{4}(?=.)/g, '$&-')
}

/** A code as it is compared: it is typed from paper, so case, width, spaces and hyphens do not matter. */
export function plainCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
}

/** Signs of an alphabet, each as probable as the others. */
export function randomText(alphabet: string, length: number): string {
  // A byte above the last whole round of the alphabet would make its first signs more probable.
  const limit = 256 - (256 % alphabet.length)
  let text = ''
  while (text.length < length) {
    const bytes = crypto.getRandomValues(new Uint8Array(length))
    for (const byte of bytes) if (byte < limit && text.length < length) text += alphabet[byte % alphabet.length]
  }
  return text
}
