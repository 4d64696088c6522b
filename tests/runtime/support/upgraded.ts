import { expect } from 'vitest'
import { type Person, signIn } from '../../releases/2c94b74/contract.ts'
import facts from '../../releases/2c94b74/facts.json' with { type: 'json' }
import { passwords } from '../../support/passwords.ts'
import { query, quickPlace } from './instance.ts'
import { fillWithRelease } from './release.ts'

// The release 2c94b74, on whose data this release starts.

/** Fills an empty data directory with what the release had. */
export const fill = (dataDir: string) => fillWithRelease(dataDir, '2c94b74', facts.release.madeAt)

/** A data directory of the release, for one test. */
export async function dataOfRelease(): Promise<string> {
  const dataDir = await quickPlace()
  await fill(dataDir)
  return dataDir
}

/** Signs in as the super administrator. */
export const asAdmin = (url: string) => signIn(url, 'admin', 'admin', passwords.admin)

/** Finds the tables with only users' data that hold fewer rows than before. */
export async function fewerThan(dataDir: string, held: ReadonlyMap<string, number>) {
  const names = facts.filledByPeople.filter((name) => held.has(name))
  const counts = await query<{ name: string; count: number }>(
    dataDir,
    names.map((name) => `select '${name}' as name, count(*)::int as count from ${name}`).join(' union all '),
  )
  expect(counts).toHaveLength(names.length)
  return counts.filter(({ name, count }) => count < (held.get(name) ?? 0))
}

/** What guards the data of the release still does. */
export async function expectGuards(dataDir: string): Promise<void> {
  for (const { name, on } of facts.guards) {
    const held = await query(
      dataDir,
      `select 1 from pg_constraint where conname = '${name}' and conrelid = '${on}'::regclass
      union all select 1 from pg_trigger where tgname = '${name}' and tgrelid = '${on}'::regclass and tgenabled <> 'D'`,
    )
    expect(held, `${name} on ${on}`).toHaveLength(1)
  }
}

/** Tries to delete rows that others refer to, in every way in which they can. */
export async function expectProtected({ call }: Person): Promise<void> {
  for (const { resource, id, by, how, status, reason } of facts.protected) {
    const answer = await call('DELETE', `/adminApi/${resource}/del?ids[]=${id}`)
    expect(answer, `${resource}, by ${how}`).toMatchObject({ status, data: { reason } })
    if (by)
      expect(answer.data, how).toMatchObject({
        uses: expect.arrayContaining([expect.objectContaining({ resource: by })]),
      })
  }
}
