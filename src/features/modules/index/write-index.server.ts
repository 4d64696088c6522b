import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import semver from 'semver'
import * as v from 'valibot'
import { manifestProblems } from '../archive/check-manifest.server.ts'
import { type ModuleFile, moduleContent } from '../archive/module-content.server.ts'
import { archiveBytes, filesOfZip, refused } from '../archive/read-zip.server.ts'
import { sha256, signingKeyOf } from '../archive/signature.server.ts'
import type { ModuleManifest } from '../manifest.schema.ts'

/** What people write into an index, and a later run leaves as it is. */
const byHand = ['price', 'downloads', 'updateTime'] as const
const oldIndex = v.looseObject({
  name: v.optional(v.unknown()),
  modules: v.array(v.looseObject({ uid: v.string(), version: v.string(), sha256: v.optional(v.string()) })),
})

/**
 * Writes `index.json` for the archives in a folder, and their pictures beside it. Prices and numbers that somebody has
 * written into it stay.
 * @param now of the archives that are new
 * @returns the names of the modules with their versions
 * @throws AppError 422 for an archive that the store would not take
 */
export async function writeIndex(folder: string, now: Date): Promise<string[]> {
  const before = await indexIn(folder)
  const names = (await readdir(folder)).filter((name) => name.endsWith('.zip')).sort()
  const entries = []
  for (const name of names) {
    const { manifest, pictures, digest } = await readAny(join(folder, name)).catch((error: Error) => {
      const [problem = error.message] = v.is(refusal, error) ? error.data.errors.file : []
      throw refused(`${name}: ${problem}`)
    })
    const old = before?.modules.find((one) => one.uid === manifest.uid && one.version === manifest.version)
    const kept = byHand.flatMap((key) => (old?.[key] === undefined ? [] : [[key, old[key]]]))
    const time = { updateTime: now.toISOString() }
    const same = old?.sha256 === digest
    const shown = await writePictures(folder, manifest, pictures)
    entries.push({
      ...factsOf(manifest),
      ...shown,
      ...time,
      ...Object.fromEntries(kept),
      ...(!same && time),
      archive: name,
      sha256: digest,
    })
  }
  entries.sort((a, b) => (a.uid === b.uid ? semver.rcompare(a.version, b.version) : a.uid < b.uid ? -1 : 1))
  const index = { format: 1, ...(before?.name !== undefined && { name: before.name }), modules: entries }
  await writeFile(join(folder, 'index.json'), `${JSON.stringify(index, null, 2)}\n`)
  return entries.map(({ uid, version }) => `${uid} ${version}`)
}

const refusal = v.object({ data: v.object({ errors: v.object({ file: v.array(v.string()) }) }) })

/** A signed archive, whoever has signed it. @throws AppError 422 */
async function readAny(path: string) {
  const bytes = await archiveBytes(path)
  const files = await filesOfZip(bytes)
  signingKeyOf(files)
  const { manifest, files: pictures } = moduleContent(files)
  const [problem] = manifestProblems(manifest, pictures)
  if (problem !== undefined) throw refused(problem)
  return { manifest, pictures, digest: sha256(bytes) }
}

async function indexIn(folder: string): Promise<v.InferOutput<typeof oldIndex> | undefined> {
  const text = await readFile(join(folder, 'index.json'), 'utf8').catch(() => '')
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), oldIndex), text)
  return read.success ? read.output : undefined
}

function factsOf(manifest: ModuleManifest) {
  const { uid, title, intro, description, author, website, category, version, product, needs, excludes, changes } =
    manifest
  return { uid, title, intro, description, author, website, category, version, product, needs, excludes, changes }
}

/** Writes the pictures that cards and details show. @returns their names in the index */
async function writePictures(
  folder: string,
  { uid, version, icon, pictures = [] }: ModuleManifest,
  files: ModuleFile[],
) {
  const place = (name: string) => `${uid}-${version}/${name}`
  for (const { path, bytes } of files.filter((one) => one.path === icon || pictures.includes(one.path))) {
    const target = join(folder, place(path))
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, bytes)
  }
  return { icon: icon?.includes('.') ? place(icon) : icon, pictures: pictures.map(place) }
}
