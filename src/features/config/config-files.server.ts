import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Field } from '#src/resource/description.ts'
import { addressesIn } from '#src/resource/field-traits.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { addressesOf, fileErrors } from '#src/server/files/file-check.server.ts'
import { filesAt } from '#src/server/files/stored-file.server.ts'
import type { Item } from './config-items.server.ts'

/**
 * Why an item cannot have a value with files: one does not exist, the actor may not see it, or everybody reads the item
 * and the file is private. What stands there already may stay.
 */
export async function refuseHiddenFiles(
  { tx, actor }: { tx: Db; actor: Actor },
  { row }: Pick<Item, 'row'>,
  field: Field,
  value: unknown,
): Promise<string | undefined> {
  if (!addressesIn(field)) return undefined
  const { [field.name]: missing } = await fileErrors(tx, actor, { [field.name]: value }, { [field.name]: row?.value })
  if (missing) return missing[0]
  if (!('public' in field) || field.public !== true) return undefined
  const before = new Set(addressesOf(row?.value))
  const added = addressesOf(value).filter((url) => !before.has(url))
  const open = new Set(
    (await filesAt(tx, added)).filter(({ visibility }) => visibility === 'public').map(({ url }) => url),
  )
  return added.every((url) => open.has(url)) ? undefined : m.config_filePrivate()
}
