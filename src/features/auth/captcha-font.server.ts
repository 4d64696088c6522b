import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type * as OpenType from 'opentype.js'
import { unpackWoff } from './captcha-woff.server.ts'

export type Point = readonly [x: number, y: number]
export type Polygon = readonly Point[]

/** Characters that are easy to tell apart: no two of them look alike. */
const CHARACTERS =
  '天地金门电学心面秋冬草田窗灯雨树叶旗玉岛屋水风西北花车路星光快城包鱼牛笔酒雪蓝豆衣钟山火云春马书红黑师足石米画黄楼'

/**
 * The font files to read. The font is split by how common its characters are, and most of its 5,000 glyphs are not
 * needed.
 */
const PARTS = [113, 114, 115, 116, 117, 118]

const require = createRequire(import.meta.url)

let outlines: Promise<ReadonlyMap<string, Polygon[]>> | undefined

/** Outlines of the characters, one em high, with the origin in the middle. The font is read for the first captcha. */
export function glyphs(): Promise<ReadonlyMap<string, Polygon[]>> {
  outlines ??= load().catch((error: unknown) => {
    outlines = undefined
    throw error
  })
  return outlines
}

async function load(): Promise<ReadonlyMap<string, Polygon[]>> {
  // Seam: the package declares no ES module for Node, so `require` loads it without a type.
  const { parse } = require('opentype.js') as typeof OpenType
  const found = new Map<string, Polygon[]>()
  for (const part of PARTS) {
    const file = require.resolve(`@fontsource/zcool-kuaile/files/zcool-kuaile-${part}-400-normal.woff`)
    // The parser's own unpacking fails on some of these files.
    const font = parse(unpackWoff(await readFile(file)))
    for (const character of CHARACTERS) {
      if (font.charToGlyphIndex(character) === 0) continue
      found.set(character, centred(polygons(font.charToGlyph(character).getPath(0, 0, 1000).commands)))
    }
  }
  return found
}

function polygons(commands: readonly OpenType.PathCommand[]): Polygon[] {
  const found: Polygon[] = []
  let line: Point[] = []
  for (const command of commands) {
    const from = line.at(-1)
    if (command.type === 'M') {
      line = [[command.x, command.y]]
      found.push(line)
    } else if (command.type === 'L') line.push([command.x, command.y])
    else if (command.type === 'Q' && from) {
      // Glyphs are small in the picture, so four straight lines are enough for a curve.
      for (const t of [0.25, 0.5, 0.75, 1]) {
        const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2]
        line.push([a * from[0] + b * command.x1 + c * command.x, a * from[1] + b * command.y1 + c * command.y])
      }
    }
  }
  return found
}

function centred(shape: Polygon[]): Polygon[] {
  const xs = shape.flat().map(([x]) => x)
  const ys = shape.flat().map(([, y]) => y)
  const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2
  const [cx, cy] = [middle(xs), middle(ys)]
  return shape.map((polygon) => polygon.map(([x, y]): Point => [(x - cx) / 1000, (y - cy) / 1000]))
}
