const FRACTIONS = roundConstants()
// Shared by all calls, because a puzzle takes a hundred thousand hashes.
const words = new Int32Array(64)

/**
 * The first two words of the SHA-256 of ASCII text that fits one block (55 characters). WebCrypto is not used: browsers
 * offer it only over https, and its promise costs more than the hash.
 * @throws RangeError when the text is longer
 */
export function sha256Head(text: string): [number, number] {
  if (text.length > 55) throw new RangeError('one block only')
  words.fill(0, 0, 16)
  for (let i = 0; i < text.length; i++) put(i, text.charCodeAt(i))
  put(text.length, 0x80)
  words[15] = text.length * 8
  return compress()
}

function put(index: number, byte: number): void {
  words[index >> 2] = at(words, index >> 2) | (byte << (24 - 8 * (index & 3)))
}

/** Reads a word. The index is always in range, but the type of a typed array does not show this. */
function at(words: Int32Array, index: number): number {
  return words[index] ?? 0
}

const A = 0x6a09e667
const B = 0xbb67ae85

function compress(): [number, number] {
  for (let i = 16; i < 64; i++) {
    const [a, b] = [at(words, i - 15), at(words, i - 2)]
    const small0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)
    const small1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10)
    words[i] = (at(words, i - 16) + small0 + at(words, i - 7) + small1) | 0
  }
  let [a, b, c, d] = [A, B, 0x3c6ef372, 0xa54ff53a]
  let [e, f, g, h] = [0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19]
  for (let i = 0; i < 64; i++) {
    const big1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
    const one = (h + big1 + ((e & f) ^ (~e & g)) + at(FRACTIONS, i) + at(words, i)) | 0
    const big0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
    const two = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  return [(a + A) >>> 0, (b + B) >>> 0]
}

function turn(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits))
}

/** The round constants: the first 32 bits of the fractions of the cube roots of the first 64 primes. */
function roundConstants(): Int32Array {
  const found = new Int32Array(64)
  for (let number = 2, count = 0; count < 64; number++) {
    let prime = true
    for (let divisor = 2; divisor * divisor <= number; divisor++) if (number % divisor === 0) prime = false
    if (prime) found[count++] = ((Math.cbrt(number) % 1) * 2 ** 32) | 0
  }
  return found
}
