import { rm } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { Hono, type MiddlewareHandler } from 'hono'
import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { dataImport } from '#src/db/import.table.server.ts'
import { contractLocale, inEachLanguage, type Said } from '#src/i18n/locale.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { fieldErrors } from '#src/resource/form-schema.ts'
import { labelText } from '#src/resource/label.ts'
import { readJson } from '../body.server.ts'
import { readConfig } from '../config.server.ts'
import { type ApiContext, type ApiEnv, actorOf, authorOf, type ResourceOf } from '../context.server.ts'
import type { RegisteredResource } from '../crud/resource-registry.server.ts'
import { ok } from '../envelope.server.ts'
import { AppError, invalid } from '../errors.server.ts'
import type { JobKind } from '../jobs/job-kind.server.ts'
import { changeEncoding, surveyNamed } from './file-facts.server.ts'
import { choicesOf } from './hand-choices.server.ts'
import { assertAsChecked, isChecked } from './hold.server.ts'
import { discard, receiveFile } from './import-files.server.ts'
import { importCheckJob, importJob, importUndoJob } from './import-jobs.server.ts'
import { type DescribedQuery, encodingBody, forgetBody, importQueries } from './import-queries.server.ts'
import { findImport, forgetMemory, type ImportRecord } from './import-store.server.ts'
import { markedFile } from './marked-file.server.ts'
import { plainTitle } from './plain-title.ts'
import { checkBody, checkPlan, type ImportPlan, previewBody, runBody, undoBody } from './plan.server.ts'
import { previewRows } from './preview.server.ts'
import { inRoom, whileArriving } from './quota.server.ts'
import { importReport, reportRows } from './report.server.ts'
import { assertMayImport } from './rights.server.ts'
import { forgetSeen } from './seen.server.ts'
import { shareFile, withFile } from './shared-files.server.ts'
import { template } from './template.server.ts'
import { readingTurns } from './turns.server.ts'
import { isTakenBack } from './undo-import.server.ts'
import { type AskedView, viewImport } from './view.server.ts'

/** Endpoints that import rows from files. All but upload and template need a file that the same user uploaded. */
export function importApi(resourceOf: ResourceOf) {
  const find = async (c: ApiContext, importId: number) => {
    const registered = resourceOf(c)
    assertMayImport(actorOf(c), registered)
    const { db, files } = c.get('deps')
    const record = await findImport(db, { id: importId, resource: registered.resource.key, owner: actorOf(c).id })
    return withFile(db, files, record)
  }
  const view = async (c: ApiContext, importId: number, asked: AskedView) => {
    return viewOf(c, resourceOf(c), await find(c, importId), asked)
  }

  // The right is checked before the request is read.
  const mayImport: MiddlewareHandler<ApiEnv> = (c, next) => {
    assertMayImport(actorOf(c), resourceOf(c))
    return next()
  }

  return new Hono<ApiEnv>()
    .post('/import', async (c) => {
      const registered = resourceOf(c)
      assertMayImport(actorOf(c), registered)
      const { name } = query(c, importQueries.upload)
      return c.json(ok(await view(c, await receive(c, registered.resource.key, name), {})))
    })
    .get('/importView', mayImport, async (c) => {
      const { id, ...asked } = query(c, importQueries.view)
      return c.json(ok(await view(c, id, asked)))
    })
    .post('/importPreview', mayImport, async (c) => {
      const { id, plan } = await body(c, previewBody)
      const record = await find(c, id)
      const registered = resourceOf(c)
      checkPlan(registered.resource, plan)
      const { db, files } = c.get('deps')
      const { signal } = c.req.raw
      const rows = await inTurn(c, () =>
        previewRows({ db, files, actor: actorOf(c), registered, record, plan, signal }),
      )
      return c.json(ok(rows))
    })
    .post('/importCheck', mayImport, async (c) => {
      const { id, plan } = await body(c, checkBody)
      const registered = resourceOf(c)
      const record = await find(c, id)
      assertPlan(c, registered, plan)
      return begin(c, registered, record, plan, importCheckJob, {})
    })
    .post('/importRun', mayImport, async (c) => {
      const { id, plan, chosen, ...agreed } = await body(c, runBody)
      const record = await find(c, id)
      if (record.applied) throw new AppError(409, m.import_alreadyDone(), { reason: 'done' })
      const registered = resourceOf(c)
      assertPlan(c, registered, plan)
      const place = { resource: registered.resource, actor: actorOf(c), record, plan }
      await assertAsChecked(c.get('deps').db, place, agreed)
      const { columns } = await viewOf(c, registered, record, plan)
      const remember = choicesOf(plan, columns, chosen)
      return begin(c, registered, record, plan, importJob, { ...agreed, remember })
    })
    .post('/importUndo', mayImport, async (c) => {
      const { id, partial } = await body(c, undoBody)
      const record = await find(c, id)
      const { fileName, changeSetId } = record
      if (changeSetId === null) throw new AppError(404, m.error_undoMissing())
      if (await isTakenBack(c.get('deps').db, record)) throw new AppError(409, m.error_undoDone(), { reason: 'undone' })
      const { description } = resourceOf(c).resource
      return queued(c, importUndoJob, {
        resource: description.key,
        named: inEachLanguage(() => labelText(description.title)),
        importId: id,
        fileName,
        changeSetId,
        partial,
      })
    })
    .post('/importEncoding', mayImport, async (c) => {
      const { id, encoding } = await body(c, encodingBody)
      const record = await find(c, id)
      if (record.applied) throw new AppError(409, m.import_alreadyDone(), { reason: 'done' })
      const { db, files } = c.get('deps')
      const { signal } = c.req.raw
      await inTurn(c, () => changeEncoding({ db, files }, record, encoding, { signal }))
      return c.json(ok(await view(c, id, {})))
    })
    .post('/importForget', mayImport, async (c) => {
      const { what, title } = await body(c, forgetBody)
      const forgotten = what === 'column' ? { title: plainTitle(title) } : what
      await forgetMemory(c.get('deps').db, actorOf(c).id, resourceOf(c).resource.key, forgotten)
      return c.json(ok(null, m.import_forgotten()))
    })
    .get('/importReport', mayImport, async (c) => {
      const { id } = query(c, importQueries.report)
      return c.json(ok(await importReport(c.get('deps').db, await find(c, id))))
    })
    .get('/importRows', mayImport, async (c) => {
      const { id, ...asked } = query(c, importQueries.rows)
      const { db } = c.get('deps')
      return c.json(
        ok(await reportRows({ db, actor: actorOf(c), registered: resourceOf(c) }, await find(c, id), asked)),
      )
    })
    .get('/template', mayImport, async (c) => {
      const registered = resourceOf(c)
      assertMayImport(actorOf(c), registered)
      return template(c.get('deps').db, actorOf(c), registered.resource)
    })
    .get('/download/:id', mayImport, async (c) => {
      const { id } = parse(importQueries.report, { id: c.req.param('id') })
      const { rows } = query(c, importQueries.download)
      const { db, files } = c.get('deps')
      const take = () => readingTurns.take(actorOf(c).id, c.req.raw.signal)
      const headOnly = c.req.method === 'HEAD'
      return markedFile({ db, files, registered: resourceOf(c), take }, await find(c, id), { rows, headOnly })
    })
}

