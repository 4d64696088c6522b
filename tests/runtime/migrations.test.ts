import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { preparedDirectory, query, runScript, temporaryDirectory } from './support/instance.ts'

const applied = 'drizzle.__drizzle_migrations'

test('the command shows the migrations that the database lacks, and changes nothing', async () => {
  const dataDir = await preparedDirectory()
  const current = await runScript('migrations', [], { dataDir })
  expect(current).toMatchObject({ code: 0, output: expect.stringContaining('Every migration is applied.') })

  await query(
    dataDir,
    `delete from ${applied} where id in (select id from ${applied} order by created_at desc limit 2)`,
  )
  const count = () => query<{ count: number }>(dataDir, `select count(*)::int as count from ${applied}`)
  const before = await count()
  const files = (await readdir('src/db/migrations')).filter((name) => name.endsWith('.sql')).toSorted()
  const behind = await runScript('migrations', [], { dataDir })
  expect(behind.code).toBe(0)
  const names = behind.output.split('\n').filter((line) => /^\d{4}_/.test(line))
  expect(names.map((name) => `${name}.sql`)).toEqual(files.slice(-2))
  expect(await count()).toEqual(before)
})

test('without a database, every migration is to come, and none is made', async () => {
  const dataDir = join(await temporaryDirectory(), 'none')
  const { code, output } = await runScript('migrations', [], { dataDir })
  expect(code).toBe(0)
  expect(output).toMatch(/^0000_/)
  expect(existsSync(dataDir)).toBe(false)
})
