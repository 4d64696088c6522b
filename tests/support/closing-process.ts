import pino from 'pino'
import { openDatabase } from '#src/db/client.server.ts'
import { workLimits } from '#src/db/work-limits.server.ts'
import { ClosingRounds } from '#src/features/closing/closing-rounds.server.ts'

// A process that only closes accounts whose requests are due. Tests kill it. It ends with its parent process.

const [url = '', secret = ''] = process.argv.slice(2)
const log = pino({ level: 'silent' })
const db = openDatabase(url, 2, { limits: workLimits.job })
new ClosingRounds({ db, log, secret }).start()
process.stdin.resume().on('end', () => process.exit(0))
