import { m } from '#src/i18n/paraglide/messages.js'
import type { ModuleFile } from './module-content.server.ts'
import { refused } from './read-zip.server.ts'

/** Most pixels of a picture. A small file may stand for many, which a browser has to hold. */
const MOST_PIXELS = 25_000_000

/** Asks a decoder about pictures. @throws AppError 422 for one that it cannot read, or that is too large */
export async function assertPictures(files: readonly ModuleFile[]): Promise<void> {
  const pictures = files.filter(({ type }) => type !== 'image/svg+xml')
  if (pictures.length === 0) return
  const { default: sharp } = await import('sharp')
  for (const { path: name, type, bytes } of pictures) {
    const facts = await sharp(bytes, { limitInputPixels: false })
      .metadata()
      .catch(() => undefined)
    if (facts === undefined || `image/${facts.format}` !== type) throw refused(m.module_noPicture({ name }))
    if (facts.width * facts.height > MOST_PIXELS) throw refused(m.module_largePicture({ name }))
  }
}
