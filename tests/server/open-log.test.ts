import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const path = new URL('../../src/server/open-log.server.ts', import.meta.url).href

/** Runs a program that has a log, and returns the numbers that it wrote there. */
async function written(program: string): Promise<number[]> {
  const code = `const { openLog } = await import('${path}'); const log = openLog('info'); ${program}`
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code])
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line).msg]))
}

test.each([
  ['ends by itself', ''],
  ['leaves at once', 'process.exit(0)'],
])('a process that %s has written every line of its log, in order', async (_name, end) => {
  const lines = await written(`for (let n = 0; n < 3000; n += 1) log.info(n); ${end}`)
  expect(lines).toEqual(Array.from({ length: 3_000 }, (_, n) => n))
})

test('an uncaught error takes no line with it', async () => {
  const program = `log.info(1); log.info(2); throw new Error('end')`
  await expect(written(program)).rejects.toMatchObject({ stdout: expect.stringMatching(/"msg":1[\s\S]*"msg":2/) })
})
