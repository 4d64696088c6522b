import { stat } from 'node:fs/promises'
import sharp from 'sharp'

/** Writes a picture as AVIF or WebP, by the ending of the path. @returns its size in bytes */
export async function savePicture(picture: Buffer, path: string): Promise<number> {
  const image = sharp(picture)
  // Thin coloured letters need all of their colour.
  if (path.endsWith('.avif')) await image.avif({ quality: 46, effort: 5, chromaSubsampling: '4:4:4' }).toFile(path)
  else await image.resize({ width: 1200 }).webp({ quality: 76, effort: 6 }).toFile(path)
  return (await stat(path)).size
}

/** What other sites show beside a link to the home page. Not all of them read newer formats than JPEG. */
const share = { width: 1200, height: 630, margin: 72, top: 60, radius: 14, ground: '#e9e6e0' }

/** Writes the upper part of a picture on paper, with a frame, as JPEG. @returns its size in bytes */
export async function saveSharePicture(picture: Buffer, path: string): Promise<number> {
  const { margin, top, radius, ground } = share
  const [width, height] = [share.width - 2 * margin, share.height - top]
  const corners = Buffer.from(
    `<svg width="${width}" height="${height}"><rect width="100%" height="${height + radius}" rx="${radius}"/></svg>`,
  )
  const screen = await sharp(picture)
    .resize({ width, height, position: 'top' })
    .composite([{ input: corners, blend: 'dest-in' }])
    .png()
    .toBuffer()
  await sharp({ create: { width: share.width, height: share.height, channels: 3, background: ground } })
    .composite([{ input: screen, left: margin, top }])
    .jpeg({ quality: 84, mozjpeg: true })
    .toFile(path)
  return (await stat(path)).size
}
