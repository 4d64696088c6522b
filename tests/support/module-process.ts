import { once } from 'node:events'
import { openDatabase } from '#src/db/client.server.ts'
import { write } from '#src/db/write.server.ts'
import { installModule } from '#src/features/modules/store.server.ts'
import '#src/features/resources.server.ts'
import { withLocale } from '#src/i18n/locale.server.ts'
import { superActor } from './super-actor.ts'

// A process that installs a module when it is told to. Tests kill it while it waits for a table.

const [url = '', uid = '', plan = ''] = process.argv.slice(2)
const db = openDatabase(url, 2)
process.stdout.write('ready')
await once(process.stdin, 'data')
const author = { id: superActor.id, name: 'admin', address: '', requestId: '' }
// The texts of a plan are part of what was agreed to.
await withLocale('en', () =>
  write(db, author, 'save', (tx, changeSetId) =>
    installModule({ db, tx, actor: superActor, changeSetId }, { uid, choices: {}, plan }),
  ),
)
