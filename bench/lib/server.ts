import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'

export type Server = { url: string; pid: number; stop(): Promise<void> }

/**
 * Starts the built product as `npm start` does, with its flags and its settings of memory.
 * @param log the file for its output; without it, nobody reads the output
 */
export function startProduct(env: Record<string, string>, log?: string): Promise<Server> {
  const { scripts }: { scripts: { start: string } } = JSON.parse(readFileSync('package.json', 'utf8'))
  const words = scripts.start.split(' ')
  const settings = words.filter((word) => /^[A-Z_]+=/.test(word)).map((word) => word.split('='))
  const flags = words.filter((word) => word.startsWith('--'))
  return startServer('scripts/start.ts', { ...Object.fromEntries(settings), ...env }, '/readyz', flags, log)
}

/**
 * Starts a script as a separate process and waits until it listens on the port in PORT.
 * @param log the file for its output; without it, nobody reads the output
 */
export async function startServer(
  script: string,
  env: Record<string, string>,
  ready: string,
  own: readonly string[] = [],
  log?: string,
): Promise<Server> {
  const port = await freePort()
  // BENCH_PROFILE is a folder for CPU profiles, one for each process. A browser's developer tools can read them.
  const profile = process.env.BENCH_PROFILE
  const flags = [...own, ...(profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [])]
  const child = spawn(process.execPath, [...flags, script], {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', log === undefined ? 'ignore' : openSync(log, 'a'), 'inherit'],
  })
  const url = `http://localhost:${port}`
  await untilReady(`${url}${ready}`, child)
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    if (
      await fetch(url).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${url} did not answer in a minute`)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
}
