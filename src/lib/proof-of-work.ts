// Not WebCrypto: browsers offer it only over https, and its promise costs more than the hash.
import { sha256 } from '@noble/hashes/sha2.js'

/** A hash puzzle: find a nonce so that SHA-256 of `id:nonce` begins with `bits` zero bits. */
export type Puzzle = { id: string; bits: number }

/** Milliseconds of searching after which the page can handle events again. */
const STRETCH_MS = 12

/** Whether the nonce solves the puzzle. */
export function solves(puzzle: Puzzle, nonce: string): boolean {
  return /^[0-9a-z]{1,12}$/.test(nonce) && checkOf(puzzle)(nonce)
}

/**
 * The check of a puzzle's nonces. A puzzle takes a hundred thousand hashes, so each begins with the state after the id,
 * and all share their memory: this is three times as fast as a hash of the whole text.
 */
function checkOf({ id, bits }: Puzzle): (nonce: string) => boolean {
  const text = new TextEncoder()
  const begun = sha256.create().update(text.encode(`${id}:`))
  const work = begun.clone()
  const [nonceBytes, digest] = [new Uint8Array(16), new Uint8Array(32)]
  const words = new DataView(digest.buffer)
  return (nonce) => {
    const { written } = text.encodeInto(nonce, nonceBytes)
    begun._cloneInto(work).update(nonceBytes.subarray(0, written)).digestInto(digest)
    const first = words.getUint32(0)
    return Math.clz32(first) + (first === 0 ? Math.clz32(words.getUint32(4)) : 0) >= bits
  }
}

/**
 * Searches for the nonce in short periods, so that the page stays responsive.
 * @param onProgress gets the probability that the search would be finished by now, from 0 to 1
 * @throws AbortError when the signal aborts
 */
export async function solve(puzzle: Puzzle, onProgress: (part: number) => void, signal: AbortSignal): Promise<string> {
  const expected = 2 ** puzzle.bits
  const fits = checkOf(puzzle)
  let tried = 0
  for (;;) {
    const end = performance.now() + STRETCH_MS
    while (performance.now() < end) {
      for (let i = 0; i < 200; i++, tried++) {
        const nonce = tried.toString(36)
        if (fits(nonce)) return nonce
      }
    }
    onProgress(1 - Math.exp(-tried / expected))
    await new Promise((resolve) => setTimeout(resolve))
    signal.throwIfAborted()
  }
}
