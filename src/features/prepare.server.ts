import { type Database, openDatabase } from '#src/db/client.server.ts'
import { withMigratedDatabase } from '#src/db/migrate.server.ts'
import { workLimits } from '#src/db/work-limits.server.ts'
import { systemAuthor, write } from '#src/db/write.server.ts'
import { withLocale } from '#src/i18n/locale.server.ts'
import type { Side } from '#src/lib/side.ts'
import { passwordErrors } from '#src/server/access/password-policy.server.ts'
import { attachFileTriggers } from '#src/server/files/file-triggers.server.ts'
import { storeProblem, storeState } from '#src/server/files/store-id.server.ts'
import { placeResources } from '#src/server/history/resource-places.server.ts'
import { installQueue } from '#src/server/jobs/queue.server.ts'
import { seedAreas } from './area/area.seed.server.ts'
import { createAccount, findAccount, setPassword } from './auth/account.server.ts'
import { seedEducateLevels } from './educate-level/educate-level.seed.server.ts'
import { seedExamSchemes } from './exam-scheme/exam-scheme.seed.server.ts'
import { recordFactor, removeFactors } from './factors/factors.server.ts'
import { endInterrupted, GENERATION_LOCK } from './generator/entry-log.server.ts'
import { crudLog } from './generator/generation.table.server.ts'
import { seedTemplates } from './messages/template.seed.server.ts'
import { moduleLog } from './modules/module.table.server.ts'
import { MODULE_LOCK } from './modules/module-log.server.ts'
import { runtimeResources } from './resources/runtime-resource.server.ts'
import { resources } from './resources.server.ts'
import { seedRules } from './rules/rules.seed.server.ts'
import { seedWatchRules } from './security/watch-rules.seed.server.ts'
import { seedConfig } from './site/config.seed.server.ts'
import { seedStudentYears } from './student-year/student-year.seed.server.ts'
import { seedSubjects } from './subject/subject.seed.server.ts'

export type Prepared = {
  adminCreated: boolean
  memberCreated: boolean
  /** What is wrong with the directory of files; `fatal`: files of this database are missing in it. */
  files?: { problem: string; fatal: boolean }
}

/**
 * Prepares a database for this release: schema, reference data, built-in rules and settings, first accounts. Several
 * processes may run it at once; a lock lets one run after the other.
 * @param memberPassword when undefined, no demo member is created
 */
export function prepareDatabase(options: {
  url: string
  adminPassword: string
  memberPassword?: string
  /** The directory of files, which has to be that of this database. */
  filesDir?: string
}): Promise<Prepared> {
  return withMigratedDatabase(options.url, async () => {
    const db = openDatabase(options.url, 2, { limits: workLimits.job })
    try {
      await installQueue(db)
      const seeded = await write(db, systemAuthor, 'seed', async (tx) => {
        await seedConfig(tx)
        await seedAreas(tx)
        await seedEducateLevels(tx)
        await seedSubjects(tx)
        await seedStudentYears(tx)
        await seedExamSchemes(tx)
        await seedRules(tx)
        const known = [...resources, ...(await runtimeResources(tx))]
        await attachFileTriggers(
          tx,
          known.map(({ resource }) => resource),
        )
        await seedTemplates(tx)
        await placeResources(
          tx,
          resources.map(({ resource }) => resource),
        )
        await seedWatchRules(tx)
        const ensure = async (kind: Side, username: string, password: string) => {
          if (await findAccount(tx, kind, username)) return false
          await createAccount(tx, { kind, username, password, nickname: username, super: kind === 'admin' })
          return true
        }
        const adminCreated = await ensure('admin', 'admin', options.adminPassword)
        const memberCreated = options.memberPassword ? await ensure('user', 'member', options.memberPassword) : false
        return { adminCreated, memberCreated }
      })
      await endInterrupted(db, crudLog, GENERATION_LOCK)
      await endInterrupted(db, moduleLog, MODULE_LOCK)
      return { ...seeded, ...(options.filesDir === undefined ? {} : await checkStore(db, options.filesDir)) }
    } finally {
      await db.$client.end()
    }
  })
}

async function checkStore(db: Database, directory: string): Promise<Pick<Prepared, 'files'>> {
  const state = await storeState(db, directory)
  const problem = storeProblem(state, directory)
  return problem === undefined || state.fits ? {} : { files: { problem, fatal: state.hasFiles } }
}

/**
 * Sets a new password for an account of the back office, removes its second factors and ends its sessions. It is the
 * way in for whoever has lost them.
 * @returns what the configured policy misses in the password; the way in stays open all the same
 * @throws Error when the account does not exist
 */
export async function resetAdminPassword(url: string, password: string, username = 'admin'): Promise<string[]> {
  const db = openDatabase(url, 1)
  try {
    const admin = await findAccount(db, 'admin', username)
    if (!admin) throw new Error(`There is no account "${username}" in this database.`)
    // Commands speak English.
    const lacks = await withLocale('en', () => passwordErrors(db, password, { id: admin.id }))
    await write(db, systemAuthor, 'save', async (tx) => {
      await setPassword(tx, admin.id, password)
      if (await removeFactors(tx, admin.id))
        await recordFactor(tx, { accountId: admin.id, factor: 'all', added: false })
    })
    return lacks
  } finally {
    await db.$client.end()
  }
}
