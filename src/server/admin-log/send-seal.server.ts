import { createHmac } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { adminLogSend } from '#src/db/admin-log.table.server.ts'
import type { Database, Db } from '#src/db/client.server.ts'
import type { Locale } from '#src/i18n/locale.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatIn } from '#src/lib/date.ts'
import { withoutSecret } from '#src/lib/without-secret.ts'
import { readConfig, readSecret, siteNameIn } from '../config.server.ts'
import { AppError } from '../errors.server.ts'
import { chosenLanguage } from '../notices/mail-choice.server.ts'
import { sendMessage } from '../outbox/send-message.server.ts'
import { OutgoingError } from '../outgoing/outgoing-error.server.ts'
import type { Outgoing } from '../outgoing/outgoing-types.ts'
import { newestSeal, sealLog } from './seal-log.server.ts'

/** A failed way is tried again after so long. */
const AGAIN = '10 minutes'
const FAILURE_MAX = 300
/** Sends that are remembered. */
const KEPT = 500

const limits = { connect: 10_000, headers: 20_000, whole: 30_000, bytes: 10_000 }

const periods = { off: undefined, daily: '23 hours 55 minutes', weekly: '6 days 23 hours' } as const

export type SealSender = { db: Database; log: Pick<Logger, 'info' | 'warn'>; secret: string; ask: Outgoing }

type Seal = NonNullable<Awaited<ReturnType<typeof newestSeal>>>
type Way = 'mail' | 'webhook'

/** Sends the newest seal on each way whose time has come. @returns how many were tried */
export async function sendSeals(sender: SealSender): Promise<number> {
  const { db } = sender
  const { sealSend, sealMails, sealUrl } = await readConfig(db, ['sealSend', 'sealMails', 'sealUrl'])
  const period = periods[sealSend]
  if (!period) return 0
  const mails = sealAddresses(sealMails).map((recipient) => ({ way: 'mail', recipient }) as const)
  const ways: { way: Way; recipient: string }[] = [...mails]
  if (sealUrl !== '') ways.push({ way: 'webhook', recipient: sealUrl })
  let tried = 0
  for (const { way, recipient } of ways) if (await sendOn(sender, way, recipient, period)) tried += 1
  return tried
}

/** One address a line. */
function sealAddresses(text: string): string[] {
  return text.split(/[\s,;]+/).filter((one) => one !== '')
}

async function sendOn(sender: SealSender, way: Way, recipient: string, period: string): Promise<boolean> {
  const { db, log } = sender
  if (!(await isDue(db, way, recipient, period))) return false
  await sealLog(db)
  const seal = await newestSeal(db)
  const id = seal && (await claim(db, way, recipient, period, seal))
  if (!seal || id === undefined) return false
  const failure = way === 'mail' ? await mailSeal(sender, recipient, seal) : await postSeal(sender, recipient, seal)
  await db
    .update(adminLogSend)
    .set({ failure: failure.slice(0, FAILURE_MAX) })
    .where(eq(adminLogSend.id, id))
  if (failure === '') log.info({ way, number: seal.number }, 'a seal of the admin log was sent')
  else log.warn({ way, number: seal.number, failure }, 'a seal of the admin log was not sent')
  return true
}

/** Sends of a time to come were made while the clock was wrong. */
async function isDue(db: Db, way: Way, recipient: string, period: string): Promise<boolean> {
  const { rows } = await db.execute<{ due: boolean }>(sql`select not exists (select from admin_log_send
    where way = ${way} and recipient = ${recipient} and create_time <= clock_timestamp() and (create_time > now() - ${AGAIN}::interval
      or (failure = '' and create_time > now() - ${period}::interval))) as due`)
  return rows[0]?.due === true
}

/** Of several processes, one sends. A send that never ends counts as failed. */
async function claim(
  db: Database,
  way: Way,
  recipient: string,
  period: string,
  seal: Seal,
): Promise<number | undefined> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('admin_log_send'))`)
    if (!(await isDue(tx, way, recipient, period))) return undefined
    const { number, hash } = seal
    const [row] = await tx
      .insert(adminLogSend)
      .values({ way, recipient, number, hash, failure: m.adminLog_sendLost() })
      .returning({ id: adminLogSend.id })
    await tx.execute(sql`delete from admin_log_send where id <= (select max(id) from admin_log_send) - ${KEPT}`)
    return row?.id
  })
}

async function mailSeal({ db, secret }: SealSender, recipient: string, seal: Seal): Promise<string> {
  const { timeZone } = await readConfig(db, ['timeZone'])
  const language = await languageAt(db, recipient)
  const values = {
    title: String(seal.number),
    text: seal.hash,
    time: formatIn('seconds', seal.time, timeZone),
  }
  try {
    await db.transaction((tx) =>
      sendMessage(tx, secret, { channel: 'mail', event: 'log_seal', language, recipient, values }),
    )
    return ''
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

/** The language that the back-office account with this address has chosen. */
async function languageAt(db: Db, address: string): Promise<Locale> {
  const { rows } = await db.execute<{ language: string | null }>(sql`
    select p.language from account a left join account_preference p on p.account_id = a.id
    where a.kind = 'admin' and a.status = 1 and lower(a.email) = lower(${address}) order by p.language is null, a.id limit 1`)
  return chosenLanguage(rows[0]?.language) ?? 'zh-cn'
}

/** The body is signed as `sha256=` and the HMAC of its bytes, in hexadecimal digits. */
async function postSeal({ db, secret, ask }: SealSender, url: string, seal: Seal): Promise<string> {
  const { siteName } = await readConfig(db, ['siteName'])
  const key = await readSecret(db, secret, 'sealSecret')
  const body = JSON.stringify({ site: siteNameIn(siteName), ...seal, sent: new Date().toISOString() })
  const headers = new Headers({ 'content-type': 'application/json' })
  if (key !== '') headers.set('x-signature', `sha256=${createHmac('sha256', key).update(body).digest('hex')}`)
  try {
    const answer = await ask(url, { method: 'POST', headers, body, limits })
    const said = withoutSecret(await answer.text(), key)
    return answer.ok ? '' : `${m.outbox_gatewayStatus({ status: answer.status })} ${said}`.trim().replaceAll('\0', '')
  } catch (error) {
    if (error instanceof OutgoingError) return error.sentence()
    throw error
  }
}
