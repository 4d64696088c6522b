import { eq, isNotNull } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { removeGenerated, undoGeneration } from '#src/features/generator/generate.server.ts'
import { storedDesign } from '#src/features/generator/stored-design.server.ts'
import { withLocale } from '#src/i18n/locale.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { AppError } from '#src/server/errors.server.ts'
import { dropConfig, hideConfig } from './apply/apply-config.server.ts'
import { removeAllMenus } from './apply/apply-menus.server.ts'
import { applyAround } from './apply/apply-module.server.ts'
import { dropReminders } from './apply/apply-reminders.server.ts'
import { resourceKeyOf } from './apply/apply-resources.server.ts'
import { dropRoles, silenceRoles } from './apply/apply-roles.server.ts'
import { distrustKey } from './keys.server.ts'
import type { ModuleManifest } from './manifest.schema.ts'
import { type ModuleRelease, type ModuleRow, moduleTable } from './module.table.server.ts'
import { logged, oneAtATime } from './module-log.server.ts'
import { nothingMade } from './module-made.server.ts'
import { type ModulesHere, modulesHere, neededBy, needsOf, obstaclesOf } from './needs.server.ts'
import type { ProductPart } from './parts.server.ts'
import { type Storing, tryInstallation, waitingModule } from './plan.server.ts'
import { productVersion } from './product-version.server.ts'
import { forgetReleases, releaseOf } from './releases.server.ts'
import { moduleStates } from './store.schema.ts'
import { refuseOutside, switchOff, switchOn } from './switch.server.ts'

/** What the answer to an installation is that cannot go on yet: -1 conflicts without a choice, -2 missing modules. */
const ANSWERS = { conflicts: -1, needs: -2 } as const

/**
 * Installs or updates a module whose archive waits, as it was shown.
 * @param plan the digest of the plan
 * @throws AppError 404, 409
 */
export async function installModule(
  storing: Storing,
  { uid, choices, plan }: { uid: string; choices: Readonly<Record<string, string>>; plan: string },
): Promise<{ version: string }> {
  const { tx } = storing
  await oneAtATime(tx)
  const waiting = await waitingModule(tx, uid)
  const { row, release, before } = waiting
  const { version } = release
  const done = {
    uid,
    title: release.manifest.title,
    kind: before ? 'update' : 'install',
    version,
    from: before?.version ?? null,
  } as const
  await logged(storing, done, async () => {
    const { plan: shown, on } = await tryInstallation(storing, waiting, choices)
    const { problems, needs, conflicts } = shown
    if (problems.length > 0) throw new AppError(409, problems.join('\n'), { reason: 'state', problems })
    if (needs.some(({ state }) => state !== 'fits'))
      throw new AppError(409, m.modules_needsOpen(), { reason: 'state', answer: ANSWERS.needs, needs })
    if (conflicts.some(({ chosen }) => chosen === null))
      throw new AppError(409, m.modules_conflictsOpen(), { reason: 'state', answer: ANSWERS.conflicts, conflicts })
    if (shown.plan !== plan) throw new AppError(409, m.generator_planChanged(), { reason: 'changed' })
    await save(tx, row, {
      state: moduleStates.installed,
      version,
      waiting: null,
      previous: before?.version ?? null,
      made: { ...on.made, statuses: {} },
    })
    await forgetReleases(tx, uid, version, before?.version ?? null)
  })
  return { version }
}

/** Hides a module and keeps all of it, or shows it again. @throws AppError 404, 409 */
export async function changeModuleState(storing: Storing, uid: string, on: boolean): Promise<void> {
  const { tx } = storing
  await oneAtATime(tx)
  const { row, release } = await installedModule(tx, uid)
  const { manifest, version } = release
  const state = on ? moduleStates.installed : moduleStates.disabled
  if (row.state === state) throw new AppError(409, on ? m.modules_isOn() : m.modules_isOff(), { reason: 'done' })
  const done = { uid, title: manifest.title, kind: on ? 'enable' : 'disable', version } as const
  await logged(storing, done, async () => {
    if (on) {
      refuseUnmet(await modulesHere(tx), manifest)
      await switchOn(tx, manifest, row.made)
      await save(tx, row, { state, made: { ...row.made, statuses: {} } })
    } else {
      await refuseNeeded(tx, uid)
      await save(tx, row, { state, made: await switchOff(tx, manifest, row.made) })
    }
  })
}

/** Switches a part of the product on or off, with an entry in the log. */
export async function switchPart(
  storing: Storing,
  { uid, title, switchOn: turn }: ProductPart,
  on: boolean,
): Promise<void> {
  const { tx } = storing
  await oneAtATime(tx)
  const named = { 'zh-cn': withLocale('zh-cn', title), en: withLocale('en', title) }
  const done = { uid, title: named, kind: on ? 'enable' : 'disable', version: productVersion() } as const
  await logged(storing, done, () => turn(tx, on))
}

/**
 * Removes a module. `keep`: its tables, roles and settings stay for a later installation. `aside`: its tables get other
 * names, and the rest goes.
 * @throws AppError 404, 409
 */
