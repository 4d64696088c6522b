import type { Entry } from 'yauzl'

const LOCAL = 0x04034b50
const DESCRIPTOR = 0x08074b50
const END = 0x06054b50
const END_SIZE = 22
const LOCAL_SIZE = 30
const CENTRAL_SIZE = 46
/** Sizes and checksum follow the content. */
const FOLLOWS = 8
/** What a flag may say besides: how hard the packing was tried, and that names are UTF-8. */
const FLAGS = FOLLOWS | 0x6 | 0x800
/** Extra fields with another size, or another name, than the entry itself says. */
const CONTRADICTING = [0x0001, 0x6375, 0x7075]

/** Where the packed content of each entry is, in the order of the list. */
type Place = { start: number; end: number }

/**
 * Reads where the entries of a zip are, and accepts it only when nothing is before, between or behind them, and when
 * what is before the content of an entry says what the list at the end says. So every program reads the same of it.
 * @returns undefined for any other zip
 */
export function zipPlaces(bytes: Buffer, entries: readonly Entry[]): Place[] | undefined {
  const list = listOf(bytes, entries)
  if (list === undefined) return undefined
  const places = new Map<Entry, Place>()
  let at = 0
  for (const entry of entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    if (entry.relativeOffsetOfLocalHeader !== at) return undefined
    const start = startOf(bytes, entry, at)
    if (start === undefined) return undefined
    const end = start + entry.compressedSize
    const next = end + (entry.generalPurposeBitFlag & FOLLOWS ? descriptorSize(bytes, entry, end) : 0)
    if (!Number.isFinite(next) || next > list) return undefined
    places.set(entry, { start, end })
    at = next
  }
  return at === list ? entries.flatMap((entry) => places.get(entry) ?? []) : undefined
}

/** Where the list of the entries begins. Undefined when it does not lie between the last entry and the end. */
function listOf(bytes: Buffer, entries: readonly Entry[]): number | undefined {
  const end = bytes.length - END_SIZE
  if (end < 0 || bytes.readUInt32LE(end) !== END) return undefined
  const disks = bytes.readUInt32LE(end + 4)
  const counts = [bytes.readUInt16LE(end + 8), bytes.readUInt16LE(end + 10)]
  const size = bytes.readUInt32LE(end + 12)
  const start = bytes.readUInt32LE(end + 16)
  const listed = entries.reduce(
    (sum, one) => sum + CENTRAL_SIZE + one.fileNameLength + one.extraFieldLength + one.fileCommentLength,
    0,
  )
  const fits = disks === 0 && counts.every((count) => count === entries.length)
  return fits && size === listed && start + size === end && bytes.readUInt16LE(end + 20) === 0 ? start : undefined
}

/** Where the content of an entry begins. Undefined when its own head says something else than the list. */
function startOf(bytes: Buffer, entry: Entry, at: number): number | undefined {
  if (at + LOCAL_SIZE > bytes.length || bytes.readUInt32LE(at) !== LOCAL) return undefined
  const flags = bytes.readUInt16LE(at + 6)
  const nameEnd = at + LOCAL_SIZE + bytes.readUInt16LE(at + 26)
  const start = nameEnd + bytes.readUInt16LE(at + 28)
  const later = (flags & FOLLOWS) !== 0
  const says = (offset: number, value: number) => {
    const said = bytes.readUInt32LE(at + offset)
    return said === value || (later && said === 0)
  }
  const same =
    flags === entry.generalPurposeBitFlag &&
    (flags & ~FLAGS) === 0 &&
    bytes.readUInt16LE(at + 8) === entry.compressionMethod &&
    says(14, entry.crc32) &&
    says(18, entry.compressedSize) &&
    says(22, entry.uncompressedSize) &&
    bytes.subarray(at + LOCAL_SIZE, nameEnd).equals(entry.fileNameRaw)
  const extras = [bytes.subarray(nameEnd, start), entry.extraFieldRaw]
  return same && start <= bytes.length && extras.every(isPlainExtra) ? start : undefined
}

function isPlainExtra(extra: Buffer): boolean {
  let at = 0
  while (at + 4 <= extra.length) {
    if (CONTRADICTING.includes(extra.readUInt16LE(at))) return false
    at += 4 + extra.readUInt16LE(at + 2)
  }
  return at === extra.length
}

/** The size of what follows the content of an entry. Infinite when it does not repeat what the list says. */
function descriptorSize(bytes: Buffer, entry: Entry, at: number): number {
  const said = [entry.crc32, entry.compressedSize, entry.uncompressedSize]
  const isAt = (from: number) =>
    from + 12 <= bytes.length && said.every((value, n) => bytes.readUInt32LE(from + 4 * n) === value)
  if (at + 4 <= bytes.length && bytes.readUInt32LE(at) === DESCRIPTOR && isAt(at + 4)) return 16
  return isAt(at) ? 12 : Number.POSITIVE_INFINITY
}
