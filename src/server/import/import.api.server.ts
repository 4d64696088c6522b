import { rm } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { dataImport } from '#src/db/import.table.server.ts'
import { contractLocale } from '#src/i18n/locale.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { fieldErrors } from '#src/resource/form-schema.ts'
import { readJson } from '../body.server.ts'
import { readConfig } from '../config.server.ts'
import { type ApiContext, type ApiEnv, actorOf, authorOf, type ResourceOf } from '../context.server.ts'
import type { RegisteredResource } from '../crud/resource-registry.server.ts'
import { ok } from '../envelope.server.ts'
import { AppError, invalid } from '../errors.server.ts'
import { isUndone } from '../history/undo.server.ts'
import type { JobKind } from '../jobs/job-kind.server.ts'
import { surveyFile } from '../sheet/sheet-file.server.ts'
import { discard, receiveFile } from './import-files.server.ts'
import { importCheckJob, importJob, importUndoJob } from './import-jobs.server.ts'
import { type DescribedQuery, importQueries } from './import-queries.server.ts'
import { findImport, keepMemory } from './import-store.server.ts'
import { markedFile } from './marked-file.server.ts'
import { checkBody, checkPlan, type ImportPlan, previewBody, runBody, undoBody } from './plan.server.ts'
import { previewRows } from './preview.server.ts'
import { importReport, reportRows } from './report.server.ts'
import { assertMayImport } from './rights.server.ts'
import { shareFile, withFile } from './shared-files.server.ts'
import { template } from './template.server.ts'
import { plainTitle } from './titles.server.ts'
import { viewImport } from './view.server.ts'

/** Endpoints that import rows from files. All but upload and template need a file that the same user uploaded. */
export function importApi(resourceOf: ResourceOf) {
  const find = async (c: ApiContext, importId: number) => {
    const registered = resourceOf(c)
    assertMayImport(actorOf(c), registered)
    const { db, files } = c.get('deps')
    const record = await findImport(db, { id: importId, resource: registered.resource.key, owner: actorOf(c).id })
    return withFile(db, files, record)
  }
  const view = async (c: ApiContext, importId: number, asked: { sheet?: number; header?: number }) => {
    const { db, files } = c.get('deps')
    return viewImport({ db, files, actor: actorOf(c), registered: resourceOf(c) }, await find(c, importId), asked)
  }

  return new Hono<ApiEnv>()
    .post('/import', async (c) => {
      const registered = resourceOf(c)
      assertMayImport(actorOf(c), registered)
      const { name } = query(c, importQueries.upload)
      return c.json(ok(await view(c, await receive(c, registered.resource.key, name), {})))
    })
    .get('/importView', async (c) => {
      const { id, ...asked } = query(c, importQueries.view)
      return c.json(ok(await view(c, id, asked)))
    })
    .post('/importPreview', async (c) => {
      const { id, plan } = await body(c, previewBody)
      const record = await find(c, id)
      const registered = resourceOf(c)
      checkPlan(registered.resource, plan)
      const { db, files } = c.get('deps')
      return c.json(ok(await previewRows({ db, files, actor: actorOf(c), registered, record, plan })))
    })
    .post('/importCheck', async (c) => {
      const { id, plan } = await body(c, checkBody)
      return begin(c, resourceOf(c), await find(c, id), plan, importCheckJob, {})
    })
    .post('/importRun', async (c) => {
      const { id, plan, skipRefused } = await body(c, runBody)
      const record = await find(c, id)
      if (record.applied) throw new AppError(409, m.import_alreadyDone(), { reason: 'done' })
      return begin(c, resourceOf(c), record, plan, importJob, { skipRefused })
    })
    .post('/importUndo', async (c) => {
      const { id, partial } = await body(c, undoBody)
      const { fileName, changeSetId } = await find(c, id)
      const { db } = c.get('deps')
      if (changeSetId === null) throw new AppError(404, m.error_undoMissing())
      if (await isUndone(db, changeSetId)) throw new AppError(409, m.error_undoDone(), { reason: 'undone' })
      return queued(c, importUndoJob, {
        resource: resourceOf(c).resource.key,
        importId: id,
        fileName,
        changeSetId,
        partial,
      })
    })
    .get('/importReport', async (c) => {
      const { id } = query(c, importQueries.report)
      return c.json(ok(await importReport(c.get('deps').db, await find(c, id))))
    })
    .get('/importRows', async (c) => {
      const { id, ...asked } = query(c, importQueries.rows)
      const { db } = c.get('deps')
      return c.json(
        ok(await reportRows({ db, actor: actorOf(c), registered: resourceOf(c) }, await find(c, id), asked)),
      )
    })
    .get('/template', async (c) => {
      const registered = resourceOf(c)
      assertMayImport(actorOf(c), registered)
      return template(c.get('deps').db, actorOf(c), registered.resource)
    })
    .get('/download/:id', async (c) => {
      const { id } = parse(importQueries.report, { id: c.req.param('id') })
      const { db, files } = c.get('deps')
      return markedFile({ db, files, registered: resourceOf(c) }, await find(c, id), c.req.method === 'HEAD')
    })
}

/** Stores an uploaded file and its facts. Returns the id of the import. */
async function receive(c: ApiContext, resource: string, fileName: string): Promise<number> {
  const { db, files } = c.get('deps')
  const { importMaxsize, importKeepDays } = await readConfig(db, ['importMaxsize', 'importKeepDays'])
  if (Number(c.req.header('content-length') ?? 0) > importMaxsize) {
    await discard(c.req.raw.body)
    throw new AppError(413, m.import_tooLarge({ megabytes: Math.floor(importMaxsize / 1024 ** 2) }))
  }
  const file = await receiveFile(files, c.req.raw.body, importMaxsize)
  const facts = await surveyFile(file.path).catch(async (error: unknown) => {
    await rm(file.path, { force: true })
    throw error
  })
  const [row] = await db
    .insert(dataImport)
    .values({
      resource,
      ownerId: actorOf(c).id,
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
  try {
    await shareFile(db, row.id, file.path)
  } catch (error) {
    await rm(file.path, { force: true })
    await db.delete(dataImport).where(eq(dataImport.id, row.id))
    throw error
  }
  return row.id
}

/** Puts the job in the queue, and remembers how the user wants these files to be read. */
async function begin<TMore extends object>(
  c: ApiContext,
  registered: RegisteredResource,
  record: Awaited<ReturnType<typeof findImport>>,
  plan: ImportPlan,
  kind: JobKind<{ resource: string; menu: string; importId: number; fileName: string; plan: ImportPlan } & TMore>,
  more: TMore,
) {
  const { db, files } = c.get('deps')
  const { resource } = registered
  checkPlan(resource, plan)
  assertMayImport(actorOf(c), registered, plan.mode)
  const { key, menu } = resource.description
  const actor = actorOf(c)
  const { columns } = await viewImport({ db, files, actor, registered }, record, plan)
  const titles = columns.map((column, at) => [plainTitle(column.title), plan.mapping[at] ?? null] as const)
  await keepMemory(db, actor.id, key, {
    columns: Object.fromEntries(titles.filter(([title]) => title !== '')),
    keys: plan.keys,
    mode: plan.mode,
    blank: plan.blank,
  })
  const input = { resource: key, menu, importId: record.id, fileName: record.fileName, plan, ...more }
  return queued(c, kind, input, (tx) => tx.update(dataImport).set({ plan }).where(eq(dataImport.id, record.id)))
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
