import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RunPlan } from '#src/features/terminal/run-plan.ts'
import { readNote, type WaitingNote } from '#src/features/terminal/waiting.server.ts'
import { fileHash, underLock } from '../bootstrap-tools.mjs'
import { ScriptError, say } from '../main.ts'
import { copyFile } from './copy-tree.ts'
import { allowScripts, changesBetween, checkLock, readLock } from './packages.ts'
import type { Step } from './plan.ts'
import { packagesHash, type WorkingCopy } from './working-copy.ts'

/** Keeps what the plan says for the next start. What other runs have kept stays, as far as it still fits. */
export async function keep(plan: RunPlan, copy: WorkingCopy): Promise<void> {
  if (plan.keep.length === 0) return
  await underLock(join(plan.dir, 'next.lock'), async () => {
    const note: WaitingNote = { ...(await readNote(plan.dir)), time: new Date().toISOString() }
    const folder = join(plan.dir, 'next', plan.uuid)
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true, mode: 0o700 })
    if (plan.keep.includes('packages')) await keepPackages(plan, copy, note, folder)
    if (plan.keep.includes('registry')) await keepRegistry(plan, copy, note, folder)
    if (plan.keep.includes('build')) await keepBuild(plan, copy, note, folder)
    await commit(plan.dir, note)
  })
}

async function keepPackages({ root, uuid, steps }: RunPlan, copy: WorkingCopy, note: WaitingNote, folder: string) {
  if (
    note.packages &&
    note.packages.base === copy.base.packages &&
    note.packages.folder !== copy.waiting.packages?.folder
  )
    throw new ScriptError('Another command has installed packages meanwhile: run this one again.')
  await checkLock(copy.place)
  const before = await readLock(root)
  if (steps.some(runsScripts)) await allowScripts(copy.place, before)
  for (const name of ['package.json', 'package-lock.json']) copyFile(join(copy.place, name), join(folder, name))
  if ((await packagesHash(folder)) === copy.base.packages) {
    delete note.packages
    say('Nothing has changed.')
    return
  }
  const changes = changesBetween(before, await readLock(copy.place))
  note.packages = { folder: uuid, base: copy.base.packages, changes }
  // It was made with other packages.
  delete note.build
  say('The next start takes over these packages.')
}

async function keepRegistry({ uuid }: RunPlan, copy: WorkingCopy, note: WaitingNote, folder: string) {
  const file = join(copy.place, '.npmrc')
  copyFile(file, join(folder, '.npmrc'))
  const url = /^\s*registry\s*=\s*(\S+)/m.exec(await readFile(file, 'utf8'))?.[1] ?? ''
  if ((await fileHash([file])) === copy.base.registry) delete note.registry
  else note.registry = { folder: uuid, base: copy.base.registry, url }
  say('The next start takes over this registry.')
}

async function keepBuild({ uuid }: RunPlan, copy: WorkingCopy, note: WaitingNote, folder: string) {
  const stamp = await readFile(join(copy.place, 'dist', '.stamp'), 'utf8').catch(() => '')
  if (stamp === '') throw new ScriptError('The build has brought nothing forth.')
  await rename(join(copy.place, 'dist'), join(folder, 'dist'))
  note.build = { folder: uuid, time: note.time, stamp }
  say('The next start takes over this build.')
}

/** Whether packages have run their install scripts: somebody has confirmed it, or the step would forbid it. */
function runsScripts({ program, args }: Step): boolean {
  // The options of `npm exec` are not those of the package manager that it runs.
  return program === 'npm' && !args.slice(args.indexOf('--') + 1).includes('--ignore-scripts')
}

/** Replaces the note in one step, then removes the folders that it no longer names. */
async function commit(dir: string, note: WaitingNote): Promise<void> {
  const next = join(dir, 'next')
  const file = join(next, 'next.json')
  await writeFile(`${file}.new`, `${JSON.stringify(note, null, 2)}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
  const named = [note.packages, note.registry, note.build].map((part) => part?.folder)
  for (const name of await readdir(next)) {
    if (name !== 'next.json' && !named.includes(name)) await rm(join(next, name), { recursive: true, force: true })
  }
}
