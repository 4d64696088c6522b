import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import type { WaitingNote } from '#src/features/terminal/waiting.server.ts'
import { ScriptError } from '../main.ts'

const ranges = v.optional(v.record(v.string(), v.string()), {})
const manifest = v.object({ dependencies: ranges, devDependencies: ranges, optionalDependencies: ranges })
const lock = v.object({
  packages: v.record(
    v.string(),
    v.object({
      ...manifest.entries,
      version: v.optional(v.string(), ''),
      hasInstallScript: v.optional(v.boolean(), false),
    }),
  ),
})
const anyManifest = v.looseObject({ allowScripts: v.optional(v.record(v.string(), v.boolean())) })

type Lock = v.InferOutput<typeof lock>

/** @throws Error when package-lock.json is missing or is none */
export async function readLock(directory: string): Promise<Lock> {
  return v.parse(lock, JSON.parse(await readFile(join(directory, 'package-lock.json'), 'utf8')))
}

/**
 * Checks that package-lock.json is the one of package.json. The next start installs exactly what it says.
 * @throws ScriptError when it is not
 */
export async function checkLock(directory: string): Promise<void> {
  const wanted = v.parse(manifest, JSON.parse(await readFile(join(directory, 'package.json'), 'utf8')))
  const { packages } = await readLock(directory)
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies'] as const) {
    const [own, locked] = [wanted[kind], packages['']?.[kind] ?? {}]
    const differs = Object.keys({ ...own, ...locked }).some((name) => own[name] !== locked[name])
    if (differs) throw new ScriptError('package-lock.json does not fit package.json, so nothing is kept.')
  }
}

/** The packages that package.json names itself, compared with those of an earlier lock. */
export function changesBetween(before: Lock, after: Lock): NonNullable<WaitingNote['packages']>['changes'] {
  const [own, other] = [versionsOf(before), versionsOf(after)]
  return Object.keys({ ...own, ...other })
    .map((name) => ({ name, from: own[name] ?? null, to: other[name] ?? null }))
    .filter(({ from, to }) => from !== to)
}

function versionsOf({ packages }: Lock): Record<string, string> {
  const { dependencies, devDependencies, optionalDependencies } = packages[''] ?? v.parse(manifest, {})
  const names = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
  return Object.fromEntries(names.map((name) => [name, packages[`node_modules/${name}`]?.version ?? '']))
}

/**
 * Notes in package.json that the new packages may run their install scripts, each in this version only. Every later
 * install of the product goes by it.
 */
export async function allowScripts(directory: string, before: Lock): Promise<void> {
  const news = Object.entries((await readLock(directory)).packages).filter(
    ([path, { version, hasInstallScript }]) => hasInstallScript && before.packages[path]?.version !== version,
  )
  if (news.length === 0) return
  const file = join(directory, 'package.json')
  const content = v.parse(anyManifest, JSON.parse(await readFile(file, 'utf8')))
  const allowed = news.map(([path, { version }]) => [`${path.replace(/^.*node_modules\//, '')}@${version}`, true])
  const allowScripts = { ...content.allowScripts, ...Object.fromEntries(allowed) }
  // The order of the file's entries stays.
  const whole: object = JSON.parse(await readFile(file, 'utf8'))
  await writeFile(file, `${JSON.stringify({ ...whole, allowScripts }, null, 2)}\n`)
}
