import * as v from 'valibot'
import { inEachLanguage } from '#src/i18n/locale.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { id } from '#src/lib/number-rules.ts'
import { labelText } from '#src/resource/label.ts'
import { type ApiContext, actorOf } from '../context.server.ts'
import { type KitBasis, kitCall } from '../crud/kit-call.server.ts'
import type { RegisteredResource } from '../crud/resource-registry.server.ts'
import { endpoint } from '../endpoint/endpoint.server.ts'
import { AppError } from '../errors.server.ts'
import { changeEncoding } from './file-facts.server.ts'
import { choicesOf } from './hand-choices.server.ts'
import { assertAsChecked } from './hold.server.ts'
import { importCheckJob, importJob, importUndoJob } from './import-jobs.server.ts'
import { encodingBody, forgetBody, importQueries } from './import-queries.server.ts'
import { assertPlan, begin, inReadingTurn, queued, receive, viewOf } from './import-steps.server.ts'
import { findImport, forgetMemory, type ImportRecord } from './import-store.server.ts'
import { fileResource } from './lines.server.ts'
import { markedFile } from './marked-file.server.ts'
import { plainTitle } from './plain-title.ts'
import { checkBody, checkPlan, previewBody, runBody, undoBody } from './plan.server.ts'
import { previewRows, previewSchema } from './preview.server.ts'
import { importReport, reportRows, reportRowsSchema, reportSchema } from './report.server.ts'
import { withFile } from './shared-files.server.ts'
import { template } from './template.server.ts'
import { readingTurns } from './turns.server.ts'
import { isTakenBack } from './undo-import.server.ts'
import { type AskedView, importViewSchema } from './view.server.ts'

// Imports of rows from files. All calls but upload and template need a file that the same user uploaded.

const job = v.object({ job: v.number() })

/** What the calls of an import have in common: who may add or edit rows may import. Its own rights follow the plan. */
const common = (kit: KitBasis) => ({ node: kit.writeNodes }) as const

/** The resource as the caller's file shows it. */
function filed(kit: KitBasis, c: ApiContext): Promise<RegisteredResource> {
  return fileResource(c.get('deps').db, kit.resourceOf(c), actorOf(c))
}

/** The codes of a call that asks whether files are taken now, where a resource may say no. */
function refusals<const T extends number>(kit: KitBasis, ...codes: T[]): (T | 409)[] {
  return kit.description.importNode ? [...codes, 409] : codes
}

/** @throws AppError 409 when the resource takes no files now */
async function assertOpen(kit: KitBasis, c: ApiContext): Promise<void> {
  await kit.resourceOf(c).resource.write?.file?.assertOpen(c.get('deps').db, actorOf(c))
}

/** A file that the caller uploaded for this resource. */
async function uploaded(kit: KitBasis, c: ApiContext, importId: number): Promise<ImportRecord> {
  const { db, files } = c.get('deps')
  const { resource } = kit.resourceOf(c)
  const record = await findImport(db, { id: importId, resource: resource.key, owner: actorOf(c).id })
  return withFile(db, files, record)
}

async function view(kit: KitBasis, c: ApiContext, importId: number, asked: AskedView) {
  return viewOf(c, await filed(kit, c), await uploaded(kit, c, importId), asked)
}

export const uploadCall = kitCall('post', 'import', 'import', (kit, place) =>
  endpoint({
    ...place,
    ...common(kit),
    summary: () => m.call_import(kit.title()),
    query: importQueries.upload,
    rawBody: { type: 'application/octet-stream', schema: v.string() },
    answer: importViewSchema,
    errors: refusals(kit, 413, 422),
    run: async ({ c, query }) => {
      await assertOpen(kit, c)
      return view(kit, c, await receive(c, kit.resourceOf(c).resource.key, query.name), {})
    },
  }),
)

export const viewCall = kitCall('get', 'importView', 'import', (kit, place) =>
  endpoint({
    ...place,
    ...common(kit),
    summary: () => m.call_importView(kit.title()),
    query: importQueries.view,
    answer: importViewSchema,
    errors: [404, 422],
    run: ({ c, query: { id, ...asked } }) => view(kit, c, id, asked),
  }),
)

export const previewCall = kitCall('post', 'importPreview', 'import', (kit, place) =>
  endpoint({
    ...place,
    ...common(kit),
    summary: () => m.call_importPreview(kit.title()),
    body: previewBody,
    answer: previewSchema,
    errors: [404],
    run: async ({ c, db, actor, body: { id, plan } }) => {
      const record = await uploaded(kit, c, id)
      const registered = await filed(kit, c)
      checkPlan(registered.resource, plan)
      const { files } = c.get('deps')
      const { signal } = c.req.raw
      return inReadingTurn(c, () => previewRows({ db, files, actor, registered, record, plan, signal }))
    },
  }),
)

export const checkCall = kitCall('post', 'importCheck', 'import', (kit, place) =>
  endpoint({
    ...place,
    ...common(kit),
    summary: () => m.call_importCheck(kit.title()),
    body: checkBody,
    answer: job,
    errors: refusals(kit, 404),
    run: async ({ c, body: { id, plan } }) => {
      await assertOpen(kit, c)
      const registered = await filed(kit, c)
      const record = await uploaded(kit, c, id)
      assertPlan(c, registered, plan)
      return begin(c, registered, record, plan, importCheckJob, {})
    },
    msg: () => m.import_begun(),
  }),
)

