import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Field } from '#src/resource/description.ts'
import { isSecret } from '#src/resource/field-traits.ts'
import type { FieldValue } from '#src/resource/field-value.ts'
import { ownBlank, ownDefinition, ownField } from '#src/resource/own-setting.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { AppError, invalid } from '#src/server/errors.server.ts'
import { loadRows } from '#src/server/settings/own-items.server.ts'
import { refuseHiddenFiles } from './config-files.server.ts'
import { formValuesOf, itemsOf } from './config-items.server.ts'
import { addOwnGroup, addOwnItem, ownGroups } from './config-own.server.ts'
import { type ConfigWriter, lockConfig, saveConfig } from './config-save.server.ts'

const name = v.pipe(v.string(), v.maxLength(40))

/** The file of an export. Secrets are not in it, and what an environment variable fixes neither. */
export const configFile = v.strictObject({
  format: v.literal('yardstick-config', () => m.config_fileWrong()),
  values: v.record(name, v.unknown()),
  groups: v.optional(v.array(v.strictObject({ name, title: v.string(), titleEn: v.string() })), []),
  items: v.optional(v.array(v.strictObject({ name, group: name, definition: ownDefinition })), []),
})

export type ConfigFile = v.InferOutput<typeof configFile>

/** Everything that another site can take over. */
export async function exportConfig(db: Db): Promise<ConfigFile> {
  const items = itemsOf(await loadRows(db))
  const told = items.filter(({ secret, fixed }) => !secret && !fixed)
  return {
    format: 'yardstick-config',
    values: Object.assign({}, ...told.map((item) => formValuesOf(item, item.row?.value))),
    groups: (await ownGroups(db)).map((group) => ({ ...group })),
    items: items.flatMap(({ own, name: item, group }) => (own ? [{ name: item, group, definition: own }] : [])),
  }
}

/** What a file would change: the values that differ, and the groups and items that are new here. */
export async function compareFile(db: Db, actor: Actor, file: ConfigFile) {
  const items = itemsOf(await loadRows(db))
  const groups = await ownGroups(db)
  const newGroups = file.groups.filter((one) => !groups.some((group) => group.name === one.name))
  const newItems = file.items.filter((one) => !items.some((item) => item.name === one.name))
  const skipped: string[] = []
  const differences: { field: Field; name: string; before: FieldValue; after: unknown }[] = []
  for (const [field, after] of Object.entries(file.values)) {
    const item = items.find(({ fields }) => fields.some((one) => one.name === field))
    const added = newItems.find((one) => one.name === field)
    const described = item?.fields.find((one) => one.name === field) ?? (added && ownField(field, added.definition))
    // A secret in a file is none any more, so it is not taken from there.
    if (!described || isSecret(described) || item?.fixed) {
      skipped.push(field)
      continue
    }
    const before = item ? formValuesOf(item, item.row?.value)[field] : added && ownBlank(field, added.definition)
    if (isDeepStrictEqual(before, after)) continue
    // Files of another site are not here.
    if (await refuseHiddenFiles({ tx: db, actor }, { row: item?.row }, described, after)) skipped.push(field)
    else differences.push({ field: described, name: field, before: before ?? null, after })
  }
  return { differences, newGroups, newItems, skipped }
}

/** Takes over what differs, all of it or nothing. @throws AppError 422 with messages by field */
export async function importConfig(writer: ConfigWriter, file: ConfigFile): Promise<number> {
  const { tx } = writer
  await lockConfig(tx)
  const { differences, newGroups, newItems } = await compareFile(tx, writer.actor, file)
  for (const group of newGroups) await addOwnGroup(tx, group)
  for (const item of newItems) await atItem(item.name, () => addOwnItem(tx, item.name, item.group, item.definition))
  const values = Object.fromEntries(differences.map(({ name: field, after }) => [field, after]))
  await saveConfig(writer, { values })
  return differences.length + newGroups.length + newItems.length
}

/** Errors of an item in the file are told with its name. */
async function atItem(item: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const errors: unknown = error instanceof AppError && Object(error.data).errors
    if (typeof errors !== 'object' || errors === null) throw error
    throw invalid({ [item]: Object.values(errors).flat().map(String) })
  }
}
