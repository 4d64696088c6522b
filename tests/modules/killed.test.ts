import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { rowsBy } from '../support/base-info.ts'
import { moduleStore } from '../support/store.ts'

const english = { locale: 'en' } as const

/** The last table that an installation writes, after all others. */
const table = 'module_release'

test('a process that is killed before the end of an installation leaves nothing, and says so', async () => {
  const { db, url, admin, upload, plan, install } = await moduleStore()
  await upload()
  const { plan: digest } = await plan('lending')
  const script = ['tests/support/module-process.ts', url, 'lending', digest]
  const child = spawn(process.execPath, script, { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  // Nobody holds a table for longer than a minute, and a process may take that long to begin.
  const other = openDatabase(url, 1)
  onTestFinished(() => other.$client.end())
  await other.execute(sql.raw(`begin; lock table ${table} in share mode`))
  child.stdin.write('go')
  const waiting = async () => {
    const { rows } = await db.execute(
      sql`select 1 from pg_locks where not granted and relation = ${table}::regclass limit 1`,
    )
    return rows.length
  }
  await expect.poll(waiting).toBe(1)
  child.kill('SIGKILL')
  await ended
  await other.execute(sql.raw('rollback'))
  const log = async () => (await admin('GET', '/adminApi/module-log/index')).data
  await expect
    .poll(log)
    .toMatchObject({ list: [{ kind: 'install', state: 'error', message: m.modules_interrupted({}, english) }, {}] })
  expect(await admin('GET', '/adminApi/lending-thing/index')).toMatchObject({ status: 404 })
  expect(await admin('GET', '/adminApi/role/index?quickSearch=Name')).toMatchObject({ data: { total: 0 } })
  expect(await install('lending')).toMatchObject({ code: 200 })
  expect(await rowsBy(admin, 'lending-loan', 'name')).toHaveProperty('First')
})
