import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import { addressesIn } from '#src/resource/field-traits.ts'
import type { Actor } from '../access/actor.server.ts'
import type { Resource } from '../crud/resource.server.ts'
import { filesSeen } from './file-access.server.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * The errors of values with addresses of files that do not exist or that the actor may not see, by field: otherwise
 * somebody could read a private file by naming its address in a row of their own.
 * @param before the values so far. What stands there already may stay
 */
export async function fileErrors(db: Db, actor: Actor, values: Values, before: Values = {}): Promise<FieldErrors> {
  const added = Object.entries(values).flatMap(([name, value]) => {
    const kept = new Set(addressesOf(before[name]))
    const urls = addressesOf(value).filter((url) => !kept.has(url))
    return urls.length > 0 ? [{ name, urls }] : []
  })
  if (added.length === 0) return {}
  const seen = await filesSeen(
    db,
    actor,
    added.flatMap(({ urls }) => urls),
  )
  const wrong = added.filter(({ urls }) => !urls.every((url) => seen.has(url)))
  return Object.fromEntries(wrong.map(({ name }) => [name, [m.files_noSuchFile()]]))
}

/** The same for the fields of a resource that hold addresses of files. */
export function rowFileErrors(db: Db, { fields }: Resource, actor: Actor, values: Values, row?: Values) {
  const some = Object.entries(values).filter(([name]) => {
    const field = fields.get(name)
    return field && addressesIn(field) && !field.readOnly
  })
  return some.length === 0 ? Promise.resolve({}) : fileErrors(db, actor, Object.fromEntries(some), row)
}

/** The addresses of files in a value: an address, a list of them, HTML. The database finds the same. */
export function addressesOf(value: unknown): string[] {
  const text = typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value)
  return [...new Set([...text.matchAll(/\/storage\/[A-Za-z0-9._/-]+/g)].map(([url]) => url.replace(/\.+$/, '')))]
}
