import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { id } from '#src/lib/number-rules.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { undoInputOf } from '#src/server/history/undo-job.server.ts'
import { queued } from '#src/server/import/import-steps.server.ts'
import { provinceJob, provinceUndoJob } from './province.jobs.server.ts'
import { assertProvinceInScope, authoritiesOfProvince } from './province.server.ts'

const common = { method: 'post', tag: 'resource', security: 'admin', answer: v.object({ job: v.number() }) } as const

/** The education authorities of a province, from the divisions that the product brings along. Both work as jobs. */
export const provinceEndpoints = {
  load: endpoint({
    ...common,
    path: '/adminApi/organization/loadProvince',
    node: 'baseInfo/organization/add',
    summary: m.call_loadProvince,
    body: v.strictObject({ province: v.pipe(v.string(), v.regex(/^\d{2}$/)) }),
    errors: [403],
    run: async ({ c, db, actor, body: { province } }) => {
      const [top] = await authoritiesOfProvince(db, province)
      await assertProvinceInScope(db, actor, province)
      return queued(c, provinceJob, { province, name: top?.shortName ?? province })
    },
    msg: () => m.organization_provinceBegun(),
  }),
  undo: endpoint({
    ...common,
    path: '/adminApi/organization/undoProvince',
    node: 'baseInfo/organization/del',
    summary: m.call_undoProvince,
    /** The job that has loaded the province. */
    body: v.strictObject({ id, partial: v.optional(v.boolean(), false) }),
    errors: [404, 409],
    run: async ({ c, db, actor, body }) => {
      const input = await undoInputOf(db, actor, { kind: provinceJob.kind, ...body })
      return queued(c, provinceUndoJob, input)
    },
    msg: () => m.import_begun(),
  }),
}
