import { eq, inArray } from 'drizzle-orm'
import type { Database, Db } from '#src/db/client.server.ts'
import { rule } from '#src/db/identity.table.server.ts'
import { type Author, write } from '#src/db/write.server.ts'
import { reasonFor } from '#src/features/generator/entry-log.server.ts'
import { resourceDescription } from '#src/features/resources/description.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { labelText } from '#src/resource/label.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { explainDbError } from '#src/server/write/db-errors.server.ts'
import { takenSettings } from './apply/apply-config.server.ts'
import { rulesOf } from './apply/apply-menus.server.ts'
import { applyModule, digestOfPlan } from './apply/apply-module.server.ts'
import { resourceKeyOf } from './apply/apply-resources.server.ts'
import type { Applying } from './apply/applying.server.ts'
import { trustedKeys } from './keys.server.ts'
import type { ModuleManifest } from './manifest.schema.ts'
import { type ModuleRelease, type ModuleRow, moduleTable } from './module.table.server.ts'
import { type Logging, oneAtATime } from './module-log.server.ts'
import { modulesHere, neededBy, needsOf, obstaclesOf } from './needs.server.ts'
import { releaseOf } from './releases.server.ts'
import { type ModulePlan, type ModuleState, moduleStates } from './store.schema.ts'
import { switchOn } from './switch.server.ts'

/** Who does something with a module. */
export type Storing = Logging & { changeSetId: number }

/** A module whose archive waits, with what is here of it. */
export type WaitingModule = { row: ModuleRow; release: ModuleRelease; before: ModuleRelease | null }

/** @throws AppError 404 when no archive of the module waits */
export async function waitingModule(tx: Db, uid: string): Promise<WaitingModule> {
  const [row] = await tx.select().from(moduleTable).where(eq(moduleTable.uid, uid)).for('update')
  const release = row?.waiting ? await releaseOf(tx, uid, row.waiting) : undefined
  if (!row || !release) throw new AppError(404, m.modules_nothingWaits())
  return { row, release, before: row.version === null ? null : ((await releaseOf(tx, uid, row.version)) ?? null) }
}

/** What has come of an installation, before anybody has agreed to it. */
export type Trial = { plan: ModulePlan; on: Applying }

/**
 * Does all that an installation does, and says what it was. Whoever only wants to look takes the transaction back.
 * @throws AppError when a step fails
 */
export async function tryInstallation(
  storing: Storing,
  { row, release, before }: WaitingModule,
  choices: Readonly<Record<string, string>>,
): Promise<Trial> {
  const { tx, actor } = storing
  const { manifest } = release
  const on: Applying = {
    by: { db: storing.db, tx, actor, within: true },
    changeSetId: storing.changeSetId,
    uid: manifest.uid,
    before: before?.manifest ?? null,
    after: manifest,
    made: { ...structuredClone(row.made), generations: [] },
    choices,
    fresh: new Set(),
    steps: [],
    sql: [],
    conflicts: [],
  }
  const plan = await emptyPlan(storing, { row, release, before })
  if (plan.problems.length > 0 || plan.needs.some(({ state }) => state !== 'fits')) return { plan, on }
  if (before && before.signer !== release.signer) askSigner(on, before, release)
  if (before && row.state === moduleStates.disabled) {
    await switchOn(tx, before.manifest, row.made)
    on.steps.push({ kind: 'part', text: m.modules_stepOn(), loss: false })
  }
  await applyModule(on)
  const { steps, sql, conflicts } = on
  const open = conflicts.some(({ chosen }) => chosen === null)
  const state = open ? moduleStates.conflicts : plan.state
  return { plan: { ...plan, state, steps, sql, conflicts, plan: digestOfPlan(release, on) }, on }
}

/**
 * The plan of an installation: it is carried out and taken back at once, so that what is shown is what happens.
 * @throws AppError 404
 */
export async function planInstallation(
  db: Database,
  actor: Actor,
  author: Author,
  { uid, choices }: { uid: string; choices: Readonly<Record<string, string>> },
): Promise<ModulePlan> {
  let waiting: WaitingModule | undefined
  const shown = await write(db, author, 'save', async (tx, changeSetId) => {
    await oneAtATime(tx)
    waiting = await waitingModule(tx, uid)
    throw new TakenBack((await tryInstallation({ db, tx, actor, changeSetId }, waiting, choices)).plan)
  }).catch(async (error: unknown) => {
    if (error instanceof TakenBack) return error.plan
    const told = explainDbError(error, {})
    if (!waiting || !(told instanceof AppError)) throw error
    const empty = await emptyPlan({ tx: db }, waiting)
    return { ...empty, problems: [...empty.problems, ...reasonFor(told).split('\n')] }
  })
  await db.update(moduleTable).set({ waitState: shown.state }).where(eq(moduleTable.uid, uid))
  return shown
}

/** Ends a transaction that was only for looking. */
class TakenBack extends Error {
  readonly plan: ModulePlan

  constructor(plan: ModulePlan) {
    super('The transaction was only for looking')
    this.plan = plan
  }
}

/** A plan without steps: what stands against it. */
async function emptyPlan({ tx }: Pick<Storing, 'tx'>, { release, before }: WaitingModule): Promise<ModulePlan> {
  const { manifest, signer } = release
  const here = await modulesHere(tx)
  const needs = needsOf(here, manifest)
  const taken = await occupied(tx, manifest, before?.manifest ?? null)
  const problems = await obstaclesOf(tx, here, manifest)
  if (release.origin !== 'product' && !(await trustedKeys(tx)).some(({ name }) => name === signer))
    problems.push(m.modules_signerGone({ name: signer }))
  const dependants = before ? neededBy(here, manifest.uid, manifest.version) : []
  for (const title of dependants) problems.push(m.modules_neededOld({ title }))
  for (const name of taken) problems.push(m.modules_occupied({ name }))
  const open = needs.some(({ state }) => state !== 'fits')
  const state: ModuleState = taken.length > 0 ? moduleStates.occupied : open ? moduleStates.needs : moduleStates.waiting
  return {
    uid: manifest.uid,
    title: labelText(manifest.title),
    version: manifest.version,
    from: before?.version ?? null,
    state,
    steps: [],
    sql: [],
    conflicts: [],
    needs,
    problems,
    signer: signer || null,
    plan: '',
  }
}

/** The names below the uid that something else has here: screens, menus and settings that this module has not made. */
async function occupied(tx: Db, manifest: ModuleManifest, before: ModuleManifest | null): Promise<string[]> {
  const { uid, resources = [] } = manifest
  const own = new Set(before?.resources?.map(resourceKeyOf))
  const keys = resources.map(resourceKeyOf).filter((key) => !own.has(key))
  const stored =
    keys.length === 0
      ? []
      : await tx
          .select({ name: resourceDescription.key })
          .from(resourceDescription)
          .where(inArray(resourceDescription.key, keys))
  const menus = before ? [] : await tx.select({ name: rule.name }).from(rule).where(rulesOf(uid)).limit(3)
  const settings = await takenSettings(tx, manifest, before)
  return [...new Set([...[...stored, ...menus].map(({ name }) => name), ...settings])]
}

function askSigner({ conflicts, choices }: Applying, before: ModuleRelease, { signer }: ModuleRelease): void {
  const name = (one: string) => one || m.modules_signedByProduct()
  const text = m.modules_conflictSigner({ old: name(before.signer), signer: name(signer) })
  const chosen = choices.signer === 'accept' ? 'accept' : null
  conflicts.push({ id: 'signer', text, choices: [{ value: 'accept', label: m.modules_wayAccept() }], chosen })
}
