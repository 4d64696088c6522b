import { inflateSync } from 'node:zlib'

const WOFF_HEAD = 44
const WOFF_ENTRY = 20
const SFNT_HEAD = 12
const SFNT_ENTRY = 16

/** Unpacks a WOFF file (W3C WOFF 1.0) into the plain font with the same tables. */
export function unpackWoff(file: Buffer): ArrayBuffer {
  if (file.toString('latin1', 0, 4) !== 'wOFF') throw new Error('not a WOFF file')
  const count = file.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, i) => {
    const at = WOFF_HEAD + i * WOFF_ENTRY
    const [offset, packed, length] = [file.readUInt32BE(at + 4), file.readUInt32BE(at + 8), file.readUInt32BE(at + 12)]
    const body = file.subarray(offset, offset + packed)
    const table = packed < length ? inflateSync(body) : body
    return { tag: file.subarray(at, at + 4), checksum: file.readUInt32BE(at + 16), table }
  })
  const padded = (length: number) => (length + 3) & ~3
  const start = SFNT_HEAD + count * SFNT_ENTRY
  const font = Buffer.from(new ArrayBuffer(tables.reduce((sum, { table }) => sum + padded(table.length), start)))
  file.copy(font, 0, 4, 8)
  font.writeUInt16BE(count, 4)
  let place = start
  tables.forEach(({ tag, checksum, table }, i) => {
    const at = SFNT_HEAD + i * SFNT_ENTRY
    font.set(tag, at)
    font.writeUInt32BE(checksum, at + 4)
    font.writeUInt32BE(place, at + 8)
    font.writeUInt32BE(table.length, at + 12)
    font.set(table, place)
    place += padded(table.length)
  })
  return font.buffer
}