export async function uninstallModule(storing: Storing, uid: string, data: 'keep' | 'aside'): Promise<void> {
  const { tx } = storing
  const by = { db: storing.db, tx, actor: storing.actor, within: true } as const
  await oneAtATime(tx)
  const { row, release } = await installedModule(tx, uid)
  const { manifest, version } = release
  await logged(storing, { uid, title: manifest.title, kind: 'uninstall', version }, async () => {
    await refuseNeeded(tx, uid)
    await refuseOutside(tx, manifest)
    if (row.state === moduleStates.disabled) await switchOn(tx, manifest, row.made)
    for (const resource of manifest.resources?.toReversed() ?? []) {
      const stored = await storedDesign(tx, resourceKeyOf(resource), true)
      // Somebody may have removed the screen in the generator.
      if (!stored) continue
      await removeGenerated(by, { key: resourceKeyOf(resource), version: stored.version, table: data === 'aside' })
    }
    await removeAllMenus(tx, manifest)
    await dropReminders(tx, uid, data)
    const { roles } = row.made
    if (data === 'keep') {
      await hideConfig(tx, manifest)
      await silenceRoles(tx, Object.values(roles))
    } else {
      await dropRoles(tx, Object.values(roles))
      await dropConfig(tx, manifest)
    }
    await forgetReleases(tx, uid)
    const made = data === 'keep' ? { ...nothingMade, roles } : nothingMade
    await save(tx, row, { state: moduleStates.none, version: null, waiting: null, previous: null, made })
  })
}

/** Brings the version back that the last update has replaced. @throws AppError 404, 409 */
export async function bringBack(storing: Storing, uid: string): Promise<{ version: string }> {
  const { tx, actor, db, changeSetId } = storing
  const by = { db, tx, actor, within: true } as const
  await oneAtATime(tx)
  const { row, release } = await installedModule(tx, uid)
  const former = row.previous === null ? undefined : await releaseOf(tx, uid, row.previous)
  if (!former) throw new AppError(409, m.modules_noPrevious(), { reason: 'state' })
  if (row.state === moduleStates.disabled) throw new AppError(409, m.modules_isOff(), { reason: 'state' })
  const { version } = former
  const done = { uid, title: former.manifest.title, kind: 'back', version, from: release.version } as const
  await logged(storing, done, async () => {
    const here = await modulesHere(tx)
    const dependants = neededBy(here, uid, version)
    if (dependants.length > 0) throw needed(dependants)
    refuseUnmet(here, former.manifest)
    // What stands against it now may have come after the update.
    const problems = await obstaclesOf(tx, here, former.manifest)
    if (problems.length > 0) throw new AppError(409, problems.join('\n'), { reason: 'state', problems })
    for (const id of row.made.generations.toReversed()) await undoGeneration(by, id)
    const made = { ...structuredClone(row.made), generations: [] }
    await applyAround({
      by,
      changeSetId,
      uid,
      before: release.manifest,
      after: former.manifest,
      made,
      choices: {},
      fresh: new Set(),
      steps: [],
      sql: [],
      conflicts: [],
    })
    await save(tx, row, { version, previous: null, waiting: null, made })
    await forgetReleases(tx, uid, version)
  })
  return { version }
}

/** Throws an archive away that waits. @throws AppError 404 */
export async function discardWaiting(tx: Db, uid: string): Promise<void> {
  await oneAtATime(tx)
  await discard(tx, (await waitingModule(tx, uid)).row)
}

async function discard(tx: Db, row: ModuleRow): Promise<void> {
  await save(tx, row, { waiting: null, ...(row.version === null ? { state: moduleStates.none } : {}) })
  await forgetReleases(tx, row.uid, row.version, row.previous)
}

/**
 * Trusts a key no longer. What is installed stays. What waits goes: another key may get the name later.
 * @throws AppError 404
 */
export async function distrustSigner(storing: Storing, key: string): Promise<void> {
  const { tx } = storing
  await oneAtATime(tx)
  const name = await distrustKey(storing, key)
  for (const row of await tx.select().from(moduleTable).where(isNotNull(moduleTable.waiting))) {
    const release = row.waiting === null ? undefined : await releaseOf(tx, row.uid, row.waiting)
    if (release && release.origin !== 'product' && release.signer === name) await discard(tx, row)
  }
}

/** @throws AppError 404 */
async function installedModule(tx: Db, uid: string): Promise<{ row: ModuleRow; release: ModuleRelease }> {
  const [row] = await tx.select().from(moduleTable).where(eq(moduleTable.uid, uid)).for('update')
  const release = row?.version ? await releaseOf(tx, uid, row.version) : undefined
  if (!row || !release) throw new AppError(404, m.modules_notInstalled())
  return { row, release }
}

/** @throws AppError 409 when a module lacks another that it needs */
function refuseUnmet(here: ModulesHere, manifest: ModuleManifest): void {
  const needs = needsOf(here, manifest)
  if (needs.some(({ state }) => state !== 'fits'))
    throw new AppError(409, m.modules_needsOpen(), { reason: 'state', answer: ANSWERS.needs, needs })
}

async function refuseNeeded(tx: Db, uid: string): Promise<void> {
  const dependants = neededBy(await modulesHere(tx), uid, null)
  if (dependants.length > 0) throw needed(dependants)
}

function needed(titles: readonly string[]): AppError {
  return new AppError(409, m.modules_needed({ titles: titles.join(m.crud_listSeparator()) }), { reason: 'referenced' })
}

async function save(tx: Db, { id }: ModuleRow, values: Partial<ModuleRow>): Promise<void> {
  await tx
    .update(moduleTable)
    .set({ ...values, updateTime: new Date().toISOString() })
    .where(eq(moduleTable.id, id))
}
