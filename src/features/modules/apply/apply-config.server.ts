import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { config } from '#src/db/config.table.server.ts'
import { addOwnGroup, addOwnItem, deleteOwnGroup, ownGroups } from '#src/features/config/config-own.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { labelText } from '#src/resource/label.ts'
import type { OwnDefinition } from '#src/resource/own-setting.ts'
import { loadRows } from '#src/server/settings/own-items.server.ts'
import type { ModuleManifest } from '../manifest.schema.ts'
import type { Applying } from './applying.server.ts'

type Item = NonNullable<ModuleManifest['config']>['items'][number]

/** What marks the items of a module that is disabled, or whose data was kept. Nobody reads them. */
const OFF = sql`definition || '{"off": true}'`
const ON = sql`definition - 'off'`

/** The group of a module's settings, and the beginning of their names. */
function nameOf(uid: string, { name }: Item): string {
  return `${uid}_${name}`
}

/**
 * The names that a module needs for new settings, and that the site has given to settings of its own. What is left of
 * an earlier installation is not among them.
 */
export async function takenSettings(
  tx: Db,
  { uid, config: group }: ModuleManifest,
  before: ModuleManifest | null,
): Promise<string[]> {
  if (!group) return []
  if (!before?.config) return (await hasGroup(tx, uid)) ? [uid] : []
  const own = namesOf(before)
  const there = await loadRows(tx)
  return namesOf({ uid, config: group }).filter((name) => !own.includes(name) && there.has(name))
}

/** Adds settings that are new, brings back those that were kept, and gives the others the words of the new version. */
export async function applyConfig(on: Applying): Promise<void> {
  const { tx } = on.by
  const { config: group } = on.after
  if (!group) return
  await ensureGroup(tx, on.uid, group.title)
  const kept = new Map(
    (
      await tx
        .select({ name: config.name, type: sql<string>`definition ->> 'type'` })
        .from(config)
        .where(eq(config.group, on.uid))
    ).map(({ name, type }) => [name, type]),
  )
  let added = 0
  for (const [at, item] of group.items.entries()) {
    const name = nameOf(on.uid, item)
    const definition = definitionOf(item, group.items.length - at)
    const type = kept.get(name)
    if (type === definition.type) {
      await tx.update(config).set({ definition }).where(eq(config.name, name))
      continue
    }
    if (type !== undefined) {
      await tx.delete(config).where(eq(config.name, name))
      on.steps.push({ kind: 'config', text: m.modules_stepRetyped({ title: shown(definition) }), loss: true })
    }
    await addOwnItem(tx, name, on.uid, definition)
    // The check of the archive has compared it with its field.
    if (item.value !== undefined) await tx.update(config).set({ value: item.value }).where(eq(config.name, name))
    added += 1
  }
  if (added > 0) on.steps.push({ kind: 'config', text: m.modules_stepConfig({ count: added }), loss: false })
}

/** Removes the settings that the new version lacks. */
export async function removeConfig(on: Applying): Promise<void> {
  const kept = new Set(on.after.config?.items.map((item) => nameOf(on.uid, item)))
  const gone = on.before?.config?.items.filter((item) => !kept.has(nameOf(on.uid, item))) ?? []
  const names = gone.map((item) => nameOf(on.uid, item))
  if (names.length > 0) await on.by.tx.delete(config).where(inArray(config.name, names))
  for (const item of gone)
    on.steps.push({ kind: 'config', text: m.modules_stepConfigGoes({ title: shown(item) }), loss: true })
  if (on.before?.config && !on.after.config) await leaveGroup(on.by.tx, on.uid)
}

/** Hides the settings of a module. Their values stay. */
export async function hideConfig(tx: Db, manifest: ModuleManifest): Promise<void> {
  await tx.update(config).set({ definition: OFF }).where(ownItems(manifest))
  await leaveGroup(tx, manifest.uid)
}

/** Shows the settings of a module again. */
export async function showConfig(tx: Db, manifest: ModuleManifest): Promise<void> {
  const { uid, config: group } = manifest
  if (!group) return
  await ensureGroup(tx, uid, group.title)
  await tx.update(config).set({ definition: ON }).where(ownItems(manifest))
}

/** Deletes the settings of a module with their values, also those that an earlier version has left. */
export async function dropConfig(tx: Db, manifest: ModuleManifest): Promise<void> {
  const left = and(eq(config.group, manifest.uid), sql`definition ? 'off'`)
  await tx.delete(config).where(or(ownItems(manifest), left))
  await leaveGroup(tx, manifest.uid)
}

/** The settings of a module. The site may have added others to its group. */
function ownItems(manifest: ModuleManifest) {
  const own = and(eq(config.group, manifest.uid), sql`definition is not null`)
  return and(own, inArray(config.name, namesOf(manifest)))
}

function namesOf({ uid, config: group }: Pick<ModuleManifest, 'uid' | 'config'>): string[] {
  return group?.items.map((item) => nameOf(uid, item)) ?? []
}

/** Removes the group of a module. One in which the site has settings of its own becomes the site's. */
async function leaveGroup(tx: Db, uid: string): Promise<void> {
  const used = [...(await loadRows(tx)).values()].some(({ group, own }) => own !== undefined && group === uid)
  if (!used && (await hasGroup(tx, uid))) await deleteOwnGroup(tx, uid)
}

async function hasGroup(tx: Db, uid: string): Promise<boolean> {
  return (await ownGroups(tx)).some(({ name }) => name === uid)
}

async function ensureGroup(tx: Db, uid: string, title: { 'zh-cn': string; en: string }): Promise<void> {
  if (!(await hasGroup(tx, uid))) await addOwnGroup(tx, { name: uid, title: title['zh-cn'], titleEn: title.en })
}

function definitionOf({ name: _name, value: _value, ...given }: Item, weight: number): OwnDefinition {
  return { ...given, weight }
}

function shown({ title, titleEn }: { title: string; titleEn: string }): string {
  return labelText({ 'zh-cn': title, en: titleEn || title })
}
