import pino from 'pino'
import { openDatabase } from '#src/db/client.server.ts'
import { workLimits } from '#src/db/work-limits.server.ts'
import { jobKinds, mounts } from '#src/features/mount.server.ts'
import { createApi } from '#src/server/api.server.ts'
import { Jobs } from '#src/server/jobs/jobs.server.ts'
import { outgoingClient } from '#src/server/outgoing/outgoing-client.server.ts'

// A process for background work only. Tests kill it. It ends with its parent process.

const [url = '', files = ''] = process.argv.slice(2)
const db = openDatabase(url, 8, { limits: workLimits.job })
const log = pino({ level: 'silent' })
const secret = 'x'.repeat(32)
const jobs = new Jobs({ db, log, files, secret, kinds: jobKinds })
// Creating the API registers the resources, which the jobs need.
createApi(
  {
    db,
    vitalDb: db,
    log,
    jobs,
    files,
    secret,
    outgoing: outgoingClient({ allowed: [], log }),
    allowed: [],
    settings: { adminClient: '', userClient: '', accessSeconds: 0, refreshSeconds: 0, refreshKeepSeconds: 0 },
  },
  mounts,
)
await jobs.start()
process.stdout.write('ready\n')
process.stdin.resume().on('end', () => process.exit(0))
