/** The parts of a moving PNG that make its picture. All others, such as texts and places, are left out. */
const KEPT: ReadonlySet<string> = new Set([
  'IHDR',
  'PLTE',
  'tRNS',
  'acTL',
  'fcTL',
  'fdAT',
  'IDAT',
  'gAMA',
  'sRGB',
  'cHRM',
  'sBIT',
  'bKGD',
  'pHYs',
  'IEND',
])

const SIGNATURE = 8
/** Length, name and check sum of a part. */
const AROUND = 12

type Part = { name: string; bytes: Buffer }

/** The frames of a PNG that moves. Undefined for one that does not, and for a file whose parts do not fit together. */
export function framesOfPng(bytes: Buffer): number | undefined {
  const control = partsOf(bytes)?.find(({ name }) => name === 'acTL')
  return control && control.bytes.length >= AROUND + 8 ? control.bytes.readUInt32BE(8) : undefined
}

/** A moving PNG without the parts that are no picture, and without what stands behind it. */
export function plainMovingPng(bytes: Buffer): Buffer {
  const parts = (partsOf(bytes) ?? []).filter(({ name }) => KEPT.has(name))
  return Buffer.concat([bytes.subarray(0, SIGNATURE), ...parts.map((part) => part.bytes)])
}

function partsOf(bytes: Buffer): Part[] | undefined {
  const parts: Part[] = []
  for (let at = SIGNATURE; at + AROUND <= bytes.length; ) {
    const end = at + AROUND + bytes.readUInt32BE(at)
    if (end > bytes.length) return undefined
    const name = bytes.toString('latin1', at + 4, at + 8)
    parts.push({ name, bytes: bytes.subarray(at, end) })
    if (name === 'IEND') return parts
    at = end
  }
  return undefined
}
