import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { config } from '#src/db/config.table.server.ts'
import { configSchema } from '#src/server/config.server.ts'
import { settings } from '#src/server/settings/registry.server.ts'

/** Stores every missing setting with its default value. */
export async function seedConfig(db: Db): Promise<void> {
  const defaults: Readonly<Record<string, unknown>> = v.parse(configSchema, {})
  const rows = Object.entries(settings).map(([name, { group }]) => ({ name, value: defaults[name], group }))
  await db.insert(config).values(rows).onConflictDoNothing()
}
