import pino from 'pino'
import { openDatabase } from '#src/db/client.server.ts'
import { workLimits } from '#src/db/work-limits.server.ts'
import { AnnouncementMailer } from '#src/server/notices/announcement-mail.server.ts'

// A process that only puts announcements in the outbox. Tests kill it. It ends with its parent process.

const [url = '', secret = ''] = process.argv.slice(2)
const log = pino({ level: 'silent' })
const db = openDatabase(url, 2, { limits: workLimits.job })
new AnnouncementMailer({ db, log, secret }).start()
process.stdin.resume().on('end', () => process.exit(0))
