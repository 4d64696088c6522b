import { expect, test } from 'vitest'
import type { Product } from '../support/product.ts'
import { addOrganization, bearer } from './support/http.ts'
import { preparedDirectory, query, startInstance, temporaryDirectory } from './support/instance.ts'
import { gone, killKeeper, postmasterOf } from './support/processes.ts'

/** The number of kills. Release checks set KILL_ROUNDS=20. */
const rounds = Number(process.env.KILL_ROUNDS ?? 3)

/** Writes as fast as possible until aborted, and records every write that the server acknowledged. */
async function writeAll({ url }: Product, prefix: string, acknowledged: Set<string>, signal: AbortSignal) {
  const token = await bearer(url)
  const writers = Array.from({ length: 4 }, async (_, writer) => {
    for (let number = 0; !signal.aborted; number += 1) {
      const code = `${prefix}-${writer}-${number}`
      if (!(await addOrganization(url, token, code))) return
      acknowledged.add(code)
    }
  })
  await Promise.all(writers)
}

test(`after kill -9 every acknowledged write is there (${rounds} rounds)`, async () => {
  const dataDir = await temporaryDirectory()
  const acknowledged = new Set<string>()
  for (let round = 0; round < rounds; round += 1) {
    const instance = await startInstance({ dataDir })
    const stop = new AbortController()
    const before = acknowledged.size
    const writing = writeAll(instance, `R${round}`, acknowledged, stop.signal)
    // The kill happens during writes, at a random moment.
    const some = before + 10 + Math.random() * 200
    await expect.poll(() => acknowledged.size, { interval: 1 }).toBeGreaterThan(some)
    const postmaster = await postmasterOf(dataDir)
    // The rounds alternate: kill Node alone, Node and the shell that would stop the database, Node and the database.
    if (round % 3 === 1) killKeeper(postmaster)
    instance.kill('SIGKILL')
    if (round % 3 === 2) process.kill(postmaster, 'SIGKILL')
    stop.abort()
    await Promise.all([writing, instance.finished])
    if (round % 3 === 0) await gone(postmaster)
  }
  const last = await startInstance({ dataDir })
  const kept = await query<{ code: string }>(dataDir, 'select code from organization')
  const codes = new Set(kept.map(({ code }) => code))
  expect([...acknowledged].filter((code) => !codes.has(code))).toEqual([])
  // Each row's history was written with it.
  const [history] = await query<{ count: number }>(
    dataDir,
    `select count(distinct row_id)::int as count from change where table_name = 'organization' and operation = 'insert'`,
  )
  expect(history?.count).toBe(codes.size)
  last.kill('SIGTERM')
  expect((await last.finished).code).toBe(0)
}, 600_000)

test('a database server that was left behind is replaced', async () => {
  const dataDir = await preparedDirectory()
  const first = await startInstance({ dataDir })
  const orphan = await postmasterOf(dataDir)
  killKeeper(orphan)
  first.kill('SIGKILL')
  await first.finished
  expect(await postmasterOf(dataDir), 'it was left behind').toBe(orphan)

  const second = await startInstance({ dataDir })
  expect(second.output()).toContain(`left behind (process ${orphan})`)
  expect(await postmasterOf(dataDir)).not.toBe(orphan)
})

test('the database server is started again when it dies', async () => {
  const dataDir = await preparedDirectory()
  const { url, output } = await startInstance({ dataDir })
  const token = await bearer(url)
  process.kill(await postmasterOf(dataDir), 'SIGKILL')
  await expect.poll(output).toContain('The database server is back.')
  await expect.poll(() => addOrganization(url, token, 'AFTER')).toBe(true)
})
