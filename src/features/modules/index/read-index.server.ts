import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { LRUCache } from 'lru-cache'
import semver from 'semver'
import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { clearWithCaches, processCache } from '#src/server/cache/process-cache.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { cleanHtml } from '#src/server/fields/clean-html.server.ts'
import { checkedPicture, type ModuleFile } from '../archive/module-content.server.ts'
import { MOST_OF_FILE, MOST_PACKED } from '../archive/module-limits.ts'
import { assertPictures } from '../archive/picture-size.server.ts'
import { reservedUids } from '../archive/reserved.server.ts'
import { sha256 } from '../archive/signature.server.ts'
import { hasOddSigns } from '../archive/texts.server.ts'
import { type IndexEntry, indexEntry, indexFile, indexSchema, MOST_OF_INDEX } from './index-entry.schema.ts'
import { type IndexDeps, placeOf } from './index-place.server.ts'

/** What an index lists. `leftOut`: how many of its entries are broken. */
export type ModuleIndex = {
  name: { 'zh-cn': string; en: string } | null
  modules: IndexEntry[]
  leftOut: number
}

/** An index of another machine is asked for again after five minutes. */
const kept = processCache<ModuleIndex>({ maxAge: 5 * 60_000 })

/**
 * Reads the index at an address: a folder of the server with an `index.json`, or the address of one.
 * @throws AppError 422 for what can be no address, 503 with the reason when it cannot be read
 */
export async function readIndex(address: string, deps: IndexDeps): Promise<ModuleIndex> {
  const known = kept.get(address)
  if (known) return known
  const index = parsedIndex(await placeOf(address, deps)('index.json', MOST_OF_INDEX))
  return isAbsolute(address) ? index : kept.set(address, index)
}

function parsedIndex(bytes: Buffer): ModuleIndex {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), indexSchema), bytes.toString('utf8'))
  if (!read.success) throw new AppError(503, m.module_indexBroken())
  const { name, modules: given } = read.output
  const versions = new Set<string>()
  const modules = given.flatMap((one): IndexEntry[] => {
    const entry = v.safeParse(indexEntry, one)
    if (!entry.success || semver.valid(entry.output.version) === null) return []
    // No archive could be one of these.
    if (hasOddSigns(entry.output) || reservedUids.has(entry.output.uid)) return []
    const key = `${entry.output.uid} ${entry.output.version}`
    if (versions.has(key)) return []
    versions.add(key)
    return [cleaned(entry.output)]
  })
  return { name: hasOddSigns(name) ? null : name, modules, leftOut: given.length - modules.length }
}

function cleaned(entry: IndexEntry): IndexEntry {
  const { description, icon } = entry
  return {
    ...entry,
    description: description && { 'zh-cn': cleanHtml(description['zh-cn']), en: cleanHtml(description.en) },
    // A name with an ending is that of a file. Nothing else is one: cards would ask for any other address.
    icon: icon.includes('.') ? (v.is(indexFile, icon) ? icon : '') : /^[\w -]*$/.test(icon) ? icon : '',
  }
}

/** The archive of an entry in a file, which `remove` takes away. */
export type BroughtArchive = { path: string; remove(): Promise<void> }

/** Brings the archive of an entry here. @throws AppError 503 when it is not what the index says */
export async function archiveOf(address: string, entry: IndexEntry, deps: IndexDeps): Promise<BroughtArchive> {
  const bytes = await placeOf(address, deps)(entry.archive, MOST_PACKED)
  if (sha256(bytes) !== entry.sha256) throw new AppError(503, m.module_indexDigest({ name: entry.archive }))
  const folder = await mkdtemp(join(tmpdir(), 'yardstick-module-'))
  const path = join(folder, 'module.zip')
  await writeFile(path, bytes, { mode: 0o600 })
  return { path, remove: () => rm(folder, { recursive: true, force: true }) }
}

const pictures = new LRUCache<string, ModuleFile>({
  maxSize: 32 * 1024 ** 2,
  sizeCalculation: ({ bytes }) => bytes.length + 1,
  ttl: 5 * 60_000,
})
clearWithCaches(pictures)

/**
 * A picture or the drawing of an entry, checked like those of an archive.
 * @param path one of `pictures`, or `icon`
 * @throws AppError 404 when the entry has no such picture, 422, 503
 */
export async function indexPicture(
  address: string,
  { icon, pictures: listed }: IndexEntry,
  path: string,
  deps: IndexDeps,
): Promise<ModuleFile> {
  if (![icon, ...listed].includes(path) || !v.is(indexFile, path)) throw new AppError(404)
  const key = `${address} ${path}`
  const known = pictures.get(key)
  if (known) return known
  const picture = checkedPicture(path, await placeOf(address, deps)(path, MOST_OF_FILE))
  await assertPictures([picture])
  pictures.set(key, picture)
  return picture
}
