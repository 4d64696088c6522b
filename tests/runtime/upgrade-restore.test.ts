import { join } from 'node:path'
import { expect, test } from 'vitest'
import { personOf, rowsOf, signIn } from '../releases/2c94b74/contract.ts'
import facts from '../releases/2c94b74/facts.json' with { type: 'json' }
import { query, quickPlace, runScript, startInstance } from './support/instance.ts'
import { asAdmin, dataOfRelease, expectGuards, expectProtected, fewerThan } from './support/upgraded.ts'

const sideOf = (side: string) => (side === 'user' ? 'user' : 'admin')

test('a backup of an earlier release is restored into an empty instance of this one', async () => {
  const dataDir = join(await quickPlace(), 'new')
  const [plain] = facts.backups
  const archive = join(import.meta.dirname, '../releases/2c94b74', plain?.name ?? '')
  const { code, output } = await runScript('restore', [archive], { dataDir })
  expect(output).toMatch(/Restored \d+ rows/)
  expect(code).toBe(0)
  const { url } = await startInstance({ dataDir })
  for (const { side, username, password } of facts.accounts) await signIn(url, sideOf(side), username, password)
  const held = Object.entries<number | undefined>(plain?.tables ?? {}).map(
    ([name, count = 0]) => [name, count] as const,
  )
  expect(await fewerThan(dataDir, new Map(held))).toEqual([])
})

test.each(['over an instance that has their tables', 'into an empty instance'])(
  'a backup of an earlier release with runtime resources is restored %s',
  async (where) => {
    const isEmpty = where === 'into an empty instance'
    const dataDir = isEmpty ? join(await quickPlace(), 'new') : await dataOfRelease()
    const whole = facts.backups[1]
    const archive = join(import.meta.dirname, '../releases/2c94b74', whole?.name ?? '')
    // Rows that a restore without the definitions could not bring back.
    if (!isEmpty) await query(dataDir, 'truncate res_exam_room, res_desk, res_block, res_locker')
    const { code, output } = await runScript('restore', [archive, ...(isEmpty ? [] : ['--force'])], { dataDir })
    expect(output).toMatch(/Restored \d+ rows/)
    expect(code).toBe(0)
    // What cannot be known from descriptions is told.
    expect(/made from the descriptions of their resources/.test(output)).toBe(isEmpty)
    expect(/hold texts: res_left.name, res_left.org_id/.test(output)).toBe(isEmpty)
    expect(/refer to rows that are missing.*: res_locker\./.test(output)).toBe(isEmpty)
    const { url } = await startInstance({ dataDir })
    expect(await fewerThan(dataDir, new Map(Object.entries(whole?.tables ?? {})))).toEqual([])
    await expectGuards(dataDir)
    const admin = await asAdmin(url)
    for (const { key, rows } of facts.stored) {
      const now = new Map((await rowsOf(admin, key)).map((row) => [row.id, row]))
      for (const row of rows) expect(now.get(row.id), `${key} ${row.id}`).toMatchObject(row)
    }
    await expectProtected(admin)
    const room = { name: 'After the restore', seats: 12, kind: 'a', orgId: facts.organizations.whole.id }
    const added = await admin.call('POST', '/adminApi/exam-room/add', room)
    expect(added).toMatchObject({ code: 200 })
    expect(await rowsOf(admin, 'exam-room')).toContainEqual(expect.objectContaining(room))
    for (const { access } of facts.sessions.alive) {
      const { code } = await personOf(url, { access, refresh: '' }).call('GET', '/adminApi/user/info')
      expect(code, 'everybody signs in again').toBe(401)
    }
  },
)