function viewOf(c: ApiContext, registered: RegisteredResource, record: ImportRecord, asked: AskedView) {
  const { db, files } = c.get('deps')
  const { signal } = c.req.raw
  return inTurn(c, () => viewImport({ db, files, actor: actorOf(c), registered, signal }, record, asked))
}

/** Reads a file when it is the caller's turn. */
async function inTurn<T>(c: ApiContext, read: () => Promise<T>): Promise<T> {
  const end = await readingTurns.take(actorOf(c).id, c.req.raw.signal)
  try {
    return await read()
  } finally {
    end()
  }
}

/** Stores an uploaded file and its facts. Returns the id of the import. */
async function receive(c: ApiContext, resource: string, fileName: string): Promise<number> {
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
  try {
    const facts = await inTurn(c, () => surveyNamed(file.path, fileName, { signal }))
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
function assertPlan(c: ApiContext, registered: RegisteredResource, plan: ImportPlan): void {
  checkPlan(registered.resource, plan)
  assertMayImport(actorOf(c), registered, plan.mode)
}

type Begun = { resource: string; menu: string; named: Said; importId: number; fileName: string; plan: ImportPlan }

/** Puts a job of the import in the queue. */
async function begin<TMore extends object>(
  c: ApiContext,
  registered: RegisteredResource,
  record: ImportRecord,
  plan: ImportPlan,
  kind: JobKind<Begun & TMore>,
  more: TMore,
) {
  const { key, menu, title } = registered.resource.description
  const named = inEachLanguage(() => labelText(title))
  const input = { resource: key, menu, named, importId: record.id, fileName: record.fileName, plan, ...more }
  return queued(c, kind, input, async (tx) => {
    await tx.update(dataImport).set({ plan }).where(eq(dataImport.id, record.id))
    // What a check has seen says nothing about an import with another plan.
    if (!isChecked(record, plan)) await forgetSeen(tx, record.id)
  })
}

/** Puts a job in the queue. `also` stores more in the same transaction. */
async function queued<TInput>(
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
  return c.json(ok({ job }, m.import_begun()))
}

async function body<T extends v.GenericSchema>(c: ApiContext, schema: T): Promise<v.InferOutput<T>> {
  const result = v.safeParse(schema, await readJson(c))
  if (!result.success) throw invalid(fieldErrors(result.issues))
  return result.output
}

function query<T extends DescribedQuery>(c: ApiContext, schema: T): v.InferOutput<T> {
  return parse(schema, c.req.query())
}

/** Validates query or path parameters. @throws AppError 400 */
function parse<T extends v.GenericSchema>(schema: T, given: unknown): v.InferOutput<T> {
  const result = v.safeParse(schema, given)
  if (!result.success) throw new AppError(400, undefined, { errors: fieldErrors(result.issues) })
  return result.output
}
