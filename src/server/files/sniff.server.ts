import { open, readFile, stat } from 'node:fs/promises'
import * as cfb from 'cfb'
import { fileTypeFromFile } from 'file-type'
import { open as openZip } from 'yauzl'
import { bmpSize, type PictureSize } from './bmp.ts'
import type { Content } from './file-types.ts'
import { textCharset } from './plain-text.ts'

/** What the content of a file is, and what else its bytes tell. */
export type Sniffed = { content: Content | undefined; size?: PictureSize; charset?: string }

/** Bytes of an old office document that are read to tell its kind. A greater one is of no known type. */
const MOST_COMPOUND = 128 * 1024 ** 2

/** Entries of an archive that are looked at. */
const MOST_ENTRIES = 20_000

/** Types by the extension that the library gives them. It names some variants apart that are one type for us. */
const byMagic: Readonly<Record<string, Content>> = {
  jpg: 'jpeg',
  png: 'png',
  apng: 'png',
  gif: 'gif',
  webp: 'webp',
  rar: 'rar',
  '7z': '7z',
  wav: 'wav',
  mp3: 'mp3',
  ogg: 'ogg',
  oga: 'ogg',
  opus: 'ogg',
  spx: 'ogg',
  mp4: 'mp4',
  m4v: 'mp4',
  mov: 'mov',
  webm: 'webm',
  pdf: 'pdf',
}

/** Reads from its content what a file is. Runs in the thread that inspects files, because hostile files take time. */
export async function sniff(path: string): Promise<Sniffed> {
  const head = await headOf(path)
  const { size: bytes } = await stat(path)
  if (head.subarray(0, 2).toString('latin1') === 'BM') {
    const size = bmpSize(head, bytes)
    if (size) return { content: 'bmp', size }
  }
  if (head.subarray(0, 4).toString('latin1') === 'PK\x03\x04') return { content: await archiveContent(path) }
  if (head.subarray(0, 8).toString('hex') === 'd0cf11e0a1b11ae1')
    return { content: bytes > MOST_COMPOUND ? undefined : compoundContent(await readFile(path)) }
  const found = await fileTypeFromFile(path)
  const content = found && byMagic[found.ext]
  if (content) return { content }
  const text = await textCharset(path)
  if (text === undefined) return { content: undefined }
  return text.isSvg ? { content: 'svg' } : text.hasMarkup ? { content: undefined } : { content: 'text', ...text }
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** An archive is what its list of entries says, not what its first bytes say. */
function archiveContent(path: string): Promise<Content | undefined> {
  return new Promise((resolve) => {
    openZip(path, { lazyEntries: true, autoClose: true }, (error, zip) => {
      if (error || zip.entryCount > MOST_ENTRIES) {
        if (zip) zip.close()
        return resolve(undefined)
      }
      const names: string[] = []
      zip.on('error', () => resolve(undefined))
      zip.on('entry', ({ fileName }: { fileName: string }) => {
        names.push(fileName)
        zip.readEntry()
      })
      zip.on('end', () => resolve(packed(names)))
      zip.readEntry()
    })
  })
}

const PARTS = { word: 'docx', xl: 'xlsx', ppt: 'pptx' } as const

function packed(names: readonly string[]): Content {
  if (!names.includes('[Content_Types].xml')) return 'zip'
  for (const [folder, content] of Object.entries(PARTS)) {
    if (names.some((name) => name.startsWith(`${folder}/`))) return content
  }
  return 'zip'
}

const STREAMS: Readonly<Record<string, Content>> = {
  WordDocument: 'doc',
  Workbook: 'xls',
  Book: 'xls',
  'PowerPoint Document': 'ppt',
  EncryptedPackage: 'sealed',
}

/** An old office document, by the streams in its directory. */
function compoundContent(bytes: Buffer): Content | undefined {
  try {
    const names = cfb.read(bytes, { type: 'buffer' }).FullPaths.map((path) => path.split('/').slice(1))
    const [found] = names.flatMap(([name = '', ...below]) =>
      below.length === 0 && Object.hasOwn(STREAMS, name) ? [STREAMS[name]] : [],
    )
    return found
  } catch {
    return undefined
  }
}
