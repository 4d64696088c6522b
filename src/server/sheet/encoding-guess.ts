/** UTF-16 without a byte order mark: the zero bytes of digits and separators are all at even or all at odd places. */
export function wideEncoding(sample: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  let even = 0
  let odd = 0
  for (const [at, byte] of sample.entries()) {
    if (byte !== 0) continue
    if (at % 2 === 0) even += 1
    else odd += 1
  }
  if (even + odd < sample.length / 50) return undefined
  // Some other characters, as 一, have a zero byte at the other place.
  if (odd > 9 * even) return 'utf-16le'
  return even > 9 * odd ? 'utf-16be' : undefined
}

/** The least share of usual characters of an encoding that a text in it has. */
const LEAST = 0.5
/** The same for a text in a Western encoding, which accepts any byte. */
const LEAST_WESTERN = 0.8
/** From this share on, and this far before the next one, the guess needs no confirmation. */
const SURE = 0.9
const AHEAD = 0.05

type Likely = { encoding: 'gb18030' | 'big5' | 'windows-1252'; guessed: boolean }

/**
 * The encodings that a text that is no UTF-8 may have, the likeliest first.
 * @param sample a part with other bytes than ASCII
 */
export function likelyEncodings(sample: Uint8Array): Likely[] {
  const [gb18030, big5, western] = [pairShare(sample, gbWeight), pairShare(sample, big5Weight), westernShare(sample)]
  const isSure = gb18030 >= SURE && gb18030 >= Math.max(big5, western) + AHEAD
  const scores = [
    { encoding: 'gb18030', share: gb18030, least: 0 },
    { encoding: 'big5', share: big5, least: LEAST },
    { encoding: 'windows-1252', share: western, least: LEAST_WESTERN },
  ] as const
  return scores
    .filter(({ share, least }) => share >= least)
    .sort((one, other) => other.share - one.share)
    .map(({ encoding }) => ({ encoding, guessed: !(encoding === 'gb18030' && isSure) }))
}

/** The share of pairs of bytes that are usual characters. A rare character counts half. */
function pairShare(sample: Uint8Array, weight: (lead: number, trail: number) => number): number {
  let pairs = 0
  let usual = 0
  for (let at = 0; at < sample.length - 1; at += 1) {
    const lead = sample[at] ?? 0
    if (lead < 0x80) continue
    pairs += 1
    usual += weight(lead, sample[at + 1] ?? 0)
    at += 1
  }
  return pairs === 0 ? 0 : usual / pairs
}

/** Signs and the 3755 usual characters of GB 2312 are sorted before the others. Both of their bytes are above 0xA0. */
function gbWeight(lead: number, trail: number): number {
  if (trail >= 0x30 && trail <= 0x39) return 0.5
  if (trail < 0xa1 || lead < 0xa1 || lead > 0xf7) return 0
  return lead <= 0xa3 || (lead >= 0xb0 && lead <= 0xd7) ? 1 : 0.5
}

/** Signs and the 5401 usual characters of Big5 are sorted before the others. */
function big5Weight(lead: number, trail: number): number {
  if (lead < 0xa1 || lead > 0xf9 || trail < 0x40 || (trail > 0x7e && trail < 0xa1)) return 0
  return lead <= 0xc6 ? 1 : 0.5
}

/** The quotes, dashes, dots and the blank that Western texts have beside their letters. */
const WESTERN_SIGNS = new Set([0x85, 0x91, 0x92, 0x93, 0x94, 0x96, 0x97, 0xa0, 0xab, 0xb0, 0xbb])

/**
 * The share of bytes above ASCII that stand as in a Western text: a letter beside an ASCII letter or before a blank, as
 * in “École” and “à la carte”, a sign, or a letter and a sign, as in “l’été”. Two letters are more likely one Chinese
 * character.
 */
function westernShare(sample: Uint8Array): number {
  let high = 0
  let western = 0
  for (let at = 0; at < sample.length; at += 1) {
    if (!isHigh(sample[at])) continue
    const begin = at
    while (isHigh(sample[at])) at += 1
    const run = sample.subarray(begin, at)
    high += run.length
    const hasSign = run.some((byte) => WESTERN_SIGNS.has(byte))
    // The second byte of a Chinese character is never a blank or a separator.
    const stands = isAsciiLetter(sample[begin - 1]) || isAsciiLetter(sample[at]) || (sample[at] ?? 0) < 0x30
    const isKnown = run.every((byte) => WESTERN_SIGNS.has(byte) || isWesternLetter(byte))
    if (isKnown && run.length <= 2 && (hasSign || (run.length === 1 && stands))) western += run.length
  }
  return high === 0 ? 0 : western / high
}

const isHigh = (byte = 0) => byte >= 0x80
const isAsciiLetter = (byte = 0) => (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a)
const isWesternLetter = (byte: number) => byte >= 0xc0 && byte !== 0xd7 && byte !== 0xf7
