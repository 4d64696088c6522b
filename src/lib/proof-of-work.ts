import { sha256Head } from './sha256.ts'

/** A hash puzzle: find a nonce so that SHA-256 of `id:nonce` begins with `bits` zero bits. */
export type Puzzle = { id: string; bits: number }

/** Milliseconds of searching after which the page can handle events again. */
const STRETCH_MS = 12

/** Whether the nonce solves the puzzle. */
export function solves({ id, bits }: Puzzle, nonce: string): boolean {
  if (!/^[0-9a-z]{1,12}$/.test(nonce)) return false
  const [first, second] = sha256Head(`${id}:${nonce}`)
  return Math.clz32(first) + (first === 0 ? Math.clz32(second) : 0) >= bits
}

/**
 * Searches for the nonce in short periods, so that the page stays responsive.
 * @param onProgress gets the probability that the search would be finished by now, from 0 to 1
 * @throws AbortError when the signal aborts
 */
export async function solve(puzzle: Puzzle, onProgress: (part: number) => void, signal: AbortSignal): Promise<string> {
  const expected = 2 ** puzzle.bits
  let tried = 0
  for (;;) {
    const end = performance.now() + STRETCH_MS
    while (performance.now() < end) {
      for (let i = 0; i < 200; i++, tried++) {
        const nonce = tried.toString(36)
        if (solves(puzzle, nonce)) return nonce
      }
    }
    onProgress(1 - Math.exp(-tried / expected))
    await new Promise((resolve) => setTimeout(resolve))
    signal.throwIfAborted()
  }
}
