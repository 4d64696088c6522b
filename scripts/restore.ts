import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readBackup } from './lib/backup/read.ts'
import { filesDirectory, openDatabase } from './lib/database.ts'
import { main, root, ScriptError, say } from './lib/main.ts'

const here = process.cwd()

await main(async (env) => {
  const { file, force } = options()
  const database = await openDatabase({ env, log: say, share: true })
  try {
    say('Restoring.')
    const { tables, files } = await readBackup({
      url: database.directUrl,
      filesDir: await filesDirectory(env),
      workDir: env.DATA_DIR,
      archive: resolve(here, file),
      migrationsFolder: `${root}/src/db/migrations`,
      force,
      say,
    })
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    say(`Restored ${rows} rows of ${tables.length} tables and ${files.length} files. Everybody signs in again.`)
  } finally {
    await database.stop()
  }
})

function options(): { file: string; force: boolean } {
  try {
    const { values, positionals } = parseArgs({ options: { force: { type: 'boolean' } }, allowPositionals: true })
    const [file] = positionals
    if (file && positionals.length === 1) return { file, force: values.force ?? false }
  } catch {
    // An unknown option: the error below shows the usage.
  }
  throw new ScriptError('Use it like this: npm run restore -- file.tar.gz [--force]')
}
