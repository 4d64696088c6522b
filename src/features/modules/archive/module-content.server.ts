import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { fieldErrors } from '#src/resource/form-schema.ts'
import { invalid } from '#src/server/errors.server.ts'
import { cleanHtml } from '#src/server/fields/clean-html.server.ts'
import { FILE_PATH, type ModuleManifest, manifestSchema } from '../manifest.schema.ts'
import { cleanSvg } from './clean-svg.server.ts'
import { placed } from './complain.ts'
import { refused } from './read-zip.server.ts'
import { filledManifest } from './texts.server.ts'

/** A picture or a drawing of a module. A drawing is cleaned. */
export type ModuleFile = { path: string; type: string; bytes: Buffer }

/** What a module is, with its texts put in and its HTML cleaned, and its pictures. */
export type ModuleContent = { manifest: ModuleManifest; files: ModuleFile[] }

/** How many places of a manifest that does not fit are named. */
const MOST_PLACES = 8

type Kind = { type: string; fits(bytes: Buffer): boolean }

const begins = (bytes: Buffer, sign: string, at = 0) => bytes.subarray(at).toString('latin1', 0, sign.length) === sign

/** The kinds of pictures by the ending of their names. */
const kinds: Readonly<Record<string, Kind>> = {
  png: { type: 'image/png', fits: (bytes) => begins(bytes, '\x89PNG\r\n\x1a\n') },
  jpg: { type: 'image/jpeg', fits: (bytes) => begins(bytes, '\xff\xd8\xff') },
  webp: { type: 'image/webp', fits: (bytes) => begins(bytes, 'RIFF') && begins(bytes, 'WEBP', 8) },
}

/**
 * Reads the files of a module, from an archive or a folder.
 * @throws AppError 422 with messages about what is no module
 */
export function moduleContent(files: ReadonlyMap<string, Buffer>): ModuleContent {
  const read = v.safeParse(manifestSchema, filledManifest(files))
  if (!read.success) {
    const places = Object.entries(fieldErrors(read.issues)).map(([place, [text = '']]) => placed(place, text))
    throw invalid({ file: places.slice(0, MOST_PLACES) })
  }
  const pictures = [...files].filter(([path]) => FILE_PATH.test(path))
  return { manifest: cleaned(read.output), files: pictures.map(([path, bytes]) => checkedPicture(path, bytes)) }
}

function cleaned({ description, pages, ...manifest }: ModuleManifest): ModuleManifest {
  const inBoth = (html: { 'zh-cn': string; en: string }) => ({
    'zh-cn': cleanHtml(html['zh-cn']),
    en: cleanHtml(html.en),
  })
  return {
    ...manifest,
    ...(description && { description: inBoth(description) }),
    ...(pages && { pages: pages.map((page) => ({ ...page, content: inBoth(page.content) })) }),
  }
}

/** A picture with its type, a drawing cleaned. @throws AppError 422 when the content is not what the name says */
export function checkedPicture(path: string, bytes: Buffer): ModuleFile {
  const ending = path.slice(path.lastIndexOf('.') + 1)
  if (ending === 'svg') {
    const drawing = cleanSvg(bytes)
    if (!drawing) throw refused(m.module_noDrawing({ name: path }))
    return { path, type: 'image/svg+xml', bytes: drawing }
  }
  const kind = kinds[ending]
  if (!kind?.fits(bytes)) throw refused(m.module_noPicture({ name: path }))
  return { path, type: kind.type, bytes }
}
