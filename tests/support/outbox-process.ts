import pino from 'pino'
import { openDatabase } from '#src/db/client.server.ts'
import { workLimits } from '#src/db/work-limits.server.ts'
import { Outbox } from '#src/server/outbox/outbox.server.ts'
import { outgoingClient } from '#src/server/outgoing/outgoing-client.server.ts'

// A process that only sends messages. Tests kill it. It ends with its parent process.

const [url = '', secret = ''] = process.argv.slice(2)
const log = pino({ level: 'silent' })
const db = openDatabase(url, 4, { limits: workLimits.job })
const ask = outgoingClient({ allowed: [], log })
new Outbox({ db, log, secret, folder: '', ask }).start()
process.stdin.resume().on('end', () => process.exit(0))
