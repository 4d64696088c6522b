import { existsSync } from 'node:fs'
import { clusterPlace } from '#src/db/embedded/identity.server.ts'
import { pendingMigrations } from '#src/db/pending-migrations.server.ts'
import { openDatabase } from './lib/database.ts'
import { main, say } from './lib/main.ts'

// `npm run migrations` shows the migrations that the database in use lacks. It changes nothing: the next start applies
// them.

await main(async (env) => {
  // Opening the embedded database would make it.
  const missing = !env.DATABASE_URL && !existsSync(await clusterPlace(env.DATA_DIR))
  const database = missing ? undefined : await openDatabase({ env, log: say, share: true })
  try {
    const pending = await pendingMigrations(database?.directUrl)
    for (const name of pending) say(name)
    if (pending.length === 0) say('Every migration is applied.')
  } finally {
    await database?.stop()
  }
})
