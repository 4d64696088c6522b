import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { can } from '#src/resource/registry.ts'
import { tableChanged } from '#src/server/cache/table-cache.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { defineUndoJob } from '#src/server/history/undo-job.server.ts'
import { defineJob } from '#src/server/jobs/job-kind.server.ts'
import { earlierResult, keepResult } from '#src/server/jobs/kept-result.server.ts'
import { guardedWrite } from '#src/server/write/guarded-write.server.ts'
import { organizationResource } from './organization.api.server.ts'
import { organizationDescription } from './organization.schema.ts'
import { addAuthorities, assertProvinceInScope, authoritiesOfProvince } from './province.server.ts'

const { key: resource, menu } = organizationDescription

/** `name`: the name of the province. */
const loadInput = v.object({ province: v.string(), name: v.string() })
const loadResult = v.object({ added: v.number(), found: v.number(), changeSetId: v.nullable(v.number()) })

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
export const provinceUndoJob = defineUndoJob({
  kind: 'province-undo',
  resource,
  menu,
  title: m.organization_provinceUndoJob,
  tables: [organizationResource.tableName],
})
