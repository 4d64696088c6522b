import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { type Said, spoken } from '#src/i18n/locale.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { labelText } from '#src/resource/label.ts'
import { findResource, type RegisteredResource, registeredResource } from '../crud/resource-registry.server.ts'
import { seenBy } from '../crud/seen-by.server.ts'
import { AppError } from '../errors.server.ts'
import { undoText } from '../history/undo-refusal.server.ts'
import { defineJob, type JobRun } from '../jobs/job-kind.server.ts'
import { countsSchema, findImport, keepMemory, memorySchema } from './import-store.server.ts'
import { checkImport, explainLast, runImport, type Work } from './import-work.server.ts'
import { fileResource } from './lines.server.ts'
import { markCountsSchema } from './mark-cells.server.ts'
import { type ImportPlan, planSchema, runBody } from './plan.server.ts'
import { assertMayImport } from './rights.server.ts'
import { withFile } from './shared-files.server.ts'
import { undoImport, undoResult } from './undo-import.server.ts'
import { warningCountsSchema } from './warnings.server.ts'

/** Attempts of a job. The last attempt explains the error that earlier attempts retried. */
const ATTEMPTS = 3

/**
 * `menu`: the path of the list. `named`: the name of a row in each language. Jobs of an earlier release do not have
 * them.
 */
const common = {
  resource: v.string(),
  menu: v.optional(v.string()),
  named: v.optional(v.object({ 'zh-cn': v.string(), en: v.string() })),
  importId: v.number(),
  fileName: v.string(),
}
const planned = { ...common, plan: planSchema }
const checkInput = v.object(planned)
/** Jobs of an earlier release have only the plan and `skipRefused`. `remember`: the user's own choices. */
const runInput = v.object({
  ...planned,
  skipRefused: v.boolean(),
  acceptWarnings: runBody.entries.acceptWarnings,
  sinceCheck: runBody.entries.sinceCheck,
  remember: v.optional(memorySchema),
})

const undoInput = v.object({ ...common, changeSetId: v.number(), partial: v.boolean() })

// Results of an earlier release have no warnings, and no numbers of marks.
const marks = v.optional(markCountsSchema)
const checkResult = v.object({ counts: countsSchema, warnings: v.optional(warningCountsSchema), marks })
const runResult = v.object({ counts: countsSchema, changeSetId: v.nullable(v.number()), marks })

/** The data that a page needs to show an import. */
const about = ({ resource, menu, importId }: { resource: string; menu?: string; importId: number }) => ({
  resource,
  importId,
  ...(menu ? { menu } : {}),
})

const steps = {
  reading: () => m.import_stepReading(),
  judging: () => m.import_stepJudging(),
  writing: () => m.import_stepWriting(),
  undoing: () => m.import_stepUndoing(),
}

/** Checks what an import would do. */
export const importCheckJob = defineJob({
  kind: 'import-check',
  input: checkInput,
  result: checkResult,
  about: (input) => about(input),
  title: (input) => m.import_jobCheck(names(input)),
  steps,
  async run(job) {
    return checkImport(await workOf(job, job.input.plan))
  },
  summary: ({ counts }) => withRecords(m.import_checkSummary(formatted(counts)), counts),
})

/** Runs an import. */
export const importJob = defineJob({
  kind: 'import',
  input: runInput,
  result: runResult,
  about: (input) => about(input),
  title: (input) => m.import_jobRun(names(input)),
  steps,
  async run(job) {
    const { skipRefused, acceptWarnings, sinceCheck, resource, remember } = job.input
    const work = await workOf(job, job.input.plan)
    try {
      const done = await runImport(work, job.author, { skipRefused, acceptWarnings, sinceCheck })
      if (remember) await keepMemory(job.db, job.actor.id, resource, remember)
      return done
    } catch (error) {
      throw explainLast(error, work.registered, job.attempt >= ATTEMPTS)
    }
  },
  summary: ({ counts }) => withRecords(runSummary(counts), counts),
  links: ({ resource, importId }, { counts }) =>
    counts.refused > 0
      ? [
          { label: m.import_markedFile(), href: `/adminApi/${resource}/download/${importId}` },
          { label: m.import_refusedFile(), href: `/adminApi/${resource}/download/${importId}?rows=refused` },
        ]
      : [],
})

/** Undoes an import. */
export const importUndoJob = defineJob({
  kind: 'import-undo',
  input: undoInput,
  result: undoResult,
  about: (input) => about(input),
  title: (input) => m.import_jobUndo(names(input)),
  steps,
  async run(job) {
    return undoImport(job, await resourceOf(job.db, job.input.resource), job.input)
  },
  summary: ({ left, ...counts }) => {
    const done = undoText(counts)
    return left > 0 ? m.import_undoLeft({ done, left }) : done
  },
})

function formatted({ new: added, changed, unchanged, skipped, refused }: v.InferOutput<typeof countsSchema>) {
  return {
    new: formatCount(added),
    changed: formatCount(changed),
    unchanged: formatCount(unchanged),
    skipped: formatCount(skipped),
    refused: formatCount(refused),
  }
}

/** What an import did, without what it did not do. */
function runSummary(counts: v.InferOutput<typeof countsSchema>): string {
  const shown = formatted(counts)
  const parts = [
    { number: counts.new, text: m.import_ranNew({ count: shown.new }) },
    { number: counts.changed, text: m.import_ranChanged({ count: shown.changed }) },
    { number: counts.unchanged, text: m.import_ranUnchanged({ count: shown.unchanged }) },
    { number: counts.skipped, text: m.import_ranSkipped({ count: shown.skipped }) },
    { number: counts.refused, text: m.import_ranRefused({ count: shown.refused }) },
  ].filter(({ number }) => number > 0)
  return parts.map(({ text }) => text).join(m.crud_listSeparator())
}

/** Names the records too, where the rows of a file are not records. */
function withRecords(rows: string, { rows: records }: v.InferOutput<typeof countsSchema>): string {
  if (!records) return rows
  const { refused, ...counted } = formatted({ ...records, refused: 0 })
  return m.import_withRecords({ rows, records: m.import_records(counted) })
}

type Named = { resource: string; named?: Said | undefined; fileName: string }

/** Only the names of the resources in the code are known here; a runtime resource brings its name. */
function names({ resource, named, fileName }: Named) {
  const found = registeredResource(resource)
  const stored = named ? spoken(named) : resource
  return { resource: found ? labelText(found.resource.description.title) : stored, file: fileName }
}

/** The author's current rights apply, not those at the time of the request. */
async function workOf(job: JobRun<v.InferOutput<typeof checkInput>>, plan: ImportPlan): Promise<Work> {
  const { db, files, actor, signal, input } = job
  const registered = seenBy(await resourceOf(db, input.resource), actor)
  assertMayImport(actor, registered, plan.mode)
  const found = await findImport(db, { id: input.importId, resource: input.resource, owner: actor.id })
  const record = await withFile(db, files, found)
  const { resource: file } = await fileResource(db, registered, actor)
  return { db, files, actor, registered, file, record, plan, signal, progress: job.progress, mayKeep: job.mayKeep }
}

async function resourceOf(db: Db, key: string): Promise<RegisteredResource> {
  const found = await findResource(db, key)
  if (!found) throw new AppError(422, m.import_noResource())
  return found
}
