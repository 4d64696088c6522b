import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'

export type Point = readonly [x: number, y: number]
export type Polygon = readonly Point[]
export type Colour = readonly [red: number, green: number, blue: number]

/** Scan lines per row of pixels. They make the edges smooth. */
const SUB_LINES = 4

/** An RGB picture in memory. Polygons are filled by the nonzero rule, which fonts need. */
export class Raster {
  readonly width: number
  readonly height: number
  private readonly pixels: Uint8Array

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
    this.pixels = new Uint8Array(width * height * 3)
  }

  /** Blends a colour into one pixel. `alpha` is 0 to 1. */
  blend(x: number, y: number, colour: Colour, alpha: number): void {
    const at = (y * this.width + x) * 3
    for (let i = 0; i < 3; i++) {
      const below = this.pixels[at + i] ?? 0
      this.pixels[at + i] = below + ((colour[i] ?? 0) - below) * alpha
    }
  }

  /** Fills polygons that form one shape together. */
  fill(shape: readonly Polygon[], colour: Colour, alpha = 1): void {
    const xs = shape.flat().map(([x]) => x)
    const ys = shape.flat().map(([, y]) => y)
    const left = Math.max(0, Math.floor(Math.min(...xs)))
    const right = Math.min(this.width - 1, Math.ceil(Math.max(...xs)))
    const top = Math.max(0, Math.floor(Math.min(...ys)))
    const bottom = Math.min(this.height - 1, Math.ceil(Math.max(...ys)))
    for (let y = top; y <= bottom; y++) {
      const covered = new Float32Array(this.width)
      for (let sub = 0; sub < SUB_LINES; sub++) cover(covered, crossings(shape, y + (sub + 0.5) / SUB_LINES))
      for (let x = left; x <= right; x++) {
        const part = covered[x] ?? 0
        if (part > 0) this.blend(x, y, colour, Math.min(1, part / SUB_LINES) * alpha)
      }
    }
  }

  /** Encodes the picture as PNG. */
  async png(): Promise<Buffer> {
    const line = this.width * 3
    const raw = Buffer.alloc(this.height * (line + 1))
    for (let y = 0; y < this.height; y++) {
      const at = y * (line + 1)
      // PNG filter 1 stores each pixel as the difference to the pixel before it, which compresses better.
      raw[at] = 1
      for (let i = 0; i < line; i++) {
        const before = i < 3 ? 0 : (this.pixels[y * line + i - 3] ?? 0)
        raw[at + 1 + i] = ((this.pixels[y * line + i] ?? 0) - before) & 255
      }
    }
    const head = Buffer.alloc(13)
    head.writeUInt32BE(this.width, 0)
    head.writeUInt32BE(this.height, 4)
    head.set([8, 2, 0, 0, 0], 8)
    const body = await promisify(deflate)(raw)
    const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', body), chunk('IEND', Buffer.alloc(0))])
  }
}

type Crossing = { x: number; turn: 1 | -1 }

function crossings(shape: readonly Polygon[], y: number): Crossing[] {
  const found: Crossing[] = []
  for (const polygon of shape) {
    let from = polygon.at(-1)
    for (const to of polygon) {
      if (from && from[1] <= y !== to[1] <= y) {
        const x = from[0] + ((y - from[1]) / (to[1] - from[1])) * (to[0] - from[0])
        found.push({ x, turn: to[1] > from[1] ? 1 : -1 })
      }
      from = to
    }
  }
  return found.sort((a, b) => a.x - b.x)
}

/** Adds, for one scan line, the part of each pixel that is inside the shape. */
function cover(covered: Float32Array, line: readonly Crossing[]): void {
  let winding = 0
  line.forEach(({ x, turn }, i) => {
    winding += turn
    const next = line[i + 1]
    if (winding !== 0 && next) addSpan(covered, x, next.x)
  })
}

function addSpan(covered: Float32Array, from: number, to: number): void {
  const [left, right] = [Math.max(0, from), Math.min(covered.length, to)]
  for (let x = Math.floor(left); x < right; x++) {
    covered[x] = (covered[x] ?? 0) + Math.min(x + 1, right) - Math.max(x, left)
  }
}

function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(body.length, 0)
  frame.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)])
}
