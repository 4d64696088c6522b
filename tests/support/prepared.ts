import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startEmbedded } from '#src/db/embedded/embedded.server.ts'
import { clusterPlace } from '#src/db/embedded/identity.server.ts'
import { exists, hashOf, root, underLock } from '../../scripts/lib/bootstrap-tools.mjs'
import { sessionSecret } from '../../scripts/lib/secrets.ts'
import { passwords } from './passwords.ts'

/** The files that determine the database after a first start. Their hash is part of the directory's name. */
const sources = ['src/db', 'src/features', 'src/server', 'src/lib', 'tests/support/passwords.ts', 'package-lock.json']

const shelf = join(root, '.cache', 'prepared')

/**
 * Returns a data directory in the state after a first start: migrated, seeded, with the accounts `admin` and `member`.
 * All test runners share it. It is made once, and again when its sources change. Tests only copy it.
 */
export async function preparedData(): Promise<string> {
  const name = (await hashOf(sources)).slice(0, 16)
  const place = join(shelf, name)
  if (await exists(place)) return place
  await underLock(join(root, '.cache', 'prepared.lock'), async () => {
    if (await exists(place)) return
    await rm(shelf, { recursive: true, force: true })
    await make(`${place}.new`)
    await rename(`${place}.new`, place)
  })
  return place
}

async function make(dataDir: string): Promise<void> {
  const { prepareDatabase } = await import('#src/features/prepare.server.ts')
  const server = await startEmbedded({ dataDir, log: () => undefined })
  try {
    await prepareDatabase({ url: server.url, adminPassword: passwords.admin, memberPassword: passwords.member })
    await sessionSecret(dataDir)
  } finally {
    await server.stop()
  }
}

/** Copies the prepared data directory to a path that does not exist yet or is an empty directory. */
export async function copyPrepared(target: string): Promise<void> {
  await copyData(await preparedData(), target)
}

/** The same for any data directory without a running process. */
export async function copyData(from: string, target: string): Promise<void> {
  // The database server's user must be able to enter the directory.
  await mkdir(target, { recursive: true, mode: 0o711 })
  for (const name of await readdir(from)) {
    if (!/^postgres(\.|$)/.test(name)) await copy(join(from, name), join(target, name))
  }
  await copy(await clusterPlace(from), join(target, 'postgres'))
}

/** Copies with owners and modes, because the database server checks them. */
async function copy(from: string, to: string): Promise<void> {
  if (process.platform === 'win32') await cp(from, to, { recursive: true })
  else await promisify(execFile)('cp', ['-a', from, to])
}
