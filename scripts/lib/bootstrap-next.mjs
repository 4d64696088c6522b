import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { buildHash } from './bootstrap-build.mjs'
import { install, installIsStale } from './bootstrap-install.mjs'
import { exists, fileHash, putInPlace, root, say, setting, stamped } from './bootstrap-tools.mjs'

// What the product's terminal has installed and built waits in DATA_DIR/terminal/next, described by next.json
// (src/features/terminal/waiting.server.ts). The next start takes it over; nothing replaces the product while it runs.

const manifest = ['package.json', 'package-lock.json']
/** The files that a take-over replaces, until the new packages are installed. */
const former = join(root, '.cache', 'former')
const formerModules = join(former, 'node_modules')
const modules = join(root, 'node_modules')

/** Whether packages or an npm registry wait. */
export async function packagesWait() {
  const note = await readNote()
  return Boolean(note?.packages || note?.registry)
}

/** Takes over the waiting registry, then installs the waiting packages. When that fails, the former ones come back. */
export async function takeOverPackages() {
  const next = await nextPlace()
  const note = await readNote()
  if (note?.registry) await takeOverRegistry(join(next, note.registry.folder), note.registry)
  if (note?.packages) await takeOver(join(next, note.packages.folder), note.packages)
  await writeNote({ ...note, registry: undefined, packages: undefined })
}

/** Whether anything is left of what waited. */
export async function buildWaits() {
  return (await setting('TERMINAL')) !== 'off' && exists(await nextPlace())
}

/** Takes over the waiting build, when it is the one of the present sources. Nothing waits any more afterwards. */
export async function takeOverBuild() {
  const next = await nextPlace()
  const build = (await readNote())?.build
  const waiting = join(next, build?.folder ?? '', 'dist')
  if (build && (await stamped(join(waiting, '.stamp'), await buildHash()))) {
    say(`Taking over the build that the terminal made at ${build.time}.`)
    const dist = join(root, 'dist')
    await rm(`${dist}.new`, { recursive: true, force: true })
    await rename(waiting, `${dist}.new`).catch(() => cp(waiting, `${dist}.new`, { recursive: true }))
    await rm(dist, { recursive: true, force: true })
    await rename(`${dist}.new`, dist)
  } else if (build) {
    say(`The build that the terminal made at ${build.time} is not of the present sources, so it is not taken over.`)
  }
  await rm(next, { recursive: true, force: true })
}

async function takeOverRegistry(folder, { base, url }) {
  const own = join(root, '.npmrc')
  if ((await fileHash([own])) !== base) {
    say('.npmrc has changed since the terminal set an npm registry, so it stays as it is.')
    return
  }
  say(`Taking over the npm registry that the terminal has set: ${url}`)
  await putInPlace(join(folder, '.npmrc'), own)
}

async function takeOver(folder, { base, changes }) {
  const wanted = await hashIn(folder)
  // A start that was killed in the middle of this goes on here.
  const begun = await stamped(join(former, 'for'), wanted)
  const present = await hashIn(root)
  if (!begun && present === wanted) return
  if (!begun && present !== base) {
    say(
      'package.json or package-lock.json has changed since the terminal installed packages, so they stay as they are.',
    )
    say(`Not taken over: ${namesOf(changes)}.`)
    return
  }
  say(`Taking over what the terminal has installed: ${namesOf(changes)}.`)
  if (!begun) await keepFormer(wanted)
  try {
    for (const name of manifest) await putInPlace(join(folder, name), join(root, name))
    if (await installIsStale()) {
      // Should the install fail, they come back without the network.
      if (!(await exists(formerModules))) await rename(modules, formerModules).catch(() => undefined)
      await install()
    }
  } catch (error) {
    say(error.message)
    await restoreFormer()
    say(`What the terminal has installed could not be taken over: ${namesOf(changes)}. The former packages are back.`)
  }
  await rm(former, { recursive: true, force: true })
}

async function keepFormer(wanted) {
  await rm(former, { recursive: true, force: true })
  await mkdir(former, { recursive: true })
  for (const name of manifest) await putInPlace(join(root, name), join(former, name))
  await putInPlace(wanted, join(former, 'for'), true)
}

async function restoreFormer() {
  for (const name of manifest) await putInPlace(join(former, name), join(root, name))
  if (await exists(formerModules)) {
    await rm(modules, { recursive: true, force: true })
    await rename(formerModules, modules)
  } else if (await installIsStale()) await install()
}

function namesOf(changes) {
  const names = changes.map(({ name, from, to }) => {
    if (to === null) return `${name} is removed`
    return from === null ? `${name} ${to}` : `${name} ${to} (was ${from})`
  })
  return names.join(', ') || 'other versions of packages that packages need'
}

async function nextPlace() {
  return join(resolve(root, (await setting('DATA_DIR')) || '.data'), 'terminal', 'next')
}

/** The note. Undefined when there is none, when it cannot be read, and when the terminal is off. */
async function readNote() {
  if ((await setting('TERMINAL')) === 'off') return undefined
  const text = await readFile(join(await nextPlace(), 'next.json'), 'utf8').catch(() => '{}')
  try {
    const note = JSON.parse(text)
    return typeof note === 'object' && note !== null ? note : undefined
  } catch {
    return undefined
  }
}

async function writeNote(note) {
  await putInPlace(JSON.stringify(note), join(await nextPlace(), 'next.json'), true)
}

/** `packagesHash` of `scripts/lib/terminal/working-copy.ts` makes the same hash. */
function hashIn(directory) {
  return fileHash(manifest.map((name) => join(directory, name)))
}
