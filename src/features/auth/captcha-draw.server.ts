import { randomInt } from 'node:crypto'
import { glyphs, type Point, type Polygon } from './captcha-font.server.ts'
import { pictureOf } from './captcha-picture.server.ts'

/** Size of the picture in pixels. */
export const WIDTH = 350
export const HEIGHT = 200

/** Two characters to click and five decoys: a random choice is right once in 42 times. */
const WANTED = 2
const DECOYS = 5
/** Height of a glyph in pixels, before rotation. */
const SIZE = { least: 32, most: 42 }
/** Largest rotation to either side, in degrees. */
const TURN = 32
/** Free pixels between two characters, and between a character and the edge. */
const GAP = 5

/** The box of a character in pixels. A click inside it is a hit. */
export type Box = { x: number; y: number; w: number; h: number }
export type Drawing = { png: Buffer; text: string[]; targets: Box[] }

/** Draws a new picture. Only the result says which characters to click, and where. */
export async function drawCaptcha(): Promise<Drawing> {
  const outlines = await glyphs()
  const characters = some([...outlines.keys()], WANTED + DECOYS)
  const placed = place(characters.map((character) => bent(outlines.get(character) ?? [])))
  const png = await pictureOf(`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    ${ground()}
    ${placed.map(({ shape }) => path(shape, ink())).join('')}
    ${times(4, () => path([scratch()], ink(), 0.55))}
    ${times(60, () => dot(between(0.6, 1.6), ink(), 0.5))}
  </svg>`)
  return {
    png,
    text: characters.slice(0, WANTED),
    targets: placed.slice(0, WANTED).map(({ box }) => box),
  }
}

/** Rotates, scales and bends a glyph, so that no two pictures of a character are the same. */
function bent(shape: readonly Polygon[]): Polygon[] {
  const size = between(SIZE.least, SIZE.most)
  const angle = (between(-TURN, TURN) * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const [wave, phase, lean] = [between(0.02, 0.05), between(0, 6.28), between(-0.15, 0.15)]
  return shape.map((polygon) =>
    polygon.map(([x, y]): Point => {
      const bentX = x + lean * y + wave * Math.sin(7 * y + phase)
      const bentY = y + wave * Math.sin(6 * x + phase)
      return [size * (bentX * cos - bentY * sin), size * (bentX * sin + bentY * cos)]
    }),
  )
}

/** Moves each shape to a free place. */
function place(shapes: readonly Polygon[][]): { shape: Polygon[]; box: Box }[] {
  const placed: { shape: Polygon[]; box: Box }[] = []
  for (const shape of shapes) {
    const own = boundsOf(shape)
    for (let tries = 0; ; tries++) {
      // Seven small boxes nearly always fit. If one does not, the placement starts again.
      if (tries > 300) return place(shapes)
      const x = Math.round(between(GAP, WIDTH - own.w - GAP))
      const y = Math.round(between(GAP, HEIGHT - own.h - GAP))
      const box = { x, y, w: Math.ceil(own.w), h: Math.ceil(own.h) }
      if (placed.some((other) => touches(other.box, box))) continue
      const moved = shape.map((polygon) => polygon.map(([px, py]): Point => [px - own.x + x, py - own.y + y]))
      placed.push({ shape: moved, box })
      break
    }
  }
  return placed
}

function touches(a: Box, b: Box): boolean {
  return a.x < b.x + b.w + GAP && b.x < a.x + a.w + GAP && a.y < b.y + b.h + GAP && b.y < a.y + a.h + GAP
}

function boundsOf(shape: readonly Polygon[]): Box {
  const xs = shape.flat().map(([x]) => x)
  const ys = shape.flat().map(([, y]) => y)
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y }
}

/** The background: a gradient between two light colours, and pale spots. */
function ground(): string {
  const tilt = between(-0.2, 0.2)
  return `<linearGradient id="g" y1="${0.5 - tilt}" y2="${0.5 + tilt}">
    <stop stop-color="${light()}"/><stop offset="1" stop-color="${light()}"/></linearGradient>
    <rect width="100%" height="100%" fill="url(#g)"/>
    ${times(9, () => dot(between(12, 45), light(), 0.6))}`
}

function dot(radius: number, colour: string, opacity: number): string {
  const [x, y] = [between(0, WIDTH), between(0, HEIGHT)]
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colour}" fill-opacity="${opacity}"/>`
}

/** Polygons that form one shape together, filled by the nonzero rule, which fonts need. */
function path(shape: readonly Polygon[], colour: string, opacity = 1): string {
  const lines = shape.map((polygon) => `M${polygon.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`).join(' ')}Z`)
  return `<path d="${lines.join('')}" fill="${colour}" fill-opacity="${opacity}"/>`
}

function times(count: number, make: () => string): string {
  return Array.from({ length: count }, make).join('')
}

/** A thin wave across the whole picture, through the characters. */
function scratch(): Polygon {
  const [y, height, pace, phase] = [between(20, HEIGHT - 20), between(8, 30), between(0.01, 0.04), between(0, 6.28)]
  const thick = between(1, 2)
  const middle = Array.from({ length: 60 }, (_, i): Point => {
    const x = (i / 59) * WIDTH
    return [x, y + height * Math.sin(pace * x + phase)]
  })
  return [...middle, ...middle.map(([x, top]): Point => [x, top + thick]).reverse()]
}

function ink(): string {
  return hsl(between(0, 360), between(45, 90), between(20, 36))
}

function light(): string {
  return hsl(between(0, 360), between(25, 60), between(78, 92))
}

function hsl(hue: number, saturation: number, lightness: number): string {
  return `hsl(${hue.toFixed(0)},${saturation.toFixed(0)}%,${lightness.toFixed(0)}%)`
}

/** Not Math.random: a client that knows its state can predict the answers. */
function between(least: number, most: number): number {
  return least + (randomInt(2 ** 32) / 2 ** 32) * (most - least)
}

function some<T>(all: readonly T[], count: number): T[] {
  const rest = [...all]
  return Array.from({ length: count }, () => rest.splice(randomInt(rest.length), 1)).flat()
}
