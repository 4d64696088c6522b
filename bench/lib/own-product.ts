import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#src/db/embedded/embedded.server.ts'
import { send } from './measure.ts'
import { password } from './people.ts'
import { startProduct } from './server.ts'

/** The built product on a database of its own, which is gone at the end. */
export async function ownProduct() {
  const directory = await mkdtemp(join(tmpdir(), 'yardstick-bench-'))
  const database = await startEmbedded({ dataDir: join(directory, 'database'), log: () => undefined })
  const product = await startProduct({
    DATA_DIR: join(directory, 'data'),
    DATABASE_URL: database.url,
    ADMIN_PASSWORD: password,
    SESSION_SECRET: 'a secret for the length of this benchmark',
    LOG_LEVEL: 'fatal',
  })
  /** Prints the median and the slowest of 20 calls and the first one in milliseconds, and the size of the answer. */
  const timed = async (name: string, token: string, path: string): Promise<void> => {
    const times: number[] = []
    let size = 0
    for (let round = 0; round < 20; round++) {
      const started = performance.now()
      size = (await send({ url: product.url + path, headers: { authorization: `Bearer ${token}` } })).length
      times.push(performance.now() - started)
    }
    const first = times[0] ?? 0
    times.sort((one, other) => one - other)
    const shown = [times[10] ?? 0, times.at(-1) ?? 0, first].map((time) => time.toFixed(0).padStart(7)).join('')
    console.log(`${name.padEnd(40)}${shown}  ${Math.round(size / 1024)} KB`)
  }
  const end = async () => {
    await product.stop()
    await database.stop()
    await rm(directory, { recursive: true, force: true })
  }
  return { product, database, timed, end }
}
