import { reasonFor } from '#src/features/generator/entry-log.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { labelText, pluralLabel } from '#src/resource/label.ts'
import { findResource } from '#src/server/crud/resource-registry.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { explainDbError } from '#src/server/write/db-errors.server.ts'
import { addRow } from '#src/server/write/save.server.ts'
import type { ModuleManifest } from '../manifest.schema.ts'
import type { Applying } from './applying.server.ts'

type SeedValue = NonNullable<ModuleManifest['seeds']>[number]['rows'][number]['values'][string]

/** Adds the rows of a new installation, by the rules that rows of a form follow. Tables that were kept get none. */
export async function applySeeds(on: Applying): Promise<void> {
  const { tx, actor } = on.by
  const ids = new Map<string, number>()
  for (const { resource: key, rows } of on.after.seeds ?? []) {
    if (!on.fresh.has(key) || rows.length === 0) continue
    const found = await findResource(tx, key)
    if (!found) throw new Error(`The resource ${key} was made, and is not found`)
    const title = labelText(pluralLabel(found.resource.description))
    for (const [at, { seed, values }] of rows.entries()) {
      const entries = Object.entries(values).map(([name, value]) => [name, seedValueOf(value, ids)])
      const row = Object.fromEntries(entries)
      const { id } = await addRow(tx, found.resource, actor, row, on.changeSetId).catch((error: unknown) => {
        const told = explainDbError(error, {})
        if (!(told instanceof AppError)) throw error
        throw new AppError(409, m.modules_seedWrong({ title, row: at + 1, reason: reasonFor(told) }), {
          reason: 'state',
        })
      })
      if (seed !== undefined) ids.set(seed, id)
    }
    on.steps.push({ kind: 'seed', text: m.modules_stepSeeds({ count: rows.length, title }), loss: false })
  }
}

function seedValueOf(value: SeedValue, ids: ReadonlyMap<string, number>): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return 'seed' in value ? ids.get(value.seed) : labelText(value)
}
