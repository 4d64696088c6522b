import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { addOrganization, bearer } from './support/http.ts'
import { query, startInstance, temporaryDirectory } from './support/instance.ts'
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
  const dataDir = await temporaryDirectory()
  const instance = await startInstance({ dataDir })
  const token = await bearer(instance.url)
  // Its answer waits for a row that somebody else holds.
  const holder = query(dataDir, `begin; lock table organization in exclusive mode; select pg_sleep(2); commit`)
  await sleep(300)
  const answer = addOrganization(instance.url, token, 'SLOW')
  await sleep(300)
  instance.kill('SIGTERM')
  expect(await answer).toBe(true)
  await holder
  expect((await instance.finished).code).toBe(0)
  expect(await query(dataDir, `select code from organization`)).toEqual([{ code: 'SLOW' }])
})
