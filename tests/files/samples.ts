import { buffer } from 'node:stream/consumers'
import { crc32, deflateSync } from 'node:zlib'
import * as cfb from 'cfb'
import sharp from 'sharp'
import { ZipFile } from 'yazl'

/** An archive with these entries. */
export function zipOf(entries: Record<string, string>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, text] of Object.entries(entries)) zip.addBuffer(Buffer.from(text), name)
  zip.end()
  return buffer(zip.outputStream)
}

const types = '<?xml version="1.0"?><Types/>'

/** An office document of today. */
export const officeOf = (folder: 'word' | 'xl' | 'ppt') =>
  zipOf({ '[Content_Types].xml': types, [`${folder}/document.xml`]: '<a/>' })

/** An office document of old, by the name of its main stream. */
export function compoundOf(stream: string): Buffer {
  const container = cfb.utils.cfb_new()
  cfb.utils.cfb_add(container, `/${stream}`, Buffer.alloc(5000, 1))
  return Buffer.from(cfb.write(container, { type: 'buffer' }) as Buffer)
}

/** A bitmap of 24 bits. */
export function bmpOf(width: number, height: number, declared?: number): Buffer {
  const row = Math.ceil((width * 3) / 4) * 4
  const bytes = Buffer.alloc(54 + row * height)
  bytes.write('BM', 0, 'latin1')
  bytes.writeUInt32LE(declared ?? bytes.length, 2)
  bytes.writeUInt32LE(54, 10)
  bytes.writeUInt32LE(40, 14)
  bytes.writeInt32LE(width, 18)
  bytes.writeInt32LE(height, 22)
  bytes.writeUInt16LE(1, 26)
  bytes.writeUInt16LE(24, 28)
  return bytes
}

/** Sound without any tags: frames of MPEG 1 layer 3, 128 kbit/s, 44.1 kHz. */
export function mp3Of(frames = 20): Buffer {
  const frame = Buffer.alloc(417)
  frame.writeUInt32BE(0xfffb9064, 0)
  return Buffer.concat(Array.from({ length: frames }, () => frame))
}

/** The same behind an ID3 tag. */
export function taggedMp3(): Buffer {
  return Buffer.concat([Buffer.from('ID3\x03\x00\x00\x00\x00\x00\x0a', 'latin1'), Buffer.alloc(10), mp3Of()])
}

/** A film by its brand: `isom`, `mp42`, `M4V `, `qt  `. */
export function filmOf(brand: string): Buffer {
  const head = Buffer.alloc(24)
  head.writeUInt32BE(24, 0)
  head.write(`ftyp${brand}`, 4, 'latin1')
  head.write(`${brand}isom`, 16, 'latin1')
  const data = Buffer.alloc(64)
  data.writeUInt32BE(64, 0)
  data.write('mdat', 4, 'latin1')
  return Buffer.concat([head, data])
}

export function wavOf(): Buffer {
  const bytes = Buffer.alloc(144)
  bytes.write('RIFF', 0, 'latin1')
  bytes.writeUInt32LE(136, 4)
  bytes.write('WAVEfmt ', 8, 'latin1')
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(8000, 24)
  bytes.writeUInt32LE(8000, 28)
  bytes.writeUInt16LE(1, 32)
  bytes.writeUInt16LE(8, 34)
  bytes.write('data', 36, 'latin1')
  bytes.writeUInt32LE(100, 40)
  return bytes
}

export const rar4 = Buffer.concat([Buffer.from('Rar!\x1a\x07\x00', 'latin1'), Buffer.alloc(40)])
export const rar5 = Buffer.concat([Buffer.from('Rar!\x1a\x07\x01\x00', 'latin1'), Buffer.alloc(40)])
export const pdf = Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n')
export const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
export const page = Buffer.from('<!doctype html><html><script>alert(1)</script></html>')

/** A picture that moves. */
export async function movingOf(format: 'gif' | 'webp', frames = 3): Promise<Buffer> {
  const colors = ['#f00', '#0f0', '#00f', '#ff0']
  const pictures = await Promise.all(
    Array.from({ length: frames }, (_, at) =>
      sharp({ create: { width: 30, height: 20, channels: 4, background: colors[at % 4] ?? '#fff' } })
        .png()
        .toBuffer(),
    ),
  )
  return sharp(pictures, { join: { animated: true } })
    [format]({ loop: 0 })
    .toBuffer()
}

/** A picture of a camera: it lies on its side, and says where it was taken. */
export function photo(): Promise<Buffer> {
  return sharp({ create: { width: 60, height: 30, channels: 3, background: '#888' } })
    .jpeg()
    .withExif({ IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitude: '31/1 13/1 0/1', GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
}

function pngPart(name: string, data: Buffer): Buffer {
  const part = Buffer.alloc(12 + data.length)
  part.writeUInt32BE(data.length, 0)
  part.write(name, 4, 'latin1')
  data.copy(part, 8)
  part.writeUInt32BE(crc32(part.subarray(4, 8 + data.length)), 8 + data.length)
  return part
}

/** A PNG of one bit a pixel, which is small for what it unpacks to. */
export function emptyPng(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.writeUInt8(1, 8)
  const pixels = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))))
  const sign = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([sign, pngPart('IHDR', head), pngPart('IDAT', pixels), pngPart('IEND', Buffer.alloc(0))])
}

/** A GIF of this size whose frames have one pixel each. */
export function sparseGif(width: number, height: number, frames: number): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1')
  head.writeUInt16LE(width, 6)
  head.writeUInt16LE(height, 8)
  const frame = Buffer.from('21f90400000000002c0000000001000100000202440100', 'hex')
  // The pixel is the last one, at the bottom right.
  frame.writeUInt16LE(width - 1, 9)
  frame.writeUInt16LE(height - 1, 11)
  return Buffer.concat([head, ...Array<Buffer>(frames).fill(frame), Buffer.from(';')])
}

/** A PNG that moves, with a hidden text in it and something behind it. */
export async function movingPng(frames = 2): Promise<Buffer> {
  const still = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#f00' } })
    .png()
    .toBuffer()
  const data = still.indexOf('IDAT') - 4
  const control = Buffer.alloc(8)
  control.writeUInt32BE(frames, 0)
  const frame = (number: number) => {
    const bytes = Buffer.alloc(26)
    bytes.writeUInt32BE(number, 0)
    bytes.writeUInt32BE(20, 4)
    bytes.writeUInt32BE(10, 8)
    bytes.writeUInt16BE(1, 20)
    bytes.writeUInt16BE(2, 22)
    return bytes
  }
  const pixels = still.subarray(data + 8, data + 8 + still.readUInt32BE(data))
  return Buffer.concat([
    still.subarray(0, data),
    pngPart('acTL', control),
    pngPart('tEXt', Buffer.from('Comment\0hidden text')),
    pngPart('fcTL', frame(0)),
    pngPart('IDAT', pixels),
    pngPart('fcTL', frame(1)),
    pngPart('fdAT', Buffer.concat([Buffer.from([0, 0, 0, 2]), pixels])),
    pngPart('IEND', Buffer.alloc(0)),
    Buffer.from('<script>hidden</script>'),
  ])
}
