import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { config } from '#src/db/config.table.server.ts'
import { configSchema } from '#src/server/config.server.ts'

/** Stores every missing setting with its default value. */
export async function seedConfig(db: Db): Promise<void> {
  const group = (name: string) =>
    name.startsWith('upload') ? 'upload' : name.startsWith('terminal') ? 'terminal' : 'basics'
  const rows = Object.entries(v.parse(configSchema, {})).map(([name, value]) => ({ name, value, group: group(name) }))
  await db.insert(config).values(rows).onConflictDoNothing()
}
