import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { writeBackup } from './lib/backup/write.ts'
import { filesDirectory, openDatabase } from './lib/database.ts'
import { main, ScriptError, say } from './lib/main.ts'

const here = process.cwd()

await main(async (env) => {
  const out = resolve(here, option() ?? `${env.DATA_DIR}/backups/yardstick-${stamp()}.tar.gz`)
  const database = await openDatabase({ env, log: say, share: true })
  try {
    const filesDir = await filesDirectory(env)
    say('Backing up.')
    const { manifest, leftOut } = await writeBackup({ url: database.directUrl, filesDir, workDir: env.DATA_DIR, out })
    const { tables, files } = manifest
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    say(`Backed up ${rows} rows of ${tables.length} tables and ${files.length} files to ${out}`)
    for (const what of leftOut) say(`Not in the backup: ${what}.`)
  } finally {
    await database.stop()
  }
})

function option(): string | undefined {
  try {
    return parseArgs({ options: { out: { type: 'string' } } }).values.out
  } catch {
    throw new ScriptError('Use it like this: npm run backup -- --out file.tar.gz')
  }
}

function stamp(): string {
  return new Date().toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')
}