export const runCall = kitCall('post', 'importRun', 'import', (kit, place) =>
  endpoint({
    ...place,
    ...common(kit),
    proof: kit.importProof,
    summary: () => m.call_importRun(kit.title()),
    body: runBody,
    answer: job,
    errors: [404, 409],
    run: async ({ c, db, actor, body: { id, plan, chosen, ...agreed } }) => {
      const record = await uploaded(kit, c, id)
      if (record.applied) throw new AppError(409, m.import_alreadyDone(), { reason: 'done' })
      await assertOpen(kit, c)
      const registered = await filed(kit, c)
      assertPlan(c, registered, plan)
      await assertAsChecked(
        db,
        { resource: kit.resourceOf(c).resource, file: registered.resource, actor, record, plan },
        agreed,
      )
      const { columns } = await viewOf(c, registered, record, plan)
      const remember = choicesOf(plan, columns, chosen)
      return begin(c, registered, record, plan, importJob, { ...agreed, remember })
    },
    msg: () => m.import_begun(),
  }),
)

export const undoImportCall = kitCall('post', 'importUndo', 'importUndo', (kit, place) =>
  endpoint({
    ...place,
    ...common(kit),
    proof: kit.importProof,
    summary: () => m.call_importUndo(kit.title()),
    body: undoBody,
    answer: job,
    errors: [404, 409],
    run: async ({ c, db, body: { id, partial } }) => {
      const record = await uploaded(kit, c, id)
      const { fileName, changeSetId } = record
      if (changeSetId === null) throw new AppError(404, m.error_undoMissing())
      if (await isTakenBack(db, record)) throw new AppError(409, m.error_undoDone(), { reason: 'undone' })
      const { description } = kit.resourceOf(c).resource
      return queued(c, importUndoJob, {
        resource: description.key,
        named: inEachLanguage(() => labelText(description.title)),
        importId: id,
        fileName,
        changeSetId,
        partial,
      })
    },
    msg: () => m.import_begun(),
  }),
)

export const encodingCall = kitCall('post', 'importEncoding', 'import', (kit, place) =>
  endpoint({
    ...place,
    ...common(kit),
    summary: () => m.call_importEncoding(kit.title()),
    body: encodingBody,
    answer: importViewSchema,
    errors: [404, 409],
    run: async ({ c, db, body: { id, encoding } }) => {
      const record = await uploaded(kit, c, id)
      if (record.applied) throw new AppError(409, m.import_alreadyDone(), { reason: 'done' })
      const { files } = c.get('deps')
      const { signal } = c.req.raw
      await inReadingTurn(c, () => changeEncoding({ db, files }, record, encoding, { signal }))
      return view(kit, c, id, {})
    },
  }),
)

export const forgetCall = kitCall('post', 'importForget', 'import', (kit, place) =>
  endpoint({
    ...place,
    ...common(kit),
    summary: () => m.call_importForget(kit.title()),
    body: forgetBody,
    answer: v.null(),
    run: async ({ c, db, actor, body: { what, title } }) => {
      const forgotten = what === 'column' ? { title: plainTitle(title) } : what
      await forgetMemory(db, actor.id, kit.resourceOf(c).resource.key, forgotten)
      return null
    },
    msg: () => m.import_forgotten(),
  }),
)

export const reportCall = kitCall('get', 'importReport', 'import', (kit, place) =>
  endpoint({
    ...place,
    ...common(kit),
    summary: () => m.call_importReport(kit.title()),
    query: importQueries.report,
    answer: reportSchema,
    errors: [404],
    run: async ({ c, db, query }) => importReport(db, await uploaded(kit, c, query.id)),
  }),
)

export const reportRowsCall = kitCall('get', 'importRows', 'import', (kit, place) =>
  endpoint({
    ...place,
    ...common(kit),
    summary: () => m.call_importRows(kit.title()),
    query: importQueries.rows,
    answer: reportRowsSchema,
    errors: [404],
    run: async ({ c, db, actor, query: { id, ...asked } }) =>
      reportRows(
        { db, actor, resource: kit.resourceOf(c).resource, file: (await filed(kit, c)).resource },
        await uploaded(kit, c, id),
        asked,
      ),
  }),
)

export const templateCall = kitCall('get', 'template', 'import', (kit, place) =>
  endpoint({
    ...place,
    ...common(kit),
    summary: () => m.call_importTemplate(kit.title()),
    errors: kit.description.importNode ? [404, 409, 422, 429] : [],
    answer: v.string(),
    bare: 'application/octet-stream',
    run: async ({ c, db, actor }) => {
      const { resource } = await filed(kit, c)
      return (await resource.write?.file?.template?.(db, actor)) ?? template(db, actor, resource)
    },
  }),
)

export const downloadCall = kitCall('get', 'download/{id}', 'import', (kit, place) =>
  endpoint({
    ...place,
    ...common(kit),
    summary: () => m.call_importDownload(kit.title()),
    log: 'export',
    segments: v.object({ id }),
    query: importQueries.download,
    answer: v.string(),
    bare: 'application/octet-stream',
    errors: [404],
    run: async ({ c, db, actor, segments, query: { rows } }) => {
      const { files } = c.get('deps')
      const take = () => readingTurns.take(actor.id, c.req.raw.signal)
      const headOnly = c.req.method === 'HEAD'
      const place = { db, files, registered: await filed(kit, c), take }
      return markedFile(place, await uploaded(kit, c, segments.id), { rows, headOnly })
    },
  }),
)
