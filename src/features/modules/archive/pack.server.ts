import type { Dirent } from 'node:fs'
import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { m } from '#src/i18n/paraglide/messages.js'
import { invalid } from '#src/server/errors.server.ts'
import { FILE_PATH } from '../manifest.schema.ts'
import { manifestProblems } from './check-manifest.server.ts'
import { type ModuleContent, moduleContent } from './module-content.server.ts'
import { MANIFEST, MOST_OF_FILE, MOST_PACKED, megabytes, SIGNATURE, shownName, TEXTS } from './module-limits.ts'
import { assertPictures } from './picture-size.server.ts'
import { filesOfZip, refused } from './read-zip.server.ts'
import { privateKeyOf, publicKeyOf, signatureFor } from './signature.server.ts'

/** The folders of a module, besides its own. */
const FOLDERS = ['translations', 'pictures', 'icons']

/** Equal files make equal archives. Zips know no time before this one, and none of time zones. */
const MADE = new Date(1980, 0, 1)

/** The files of a module in a folder. What systems and editors leave behind is passed over. @throws AppError 422 */
async function filesOfFolder(folder: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  for (const [below, entries] of await listed(folder)) {
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const name = `${below}${entry.name}`
      if (entry.name.startsWith('.') || name === SIGNATURE || (below === '' && FOLDERS.includes(name))) continue
      const isKnown = name === MANIFEST || Object.values<string>(TEXTS).includes(name) || FILE_PATH.test(name)
      if (!isKnown) throw refused(m.module_fileName({ name: shownName(name) }))
      const path = join(folder, name)
      const facts = await lstat(path)
      if (!facts.isFile()) throw refused(m.module_fileKind({ name }))
      if (facts.size > MOST_OF_FILE) throw refused(m.module_fileTooLarge({ name, size: megabytes(MOST_OF_FILE) }))
      files.set(name, await readFile(path))
    }
  }
  return files
}

async function listed(folder: string): Promise<[below: string, entries: Dirent[]][]> {
  const read = (name: string) => readdir(join(folder, name), { withFileTypes: true }).catch((): Dirent[] => [])
  const lists = FOLDERS.map(async (name): Promise<[string, Dirent[]]> => [`${name}/`, await read(name)])
  return [['', await read('')], ...(await Promise.all(lists))]
}

/** A module in a folder, as it is before it is packed. @throws AppError 422 for what is no module */
export async function readFolder(folder: string): Promise<ModuleContent> {
  return moduleContent(await filesOfFolder(folder))
}

/** An archive, and what it is. `key`: the public key that it is signed with. */
type Packed = { bytes: Buffer; uid: string; version: string; key: string }

/**
 * Packs the module in a folder and signs it. Equal files and an equal key make equal bytes.
 * @param privateKeyPem a key for Ed25519
 * @throws AppError 422 for what is no module, or what the store would not take
 */
export async function packModule(folder: string, privateKeyPem: string): Promise<Packed> {
  const key = privateKeyOf(privateKeyPem)
  if (!key) throw refused(m.module_noPrivateKey())
  const files = await filesOfFolder(folder)
  const { manifest, files: pictures } = moduleContent(files)
  const problems = manifestProblems(manifest, pictures)
  await assertPictures(pictures)
  if (problems.length > 0) throw invalid({ file: problems })
  const zip = new ZipFile()
  const all = new Map([...files, [SIGNATURE, signatureFor(files, key)]])
  for (const name of [...all.keys()].sort())
    zip.addBuffer(all.get(name) ?? Buffer.alloc(0), name, { mtime: MADE, mode: 0o100644, forceDosTimestamp: true })
  zip.end()
  const bytes = await buffer(zip.outputStream)
  // What is packed is read as the store reads it: the limits hold for all of it together.
  await filesOfZip(bytes)
  if (bytes.length > MOST_PACKED) throw refused(m.module_tooLarge({ size: megabytes(MOST_PACKED) }))
  return { bytes, uid: manifest.uid, version: manifest.version, key: publicKeyOf(key) }
}
