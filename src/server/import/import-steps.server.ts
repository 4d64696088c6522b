import { rm } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { dataImport } from '#src/db/import.table.server.ts'
import { contractLocale, inEachLanguage, type Said } from '#src/i18n/locale.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { labelText } from '#src/resource/label.ts'
import { noteForLog } from '../admin-log/log-call.server.ts'
import { readConfig } from '../config.server.ts'
import { type ApiContext, actorOf, authorOf } from '../context.server.ts'
import type { RegisteredResource } from '../crud/resource-registry.server.ts'
import { AppError } from '../errors.server.ts'
import { discard } from '../files/discard.server.ts'
import type { JobKind } from '../jobs/job-kind.server.ts'
import { surveyNamed } from './file-facts.server.ts'
import { isChecked } from './hold.server.ts'
import { receiveFile } from './import-files.server.ts'
import type { ImportRecord } from './import-store.server.ts'
import { checkPlan, type ImportPlan } from './plan.server.ts'
import { inRoom, whileArriving } from './quota.server.ts'
import { assertMayImport } from './rights.server.ts'
import { forgetSeen } from './seen.server.ts'
import { shareFile } from './shared-files.server.ts'
import { readingTurns } from './turns.server.ts'
import { type AskedView, viewImport } from './view.server.ts'

/** The file as the server understands it, read in the caller's turn. */
export function viewOf(c: ApiContext, registered: RegisteredResource, record: ImportRecord, asked: AskedView) {
  const { db, files } = c.get('deps')
  const { signal } = c.req.raw
  return inReadingTurn(c, () => viewImport({ db, files, actor: actorOf(c), registered, signal }, record, asked))
}

/** Reads a file when it is the caller's turn. */
export async function inReadingTurn<T>(c: ApiContext, read: () => Promise<T>): Promise<T> {
  const end = await readingTurns.take(actorOf(c).id, c.req.raw.signal)
  try {
    return await read()
  } finally {
    end()
  }
}

/** Stores an uploaded file and its facts. Returns the id of the import. */
export async function receive(c: ApiContext, resource: string, fileName: string): Promise<number> {
  const { db, files } = c.get('deps')
  const { importMaxsize, importKeepDays, importQuota } = await readConfig(db, [
    'importMaxsize',
    'importKeepDays',
    'importQuota',
  ])
  const { body, signal } = c.req.raw
  // Of a size that is not announced, only some is assumed. It is known before the file is kept.
  const announced = Number(c.req.header('content-length') ?? Math.min(importMaxsize, importQuota / 10))
  if (announced > importMaxsize) {
    await discard(body)
    throw new AppError(413, m.import_tooLarge({ megabytes: Math.floor(importMaxsize / 1024 ** 2) }))
  }
  const owner = actorOf(c).id
  const wanted = { owner, size: announced, quota: importQuota }
  const file = await whileArriving(db, wanted, () => receiveFile(files, body, importMaxsize)).catch(
    async (error: unknown) => {
      await discard(body?.locked ? null : body)
      throw error
    },
  )
  noteForLog(c, { body: { file: fileName, size: file.size } })
  try {
    const facts = await inReadingTurn(c, () => surveyNamed(file.path, fileName, { signal }))
    const id = await inRoom(db, files, { ...wanted, size: file.size }, async (tx) => {
      const [row] = await tx
        .insert(dataImport)
        .values({
          resource,
          ownerId: owner,
          fileName,
          storedAs: file.storedAs,
          size: file.size,
          hash: file.hash,
          format: facts.format,
          facts,
          expireTime: new Date(Date.now() + importKeepDays * 86_400_000).toISOString(),
        })
        .returning({ id: dataImport.id })
      if (!row) throw new Error('no import')
      return row.id
    })
    await shareFile(db, id, file.path).catch(async (error: unknown) => {
      await db.delete(dataImport).where(eq(dataImport.id, id))
      throw error
    })
    return id
  } catch (error) {
    await rm(file.path, { force: true })
    throw error
  }
}

/** @throws AppError 403, 422 for a plan that does not fit the resource or the rights of the actor */
export function assertPlan(c: ApiContext, registered: RegisteredResource, plan: ImportPlan): void {
  checkPlan(registered.resource, plan)
  assertMayImport(actorOf(c), registered, plan.mode)
}

type Begun = { resource: string; menu?: string; named: Said; importId: number; fileName: string; plan: ImportPlan }

/** Puts a job of the import in the queue. */
export async function begin<TMore extends object>(
  c: ApiContext,
  registered: RegisteredResource,
  record: ImportRecord,
  plan: ImportPlan,
  kind: JobKind<Begun & TMore>,
  more: TMore,
) {
  const { key, menu, importNode, title } = registered.resource.description
  const named = inEachLanguage(() => labelText(title))
  // Without a list, there is no page to go to.
  const place = importNode ? {} : { menu }
  const input = { resource: key, ...place, named, importId: record.id, fileName: record.fileName, plan, ...more }
  return queued(c, kind, input, async (tx) => {
    await tx.update(dataImport).set({ plan }).where(eq(dataImport.id, record.id))
    // What a check has seen says nothing about an import with another plan.
    if (!isChecked(record, plan)) await forgetSeen(tx, record.id)
  })
}

/** Puts a job in the queue. `also` stores more in the same transaction. */
export async function queued<TInput>(
  c: ApiContext,
  kind: JobKind<TInput>,
  input: TInput,
  also?: (tx: Db) => Promise<unknown>,
) {
  const { db, jobs } = c.get('deps')
  const job = await db.transaction(async (tx) => {
    await also?.(tx)
    const author = { ...authorOf(c), id: actorOf(c).id }
    return jobs.enqueue(tx, kind, input, { author, locale: contractLocale(c.req.raw) })
  })
  jobs.wake()
  return { job }
}
