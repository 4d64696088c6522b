import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Another installation of the built product beside the one that all tests share, with settings of its own. */
export async function startProduct(env: Record<string, string>): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'yardstick-second-'))
  const product = spawn(process.execPath, ['scripts/start.ts'], {
    env: { ...process.env, PORT: '0', HOST: 'localhost', DATA_DIR: dataDir, ...env },
  })
  const url = await addressOf(product)
  return {
    url,
    async stop() {
      product.kill('SIGTERM')
      if (product.exitCode === null) await once(product, 'exit')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function addressOf(product: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    product.stdout?.on('data', (chunk) => {
      said += chunk
      const address = /ready: (\S+)/.exec(said)?.[1]
      if (address) resolve(address.replace(/\/$/, ''))
    })
    product.once('exit', (code) => reject(new Error(`ended with ${code}: ${said}`)))
  })
}
