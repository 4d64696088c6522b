import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addOrganization, bearer } from './support/http.ts'
import { connectTo, preparedDirectory, query, startInstance, temporaryDirectory } from './support/instance.ts'
import { gone, postmasterOf, processesIn } from './support/processes.ts'

test.each(['SIGTERM', 'SIGINT'] as const)('%s ends application and database in order', async (signal) => {
  const dataDir = await temporaryDirectory()
  const instance = await startInstance({ dataDir })
  const token = await bearer(instance.url)
  expect(await addOrganization(instance.url, token, 'KEPT')).toBe(true)
  const postmaster = await postmasterOf(dataDir)

  instance.kill(signal)
  const { code, output } = await instance.finished
  expect(output).toContain('Ended.')
  expect(code).toBe(0)
  await gone(postmaster)
  expect(processesIn(dataDir)).toEqual([])
  await expect(access(join(dataDir, 'yardstick.lock'))).rejects.toThrow()
  await expect(access(join(dataDir, 'postgres/postmaster.pid'))).rejects.toThrow()

  const began = Date.now()
  const again = await startInstance({ dataDir })
  expect(Date.now() - began, 'a second start is quick').toBeLessThan(20_000)
  expect(again.output(), 'passwords are told once').not.toMatch(/sign in as/)
  expect(await query(dataDir, `select code from organization`)).toEqual([{ code: 'KEPT' }])
})

test('requests under way are finished before the end', async () => {
  const dataDir = await preparedDirectory()
  const instance = await startInstance({ dataDir })
  const token = await bearer(instance.url)
  // Another connection holds the table lock, so this request waits.
  const holder = await connectTo(dataDir)
  await holder.query('begin; lock table organization in exclusive mode')
  const answer = addOrganization(instance.url, token, 'SLOW')
  await expect
    .poll(() => query(dataDir, `select wait_event_type from pg_stat_activity where wait_event_type = 'Lock'`))
    .toHaveLength(1)
  instance.kill('SIGTERM')
  await expect.poll(instance.output).toContain('finishing what is under way')
  await holder.query('commit')
  expect(await answer).toBe(true)
  expect((await instance.finished).code).toBe(0)
  expect(await query(dataDir, `select code from organization`)).toEqual([{ code: 'SLOW' }])
})
