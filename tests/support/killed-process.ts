import { once } from 'node:events'
import { openDatabase } from '#src/db/client.server.ts'
import { write } from '#src/db/write.server.ts'
import { generate, removeGenerated, undoGeneration } from '#src/features/generator/generate.server.ts'
import { changeModuleState, installModule, uninstallModule } from '#src/features/modules/store.server.ts'
import '#src/features/resources.server.ts'
import { withLocale } from '#src/i18n/locale.server.ts'
import type { Work } from './killed.ts'
import { superActor } from './super-actor.ts'

// A process that does several works at once, each in a database of its own, when it is told to. Tests kill it before
// their ends.

// Seam: the test that starts this process writes the list.
const works = JSON.parse(process.argv[2] ?? '[]') as Work[]
const author = { id: superActor.id, name: 'admin', address: '', requestId: '', proof: 'checked' as const }
process.stdout.write('ready')
await once(process.stdin, 'data')
await Promise.all(works.map(run))

function run({ url, call, body }: Work): Promise<unknown> {
  const db = openDatabase(url, 2)
  // The texts of a plan are part of what was agreed to.
  return withLocale('en', () =>
    write(db, author, 'save', async (tx, changeSetId) => {
      const by = { db, tx, actor: superActor, changeSetId }
      if (call === 'generate') return generate(by, body)
      if (call === 'undo') return undoGeneration(by, body.id)
      if (call === 'remove') return removeGenerated(by, body)
      if (call === 'install') return installModule(by, body)
      if (call === 'uninstall') return uninstallModule(by, body.uid, body.data)
      return changeModuleState(by, body.uid, body.on)
    }),
  )
}
