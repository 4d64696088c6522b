import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'

const schema = v.pipe(v.string(), v.parseJson(), v.object({ pid: v.number(), url: v.string() }))

/** Notes in the data directory where this process serves; without disk space there is no note. @returns removes it */
export async function announce(dataDir: string, url: string): Promise<() => Promise<void>> {
  const file = join(dataDir, 'running.json')
  await writeFile(file, JSON.stringify({ pid: process.pid, url }), { mode: 0o600 }).catch(() => undefined)
  return async () => {
    // Another process on the same directory may have started since.
    if ((await noted(dataDir))?.pid === process.pid) await rm(file, { force: true })
  }
}

/** The URL at which a process on this data directory serves. Undefined when none runs. */
export async function findRunning(dataDir: string): Promise<string | undefined> {
  const found = await noted(dataDir)
  return found && isAlive(found.pid) ? found.url : undefined
}

async function noted(dataDir: string): Promise<v.InferOutput<typeof schema> | undefined> {
  const parsed = v.safeParse(schema, await readFile(join(dataDir, 'running.json'), 'utf8').catch(() => 'null'))
  return parsed.success ? parsed.output : undefined
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // The process exists and belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
