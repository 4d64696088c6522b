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
