import { readFile, writeFile } from 'node:fs/promises'
import sharp, { type Metadata, type Sharp } from 'sharp'
import type { SmallSize } from '#src/lib/file-facts.ts'
import type { Content } from './file-types.ts'
import { type Inspection, madePath, type PictureFault } from './inspection.ts'
import { framesOfPng, plainMovingPng } from './moving-png.ts'

/** Pixels of a picture. */
export const MOST_PIXELS = 50_000_000
/** Pixels of all frames of a moving one, and its frames. */
const MOST_MOVING = 100_000_000
const MOST_FRAMES = 600

/** Seconds for each of the pictures that are made. */
const SECONDS = 20

const QUALITY = 90

type PictureContent = Extract<Content, 'jpeg' | 'png' | 'gif' | 'webp'>

const written: Record<PictureContent, (picture: Sharp) => Sharp> = {
  jpeg: (picture) => picture.jpeg({ quality: QUALITY }),
  png: (picture) => picture.png(),
  gif: (picture) => picture.gif(),
  webp: (picture) => picture.webp({ quality: QUALITY }),
}

export function isPicture(content: Content): content is PictureContent {
  return Object.hasOwn(written, content)
}

/**
 * Decodes a picture and makes it anew: upright, without place, camera and other facts, without what hides behind it.
 * Also makes its small sizes, of the first frame. A picture that moves still moves.
 */
export async function makePicture(
  path: string,
  content: PictureContent,
  sizes: readonly SmallSize[],
): Promise<Inspection> {
  const facts = await metadata(path)
  if (!facts || facts.format !== content) return { kind: 'fault', fault: 'broken' }
  const { width, height } = facts
  // The decoder knows only the first frame of a PNG that moves.
  const movingPng = content === 'png' ? await readMovingPng(path) : undefined
  const frames = movingPng?.frames ?? facts.pages ?? 1
  const tooMuch = excess(width, height, frames)
  if (tooMuch) return { kind: 'fault', fault: tooMuch }
  try {
    const moving = frames > 1 && !movingPng
    const whole = open(path, moving)
    const made = await written[content](moving ? whole : whole.autoOrient()).toFile(madePath(path))
    if (movingPng) await writeFile(madePath(path), plainMovingPng(movingPng.bytes))
    for (const size of sizes) await small(open(path, false), size).toFile(madePath(path, size))
    const upright = { width: made.width, height: moving ? height : made.height }
    return { kind: 'file', ...upright, charset: '', made: true }
  } catch {
    return { kind: 'fault', fault: 'broken' }
  }
}

async function readMovingPng(path: string): Promise<{ bytes: Buffer; frames: number } | undefined> {
  const bytes = await readFile(path)
  const frames = framesOfPng(bytes)
  return frames === undefined ? undefined : { bytes, frames }
}

function open(path: string, animated: boolean): Sharp {
  return sharp(path, { animated, limitInputPixels: MOST_MOVING, failOn: 'error' }).timeout({ seconds: SECONDS })
}

function small(picture: Sharp, size: SmallSize): Sharp {
  return picture.autoOrient().resize(size, size, { fit: 'inside', withoutEnlargement: true }).webp({ quality: 80 })
}

/** The facts of the header: nothing is decoded yet. `height` is that of one frame. */
async function metadata(path: string): Promise<Metadata | undefined> {
  try {
    // The limit of pixels is ours: a picture that is too large should be called so.
    const facts = await sharp(path, { animated: true, limitInputPixels: false }).metadata()
    return { ...facts, height: facts.pageHeight ?? facts.height }
  } catch {
    return undefined
  }
}

function excess(width: number, height: number, frames: number): PictureFault | undefined {
  if (width * height > MOST_PIXELS) return 'pixels'
  if (frames > MOST_FRAMES || width * height * frames > MOST_MOVING) return 'frames'
  return undefined
}
