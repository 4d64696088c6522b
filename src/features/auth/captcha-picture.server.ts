import type Sharp from 'sharp'

/**
 * Pictures under way at once. Each takes a thread of the four that the process has for passwords and files too, so
 * signing in never waits for pictures.
 */
const AT_ONCE = 1

let library: Promise<typeof Sharp> | undefined
let running = 0
const waiting: (() => void)[] = []

/** Draws an SVG as a PNG, outside of the main thread. Texts in it need fonts; paths do not. */
export async function pictureOf(svg: string): Promise<Buffer> {
  library ??= load().catch((error: unknown) => {
    library = undefined
    throw error
  })
  const sharp = await library
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await sharp(Buffer.from(svg)).png({ compressionLevel: 6 }).toBuffer()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** The library is loaded for the first picture: most processes draw none for hours. */
async function load(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp')
  // No picture comes twice, and one thread is enough for so small a one.
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
