import { constants, copyFileSync, linkSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'

/** The folders of the product's sources. Other folders beside them may be anybody's, and stay where they are. */
const folders = [
  '.ci',
  'app',
  'bench',
  'docs',
  'e2e',
  'messages',
  'modules',
  'project.inlang',
  'public',
  'scripts',
  'src',
  'tests',
]
const files =
  /^(README\.md|\.env\.example|\.gitignore|\.npmrc|biome\.json|tsconfig\.json|package(-lock)?\.json|[\w-]+\.config\.ts)$/

/** Secrets, and what tools have made. */
const leftOut = /^(\.env(?!\.example$).*|\.git|\.data|\.cache|node_modules|test-results|playwright-report|.*\.log)$/

/**
 * Copies the product's sources, with the generated ones. No symbolic link is followed or copied: it may lead to
 * anything.
 * @param skip a directory that is left out wherever it lies: the data directory
 */
export async function copySources(from: string, to: string, skip: string, signal: AbortSignal): Promise<void> {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    signal.throwIfAborted()
    await turn()
    if (entry.isDirectory() && folders.includes(entry.name)) copyFolder(join(from, entry.name), join(to, entry.name))
    else if (entry.isFile() && files.test(entry.name)) copyFile(join(from, entry.name), join(to, entry.name))
  }

  function copyFolder(source: string, target: string) {
    if (source === skip) return
    mkdirSync(target)
    for (const entry of readdirSync(source, { withFileTypes: true })) {
      if (leftOut.test(entry.name)) continue
      if (entry.isDirectory()) copyFolder(join(source, entry.name), join(target, entry.name))
      else if (entry.isFile()) copyFile(join(source, entry.name), join(target, entry.name))
    }
  }
}

/** A copy of its own: tools rewrite sources in place. */
export function copyFile(from: string, to: string): void {
  copyFileSync(from, to, constants.COPYFILE_FICLONE)
}

/**
 * Makes `to` a node_modules with the files of `from` as hard links, or as copies where the file system does not allow
 * links. The directories are new. Caches of tools stay behind. npm's note is a copy, because npm writes it in place.
 */
export async function linkPackages(from: string, to: string, signal: AbortSignal): Promise<void> {
  let place = linkSync
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    signal.throwIfAborted()
    await turn()
    if (entry.name === '.package-lock.json') copyFile(join(from, entry.name), join(to, entry.name))
    else if (!entry.name.startsWith('.') || entry.name === '.bin') linkEntry(entry, from, to)
  }

  function linkEntry(entry: { name: string; isDirectory(): boolean; isSymbolicLink(): boolean }, a: string, b: string) {
    const [source, target] = [join(a, entry.name), join(b, entry.name)]
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else if (!entry.isDirectory()) linkFile(source, target)
    else {
      mkdirSync(target)
      for (const child of readdirSync(source, { withFileTypes: true })) linkEntry(child, source, target)
    }
  }

  function linkFile(source: string, target: string) {
    try {
      place(source, target)
    } catch (error) {
      if (place !== linkSync) throw error
      place = copyFileSync
      copyFileSync(source, target)
    }
  }
}
