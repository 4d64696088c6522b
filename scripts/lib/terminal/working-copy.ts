import { mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { RunPlan } from '#src/features/terminal/run-plan.ts'
import { readNote, type WaitingNote } from '#src/features/terminal/waiting.server.ts'
import { exists, fileHash } from '../bootstrap-tools.mjs'
import { copyFile, copySources, linkPackages } from './copy-tree.ts'
import type { Step } from './plan.ts'

/** A working copy, and what it was made from. */
export interface WorkingCopy {
  place: string
  /** Hashes of the product's own files. */
  base: { packages: string; registry: string }
  /** What waited for the next start, as far as it fits the product. */
  waiting: Pick<WaitingNote, 'packages' | 'registry'>
  /** The steps that come before those of the plan. */
  first: Step[]
}

/** Makes `dir/work/<uuid>` and fills it. */
export async function makeCopy({ root, dir, uuid, copy }: RunPlan, signal: AbortSignal): Promise<WorkingCopy> {
  const place = join(dir, 'work', uuid)
  await mkdir(join(dir, 'work'), { recursive: true, mode: 0o700 })
  await mkdir(place, { mode: 0o700 })
  const base = { packages: await packagesHash(root), registry: await fileHash([join(root, '.npmrc')]) }
  const note = copy === 'present' ? undefined : await readNote(dir)
  const waiting = {
    packages: note?.packages?.base === base.packages ? note.packages : undefined,
    registry: note?.registry?.base === base.registry ? note.registry : undefined,
  }
  const made: WorkingCopy = { place, base, waiting, first: [] }
  // npm looks for a package.json in the directories above, and would find the product's.
  if (copy === 'nothing') writeFileSync(join(place, 'package.json'), '{ "private": true }\n')
  if (copy === 'manifest') await copyManifest(root, place)
  if (hasSources(copy)) await copyProduct(root, place, dirname(dir), signal)
  if (copy !== 'nothing') await addWaiting(join(dir, 'next'), place, waiting)
  if (hasSources(copy)) {
    if (waiting.packages) made.first.push({ program: 'node', args: ['scripts/bootstrap.mjs', 'install'] })
    else await linkPackages(join(root, 'node_modules'), join(place, 'node_modules'), signal)
  }
  return made
}

/** Whether a copy has the product's sources. */
export function hasSources(copy: RunPlan['copy']): boolean {
  return copy !== 'nothing' && copy !== 'manifest'
}

/** The hash of package.json and package-lock.json in a directory. `scripts/lib/bootstrap-next.mjs` makes the same. */
export function packagesHash(directory: string): Promise<string> {
  return fileHash(manifest.map((name) => join(directory, name)))
}

const manifest = ['package.json', 'package-lock.json']

async function copyManifest(root: string, place: string): Promise<void> {
  for (const name of [...manifest, '.npmrc']) {
    if (await exists(join(root, name))) copyFile(join(root, name), join(place, name))
  }
}

async function copyProduct(root: string, place: string, dataDir: string, signal: AbortSignal): Promise<void> {
  await copySources(realpathSync(root), place, realpathSync(dataDir), signal)
  // A repository of its own: tools that respect .gitignore would else respect the one above, which ignores the copy.
  for (const folder of ['objects', 'refs']) mkdirSync(join(place, '.git', folder), { recursive: true })
  writeFileSync(join(place, '.git', 'HEAD'), 'ref: refs/heads/main\n')
  const stamp = join('.cache', 'messages.stamp')
  mkdirSync(join(place, '.cache'))
  if (await exists(join(root, stamp))) copyFile(join(root, stamp), join(place, stamp))
}

async function addWaiting(next: string, place: string, { packages, registry }: WorkingCopy['waiting']) {
  if (registry) replace(join(next, registry.folder, '.npmrc'), join(place, '.npmrc'))
  if (packages) for (const name of manifest) replace(join(next, packages.folder, name), join(place, name))
}

function replace(from: string, to: string): void {
  rmSync(to, { force: true })
  copyFile(from, to)
}

/** Removes a working copy, also one in which a process still writes. */
export async function removeCopy({ dir, uuid }: RunPlan): Promise<void> {
  await rm(join(dir, 'work', uuid), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}
