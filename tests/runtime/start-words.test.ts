import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { preparedDirectory, runScript, startInstance, temporaryDirectory } from './support/instance.ts'

test('with another back end, the start tells no passwords: its accounts are elsewhere', async () => {
  const dataDir = join(await temporaryDirectory(), 'new')
  const env = { BACKEND_URL: 'http://127.0.0.1:9', BACKEND_KIND: 'pig', ADMIN_PASSWORD: '', MEMBER_PASSWORD: '' }
  const instance = await startInstance({ dataDir, env })
  expect(instance.output()).not.toMatch(/password|sign in as/i)
})

test('the demo command finds the instance of its data directory, whatever its port', async () => {
  const dataDir = await preparedDirectory()
  const instance = await startInstance({ dataDir })
  const demo = await runScript('demo', ['--password', 'not-the-right-one'], { dataDir, env: { PORT: '3000' } })
  expect(demo).toMatchObject({ code: 1, output: expect.stringContaining(`The server at ${instance.url} does not let`) })
  instance.kill('SIGTERM')
  await instance.finished
  expect(await readdir(dataDir)).not.toContain('running.json')
})
