import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startEmbedded } from '#src/db/embedded/embedded.server.ts'
import { clusterPlace } from '#src/db/embedded/identity.server.ts'
import { exists, hashOf, root, underLock } from '../../scripts/lib/bootstrap-tools.mjs'
import { sessionSecret } from '../../scripts/lib/secrets.ts'
import { passwords } from './passwords.ts'

/** What decides how a first start leaves a database. */
const sources = ['src/db', 'src/features', 'src/server', 'src/lib', 'tests/support/passwords.ts', 'package-lock.json']

const shelf = join(root, '.cache', 'prepared')

/**
 * A data directory as a first start leaves it: migrated, seeded, with the accounts `admin` and `member`. Made once for
 * all runners, and anew when what decides about it has changed. Nobody works on it: they copy it.
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

/** Copies the prepared data directory to a place that is not there yet, or is an empty directory. */
export async function copyPrepared(target: string): Promise<void> {
  const from = await preparedData()
  // The database server's user has to pass through.
  await mkdir(target, { recursive: true, mode: 0o711 })
  for (const name of await readdir(from)) {
    if (!/^postgres(\.|$)/.test(name)) await copy(join(from, name), join(target, name))
  }
  await copy(await clusterPlace(from), join(target, 'postgres'))
}

/** With owners and modes, which the database server insists on. */
async function copy(from: string, to: string): Promise<void> {
  if (process.platform === 'win32') await cp(from, to, { recursive: true })
  else await promisify(execFile)('cp', ['-a', from, to])
}
