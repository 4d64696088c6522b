import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { redactClosing } from '#src/features/closing/redact-closing.server.ts'
import { redactChecks } from '#src/features/exam-checks/redact-checks.server.ts'
import { redactCorrections } from '#src/features/exam-corrections/redact-corrections.server.ts'
import { redactFamily } from '#src/features/family/redact-family.server.ts'
import { redactLedgers } from '#src/features/ledger/redact-ledgers.server.ts'
import { redactNotes } from '#src/features/pupil-notes/redact-notes.server.ts'
import { redactAdminLog } from '#src/server/admin-log/redact-log.server.ts'
import { changesOfPerson, type Person, personalColumns, REDACTED } from './person.server.ts'
import {
  count,
  likeTexts,
  markHistory,
  replaceHistory,
  replaceJson,
  replaceText,
  saysOne,
  textsOf,
} from './redact-text.server.ts'

/** Takes the values of a person out of one place. @returns how many rows it has changed or deleted, by table */
export type Redactor = (tx: Db, person: Person, by: RedactedBy) => Promise<Readonly<Record<string, number>>>

/** Who redacts; without an id, a command of this name. */
export type RedactedBy = { id: number | null; name: string }

/**
 * Every place that keeps copies of personal values. A new one adds its redactor here; `redact.test.ts` searches all
 * tables of the database.
 */
export const redactors: readonly Redactor[] = [
  redactAccount,
  redactIdentities,
  redactFamily,
  redactChecks,
  redactCorrections,
  redactNotes,
  redactFiles,
  redactLedgers,
  redactClosing,
  // What the ones before have recorded goes as well.
  redactChanges,
  redactChangeSets,
  redactOutbox,
  redactNotices,
  redactImports,
  redactJobs,
  endSignIns,
  redactTraces,
  redactLog,
]

/** An account that exists stays for those who refer to it: locked, without password, under a name that says nothing. */
async function redactAccount(tx: Db, { id }: Person) {
  const account = await count(
    tx,
    sql`update account set username = 'gone' || id, name = ${REDACTED}, nickname = ${REDACTED}, email = '', phone = '', avatar = '', status = 0
      where id = ${id}`,
  )
  await tx.execute(sql`update admin_profile set signature = '' where account_id = ${id}`)
  await tx.execute(sql`update member_profile set motto = '', gender = 0, birthday = null where account_id = ${id}`)
  await tx.execute(sql`delete from credential where account_id = ${id}`)
  await tx.execute(sql`update account_login set last_login_ip = '' where account_id = ${id}`)
  return { account }
}

/** Values in the history of the account itself, and unique ones wherever else the history has them. */
async function redactChanges(tx: Db, { id, unique }: Person) {
  let change = 0
  for (const [table, columns] of Object.entries(personalColumns))
    change += await markHistory(tx, { table, which: changesOfPerson(id), marks: columns })
  if (unique.length === 0) return { change }
  // The history may have millions of rows. PostgreSQL spreads a sum that writes nothing over several processes.
  const sides = ['before', 'after']
  const { rows } = await tx.execute<{ ids: string[] | null }>(
    sql`select array_agg(id) as ids from change where ${saysOne(sides, unique)}`,
  )
  const ids = rows[0]?.ids ?? []
  if (ids.length > 0)
    change += await replaceJson(tx, 'change', sides, unique, sql`id = any (${sql.param(ids)}::bigint[])`)
  return { change }
}

/** Names of files that name the person, and what the history says of them. */
export async function redactFiles(tx: Db, { all }: Pick<Person, 'all'>) {
  const files = await replaceText(tx, 'attachment', 'name', all)
  await replaceHistory(tx, 'attachment', 'name', all)
  return { attachment: files }
}

async function redactChangeSets(tx: Db, { id }: Person) {
  const sets = sql`update change_set set actor_name = ${REDACTED}, address = '' where actor_id = ${id} and actor_name <> ${REDACTED}`
  return { change_set: await count(tx, sets) }
}

/** Messages to the person say nothing any more. Those that wait are not sent. */
async function redactOutbox(tx: Db, { id, unique, all }: Person) {
  let messages = await count(
    tx,
    sql`update message_out set recipient = ${REDACTED}, subject = '', sealed = '', answer = '', tries = '[]', end_time = coalesce(end_time, now()),
        state = case when state in ('waiting', 'sending') then 'cancelled' else state end
      where account_id = ${id} or recipient = any (${textsOf(unique)})`,
  )
  messages += await replaceText(tx, 'message_out', 'subject', all)
  return { message_out: messages }
}

async function redactNotices(tx: Db, { id, all }: Person) {
  let notices = await count(tx, sql`delete from notice where account_id = ${id}`)
  notices += await replaceJson(tx, 'notice', ['data'], all)
  return { notice: notices }
}

/** Files that were read and are still staged. */
async function redactImports(tx: Db, { all }: Person) {
  const rows =
    (await replaceJson(tx, 'import_row', ['values', 'errors', 'choices', 'notices', 'hidden'], all)) +
    (await replaceJson(tx, 'import_verdict', ['errors', 'warnings'], all)) +
    (await replaceJson(tx, 'import_unfolded', ['given'], all)) +
    (await replaceText(tx, 'data_import', 'file_name', all))
  return { import_row: rows }
}

async function redactJobs(tx: Db, { id, all }: Person) {
  let jobs = await count(tx, sql`update job set address = '' where owner_id = ${id} and address <> ''`)
  jobs += await replaceJson(tx, 'job', ['input', 'result'], all)
  jobs += await replaceText(tx, 'job', 'message', all)
  return { job: jobs }
}

/** Other ways to sign in, former passwords, and what the person named. */
async function redactIdentities(tx: Db, { id }: Person) {
  const identities = await count(tx, sql`delete from external_identity where account_id = ${id}`)
  const factors =
    (await count(tx, sql`delete from passkey where account_id = ${id}`)) +
    (await count(tx, sql`delete from totp_factor where account_id = ${id}`))
  await tx.execute(sql`delete from recovery_code where account_id = ${id}`)
  await tx.execute(sql`delete from confirmed_address where account_id = ${id}`)
  const tokens = await count(tx, sql`delete from api_token where account_id = ${id}`)
  return { external_identity: identities, factors, api_token: tokens }
}

/** The rows of the admin log stay, so that its seals still fit, but say nothing of the person. */
async function redactLog(tx: Db, { id, all }: Person, by: RedactedBy) {
  return { admin_log: await redactAdminLog(tx, { accountId: id, by, names: all }) }
}

async function endSignIns(tx: Db, { id }: Person) {
  const families = await count(tx, sql`delete from token_family where account_id = ${id}`)
  await tx.execute(sql`delete from account_device where account_id = ${id}`)
  return { token_family: families }
}

/** Answers that were kept for a repeated request, counters by name or address, and fault reports. */
async function redactTraces(tx: Db, { id, all, unique }: Person) {
  const like = likeTexts(all)
  const idempotency = await count(tx, sql`delete from idempotency where answer::text ilike any (${like})`)
  const throttle =
    (await count(tx, sql`delete from throttle where key ilike any (${like})`)) +
    (await count(tx, sql`delete from throttle_use where key ilike any (${like})`))
  await tx.execute(sql`delete from message_code where key ilike any (${textsOf(unique.map((value) => `%${value}%`))})`)
  const faults = await count(
    tx,
    sql`update fault_report set network = '', user_agent = '', referrer = '' where account_id = ${id}`,
  )
  return { idempotency, throttle, fault_report: faults }
}
