// Columns of whole numbers as bytes: the lowest byte of all entries, then the second, and so on. This does not depend
// on the machine's byte order, and it compresses better than entry after entry. Numbers are stored from -1 up.

const HEADER = 5

/**
 * Writes whole numbers from -1 to 2^53 - 2: the length in four bytes, the number of planes, the planes.
 * @throws RangeError for other numbers
 */
export function writePlanes(cells: ArrayLike<number>): Uint8Array {
  const { length } = cells
  let highest = 0
  for (let at = 0; at < length; at++) {
    const stored = (cells[at] ?? 0) + 1
    if (!Number.isSafeInteger(stored) || stored < 0) throw new RangeError(`${cells[at]} cannot be stored`)
    if (stored > highest) highest = stored
  }
  let planes = 0
  while (256 ** planes <= highest) planes++
  const bytes = new Uint8Array(HEADER + planes * length)
  new DataView(bytes.buffer).setUint32(0, length, true)
  bytes[4] = planes
  for (let plane = 0; plane < planes; plane++) {
    const from = HEADER + plane * length
    const size = 256 ** plane
    // Shifts are faster, but know 32 bits only.
    if (plane < 4) for (let at = 0; at < length; at++) bytes[from + at] = ((cells[at] ?? 0) + 1) >>> (8 * plane)
    else for (let at = 0; at < length; at++) bytes[from + at] = Math.floor(((cells[at] ?? 0) + 1) / size) % 256
  }
  return bytes
}

/**
 * Reads what `writePlanes` has written.
 * @throws RangeError when the bytes are cut off or too many
 */
export function readPlanes<T extends Int32Array | Int16Array | Uint8Array | Float64Array>(
  bytes: Uint8Array,
  into: (length: number) => T,
): T {
  if (bytes.length < HEADER) throw new RangeError('the column is cut off')
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true)
  const planes = bytes[4] ?? 0
  if (bytes.length !== HEADER + planes * length) throw new RangeError('the column is cut off')
  const cells = into(length)
  for (let at = 0; at < length; at++) {
    let stored = 0
    for (let plane = planes - 1; plane >= 0; plane--) stored = stored * 256 + (bytes[HEADER + plane * length + at] ?? 0)
    cells[at] = stored - 1
  }
  return cells
}
