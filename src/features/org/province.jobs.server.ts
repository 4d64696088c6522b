import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { can } from '#src/resource/registry.ts'
import { tableChanged } from '#src/server/cache/table-cache.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { undoChangeSet } from '#src/server/history/undo.server.ts'
import { undoText } from '#src/server/history/undo-refusal.server.ts'
import { defineJob } from '#src/server/jobs/job-kind.server.ts'
import { guardedWrite } from '#src/server/write/guarded-write.server.ts'
import { organizationResource } from './organization.api.server.ts'
import { organizationDescription } from './organization.schema.ts'
import {
  addAuthorities,
  assertProvinceInScope,
  authoritiesOfProvince,
  earlierResult,
  keepResult,
} from './province.server.ts'

const { key: resource, menu } = organizationDescription

/** `name`: the name of the province. */
const loadInput = v.object({ province: v.string(), name: v.string() })
const loadResult = v.object({ added: v.number(), found: v.number(), changeSetId: v.nullable(v.number()) })
const undoInput = v.object({ ...loadInput.entries, changeSetId: v.number(), partial: v.boolean() })
const undoResult = v.object({
  undone: v.number(),
  left: v.number(),
  removed: v.number(),
  restored: v.number(),
  changed: v.number(),
})

/** What a province has loaded, as the job has stored it. Undefined when nothing can be taken back. */
export function loadedBy(job: { input: unknown; result: unknown }) {
  const [input, result] = [v.safeParse(loadInput, job.input), v.safeParse(loadResult, job.result)]
  if (!input.success || !result.success || result.output.changeSetId === null) return undefined
  return { ...input.output, changeSetId: result.output.changeSetId }
}

/** Adds the education authorities of a province: all in one transaction under one change set, or nothing. */
export const provinceJob = defineJob({
  kind: 'province',
  input: loadInput,
  result: loadResult,
  about: () => ({ resource, menu, undo: 'undoProvince' }),
  title: ({ name }) => m.organization_provinceJob({ name }),
  steps: { writing: () => m.import_stepWriting() },
  async run({ id, db, actor, author, input: { province }, signal, progress, mayKeep }) {
    const earlier = v.safeParse(loadResult, await earlierResult(db, id))
    if (earlier.success) return earlier.output
    // The current rights count, not those at the time of the request.
    if (!can(actor, 'baseInfo/organization/add')) throw new AppError(403)
    const authorities = await authoritiesOfProvince(db, province)
    await assertProvinceInScope(db, actor, province)
    progress({ step: 'writing', done: 0, total: authorities.length })
    const result = await guardedWrite(db, author, 'import', async (tx, changeSetId) => {
      const onAdded = (done: number) => {
        signal.throwIfAborted()
        progress({ done })
      }
      const { added, found } = await addAuthorities({ tx, actor, changeSetId, authorities, onAdded })
      await mayKeep()
      const done = { added, found, changeSetId: added > 0 ? changeSetId : null }
      await keepResult(tx, id, done)
      return done
    })
    tableChanged(db, organizationResource.tableName)
    return result
  },
  summary: ({ added, found }) => m.organization_provinceDone({ added: formatCount(added), found: formatCount(found) }),
})

/** Takes back what a province has loaded. */
export const provinceUndoJob = defineJob({
  kind: 'province-undo',
  input: undoInput,
  result: undoResult,
  about: ({ changeSetId }) => ({ resource, menu, undoes: changeSetId }),
  title: ({ name }) => m.organization_provinceUndoJob({ name }),
  steps: { undoing: () => m.import_stepUndoing() },
  async run({ id, db, actor, author, input: { changeSetId, partial }, signal, progress, mayKeep }) {
    const earlier = v.safeParse(undoResult, await earlierResult(db, id))
    if (earlier.success) return earlier.output
    progress({ step: 'undoing', done: 0, total: null })
    const result = await guardedWrite(db, author, 'undo', async (tx, own) => {
      const { undone, left, removed, restored, changed } = await undoChangeSet(tx, actor, changeSetId, own, {
        partial,
        progress(done, total) {
          signal.throwIfAborted()
          progress({ step: 'undoing', done, total })
        },
      })
      await mayKeep()
      const done = { undone, left, removed, restored, changed }
      await keepResult(tx, id, done)
      return done
    })
    tableChanged(db, organizationResource.tableName)
    return result
  },
  summary: ({ left, ...counts }) => {
    const done = undoText(counts)
    return left > 0 ? m.import_undoLeft({ done, left }) : done
  },
})
