export type PictureSize = { width: number; height: number }

/** Sizes of the headers that a bitmap may have, and bits of a pixel. */
const HEADERS: readonly number[] = [12, 40, 52, 56, 64, 108, 124]
const DEPTHS: readonly number[] = [1, 2, 4, 8, 16, 24, 32]
const MOST_SIDE = 65_535

/** How pixels may be written: plainly, in two ways of runs, or plainly with masks of their own. */
const PLAIN: readonly number[] = [0, 3, 6]
const RUNS: readonly number[] = [1, 2]

/**
 * The width and height that a bitmap's own header says. Undefined when the header contradicts itself or the size of the
 * file, so that it is no bitmap: a few bytes that promise thousands of rows are none.
 */
export function bmpSize(head: Buffer, bytes: number): PictureSize | undefined {
  if (head.length < 34 || head.readUInt32LE(2) !== bytes) return undefined
  const pixels = head.readUInt32LE(10)
  const header = head.readUInt32LE(14)
  if (!HEADERS.includes(header) || pixels < 14 + header || pixels >= bytes) return undefined
  const old = header === 12
  const width = old ? head.readUInt16LE(18) : head.readInt32LE(18)
  const height = Math.abs(old ? head.readUInt16LE(20) : head.readInt32LE(22))
  const planes = head.readUInt16LE(old ? 22 : 26)
  const depth = head.readUInt16LE(old ? 24 : 28)
  if (planes !== 1 || !DEPTHS.includes(depth)) return undefined
  if (width < 1 || height < 1 || width > MOST_SIDE || height > MOST_SIDE) return undefined
  const written = old ? 0 : head.readUInt32LE(30)
  const row = Math.ceil((width * depth) / 32) * 4
  const fits = PLAIN.includes(written) ? pixels + row * height <= bytes : RUNS.includes(written)
  return fits ? { width, height } : undefined
}
