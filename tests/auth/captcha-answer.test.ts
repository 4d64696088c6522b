import sharp from 'sharp'
import { expect, test } from 'vitest'
import { clicksInfo, isRight } from '#src/features/auth/captcha-answer.ts'
import { drawCaptcha } from '#src/features/auth/captcha-draw.server.ts'
import { pictureOf } from '#src/features/auth/captcha-picture.server.ts'

const secret = {
  targets: [
    { x: 10, y: 20, w: 30, h: 40 },
    { x: 100, y: 100, w: 30, h: 30 },
  ],
  size: { width: 350, height: 200 },
  puzzle: { id: 'x', bits: 8 },
}

test.each([
  ['10,20-100,100;350;200', true],
  ['40,60-130,130;350;200', true],
  ['41,60-130,130;350;200', false],
  ['40,61-130,130;350;200', false],
  ['9,20-100,100;350;200', false],
  ['5,10-50,50;175;100', true],
  ['20.5,40.25-200,200;700;400', true],
  ['100,100-10,20;350;200', false],
  ['10,20;350;200', false],
  ['10,20-100,100-100,100;350;200', false],
  ['10,20-100,100;0;0', false],
  ['10,20-100,100', false],
  ['', false],
])('%s is right: %s', (info, right) => {
  expect(isRight(info, secret)).toBe(right)
})

test('clicks are written as they are read', () => {
  const info = clicksInfo(
    [
      { x: 10.4, y: 20.2 },
      { x: 100, y: 100 },
    ],
    350,
    200,
  )
  expect(info).toBe('10,20-100,100;350;200')
  expect(isRight(info, secret)).toBe(true)
})

test('whatever is drawn: two characters, their boxes inside the picture and apart, sized for a finger', async () => {
  const seen = new Set<string>()
  for (let i = 0; i < 40; i++) {
    const { text, targets, png } = await drawCaptcha()
    expect(new Set(text).size).toBe(2)
    text.forEach((one) => void seen.add(one))
    for (const { x, y, w, h } of targets) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0)
      expect(x + w).toBeLessThanOrEqual(350)
      expect(y + h).toBeLessThanOrEqual(200)
      expect(Math.min(w, h)).toBeGreaterThanOrEqual(16)
    }
    const [a, b] = targets
    expect(a && b && a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h).toBe(false)
    expect(png.length).toBeLessThan(80_000)
  }
  expect(seen.size).toBeGreaterThan(20)
})

test('the picture shows a character in each box, and says nothing beside its pixels', async () => {
  for (let i = 0; i < 10; i++) {
    const { png, targets } = await drawCaptcha()
    expect([...new Set(chunksOf(png))]).toEqual(['IHDR', 'pHYs', 'IDAT', 'IEND'])
    const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([350, 200])
    const darkness = (x: number, y: number) => 255 - (data[(y * info.width + x) * info.channels] ?? 0)
    const inked = targets.map(({ x, y, w, h }) => {
      const inside = Array.from({ length: w * h }, (_, at) => darkness(x + (at % w), y + Math.floor(at / w)))
      // Strokes and ground differ in darkness, or their colours do: no box is of one tone.
      return new Set(inside.map((value) => value >> 4)).size
    })
    expect(Math.min(...inked)).toBeGreaterThan(2)
  }
})

test('many pictures at once are all different, and a failed one does not hold the others', async () => {
  const broken = pictureOf('no picture').then(
    () => 'drawn',
    () => 'failed',
  )
  const pictures = await Promise.all(Array.from({ length: 30 }, () => drawCaptcha()))
  expect(await broken).toBe('failed')
  expect(new Set(pictures.map(({ png }) => png.toString('base64'))).size).toBe(30)
  expect(new Set(pictures.flatMap(({ targets }) => targets.map((box) => JSON.stringify(box)))).size).toBeGreaterThan(50)
})

/** The types of a PNG's chunks. */
function chunksOf(png: Buffer): string[] {
  const found: string[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) found.push(png.toString('latin1', at + 4, at + 8))
  return found
}
