import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { jsonNull } from '#src/db/columns.server.ts'
import { config } from '#src/db/config.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { fieldSchema } from '#src/resource/field-schema.ts'
import { isSecret, relationTarget } from '#src/resource/field-traits.ts'
import { type OwnDefinition, optionTypes, ownBlank, ownField, settingNamePattern } from '#src/resource/own-setting.ts'
import { settingValue } from '#src/server/config.server.ts'
import { findResource } from '#src/server/crud/resource-registry.server.ts'
import { AppError, invalid } from '#src/server/errors.server.ts'
import { loadRows } from '#src/server/settings/own-items.server.ts'
import { isSettingName, type SettingValues } from '#src/server/settings/registry.server.ts'
import { settingGroups } from '#src/server/settings/setting.ts'
import { lockConfig } from './config-save.server.ts'

export type OwnGroup = SettingValues['configGroups'][number]

/** The groups that the site has added. */
export async function ownGroups(db: Db): Promise<readonly OwnGroup[]> {
  const rows = await loadRows(db)
  // Seam: the schema of the setting gives its type.
  return settingValue('configGroups', rows.get('configGroups')?.value) as readonly OwnGroup[]
}

/** Whether a group exists, built in or own. */
async function isGroup(tx: Db, name: string): Promise<boolean> {
  return settingGroups.some((one) => one === name) || (await ownGroups(tx)).some((one) => one.name === name)
}

/** Adds an item of the site. @throws AppError 422 with messages by field */
export async function addOwnItem(tx: Db, name: string, group: string, own: OwnDefinition): Promise<number> {
  await lockConfig(tx)
  await checkOwnItem(tx, name, group, own)
  const rows = await loadRows(tx)
  // Names differ by more than their case, or people mix them up.
  const taken = [...rows.keys()].some((one) => one.toLowerCase() === name.toLowerCase())
  if (taken || isSettingName(name)) throw invalid({ name: [m.config_nameTaken()] })
  const field = ownField(name, own)
  const value = isSecret(field) ? '' : ownBlank(name, own)
  const [added] = await tx
    .insert(config)
    .values({ name, group, value: value ?? jsonNull, definition: own })
    .returning({ id: config.id })
  return added?.id ?? 0
}

/** @throws AppError 422 with messages by field of the dialog */
async function checkOwnItem(tx: Db, name: string, group: string, own: OwnDefinition): Promise<void> {
  if (!settingNamePattern.test(name)) throw invalid({ name: [m.config_nameWrong()] })
  if (!(await isGroup(tx, group))) throw invalid({ group: [m.rule_option()] })
  const field = ownField(name, own)
  const target = relationTarget(field)
  const keys = own.options.map(({ key }) => key)
  if (optionTypes.some((one) => one === own.type)) {
    if (keys.length === 0) throw invalid({ options: [m.config_optionsNeeded()] })
    if (keys.some((key) => key === '')) throw invalid({ options: [m.config_optionKeyNeeded()] })
    if (new Set(keys).size < keys.length) throw invalid({ options: [m.config_optionTwice()] })
  }
  if (own.min !== null && own.max !== null && own.min > own.max) throw invalid({ max: [m.config_limitsWrong()] })
  if (target && !(await findResource(tx, target.resource))) throw invalid({ resource: [m.rule_option()] })
  if (own.public && isSecret(field)) throw invalid({ public: [m.config_secretPublic()] })
  // A definition of which no schema can be made would break its tab.
  v.safeParse(fieldSchema(field), null)
}

/** Deletes own items. Built-in settings stay. @throws AppError 404, 403 */
export async function deleteOwnItems(tx: Db, ids: readonly number[]): Promise<number> {
  await lockConfig(tx)
  const rows = [...(await loadRows(tx)).values()]
  for (const id of ids) {
    const row = rows.find((one) => one.id === id)
    if (!row) throw new AppError(404, m.error_rowMissing())
    if (!row.own || isSettingName(row.name)) throw new AppError(403, m.config_builtInStays())
    await tx.delete(config).where(eq(config.id, id))
  }
  return ids.length
}

/** Adds a group of the site. @throws AppError 422 */
export async function addOwnGroup(tx: Db, added: OwnGroup): Promise<void> {
  await lockConfig(tx)
  if (!settingNamePattern.test(added.name)) throw invalid({ name: [m.config_nameWrong()] })
  if (await isGroup(tx, added.name)) throw invalid({ name: [m.config_nameTaken()] })
  await storeGroups(tx, [...(await ownGroups(tx)), added])
}

/** Deletes an own group without items. @throws AppError 404, 409 */
export async function deleteOwnGroup(tx: Db, name: string): Promise<void> {
  await lockConfig(tx)
  const groups = await ownGroups(tx)
  if (!groups.some((one) => one.name === name)) throw new AppError(404, m.config_groupMissing())
  const used = [...(await loadRows(tx)).values()].some((row) => row.own && row.group === name)
  if (used) throw new AppError(409, m.config_groupUsed())
  await storeGroups(
    tx,
    groups.filter((one) => one.name !== name),
  )
}

async function storeGroups(tx: Db, value: readonly OwnGroup[]): Promise<void> {
  await tx
    .insert(config)
    .values({ name: 'configGroups', group: 'site', value })
    .onConflictDoUpdate({ target: config.name, set: { value } })
}
