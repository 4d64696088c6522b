import { sql } from 'drizzle-orm'
import { smallint, text } from 'drizzle-orm/pg-core'
import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { legalHold, recycleRule, sensitiveRule } from '#src/db/watch.table.server.ts'
import { accountRelation } from '#src/features/auth/account.relation.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import { compileResource } from '#src/server/crud/compile-resource.server.ts'
import { computed } from '#src/server/crud/computed.server.ts'
import { crud } from '#src/server/crud/crud.server.ts'
import type { Row } from '#src/server/crud/resource.server.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { legalHoldDescription, recycleRuleDescription, sensitiveRuleDescription } from './watch-rules.schema.ts'
import { ruleNameText } from './watch-rules.seed.server.ts'
import { resourcesByKey, titleOfResource, watchables } from './watched.server.ts'

const resourceTitle = computed(text(), ({ resource }) => sql`${resource}::text`)

export const recycleRuleResource = compileResource({
  description: recycleRuleDescription,
  table: recycleRule,
  scope: 'unscoped',
  computed: { resourceTitle },
  uniqueFields: { recycle_rule_resource_key: 'resource' },
  check: async (db, { resource }) => resourceErrors(db, resource),
  shown: withTitles,
  shownTexts: ['name', 'resourceTitle'],
})

export const sensitiveRuleResource = compileResource({
  description: sensitiveRuleDescription,
  table: sensitiveRule,
  scope: 'unscoped',
  computed: { resourceTitle },
  uniqueFields: { sensitive_rule_resource_key: 'resource' },
  check: async (db, values, row) => {
    const { resource, fields } = { ...row, ...values }
    const found = (await watchables(db)).find((one) => one.resource === resource)
    if (!found || found.fields.length === 0) return { resource: [m.rule_option()] }
    const known = new Set(found.fields.map(({ field }) => field))
    const wanted = Array.isArray(fields) ? fields : []
    const wrong = wanted.filter((field) => !known.has(field))
    if (wrong.length > 0) return { fields: [m.sensitive_unknownFields({ fields: wrong.join(', ') })] }
    return {}
  },
  shown: withTitles,
  shownTexts: ['name', 'resourceTitle'],
})

export const legalHoldResource = compileResource({
  description: legalHoldDescription,
  table: legalHold,
  scope: 'unscoped',
  computed: {
    resourceTitle,
    // The same days as `legal_holds` takes.
    active: computed(
      smallint().notNull(),
      ({ fromDay, untilDay }) =>
        sql`(coalesce(${fromDay} <= site_day(now()), true) and coalesce(${untilDay} >= site_day(now()), true))::int`,
    ),
  },
  relations: { accountId: accountRelation() },
  check: async (db, values, row) => {
    const { extent, resource } = { ...row, ...values }
    return extent === 'resource' ? resourceErrors(db, resource) : {}
  },
  shown: withTitles,
  shownTexts: ['resourceTitle'],
})

export const recycleRuleApi = crud(recycleRuleResource)
export const sensitiveRuleApi = crud(sensitiveRuleResource)
export const legalHoldApi = crud(legalHoldResource)

async function resourceErrors(db: Db, resource: unknown): Promise<FieldErrors> {
  if (resource === undefined) return {}
  const known = (await watchables(db)).some((one) => one.resource === resource)
  return known ? {} : { resource: [m.rule_option()] }
}

/** Rows with the titles of their resources, and with their names, in the language of the request. */
async function withTitles(db: Db, _actor: unknown, rows: readonly Row[]): Promise<Row[]> {
  const known = await resourcesByKey(db)
  return rows.map((row) => {
    if (typeof row.resource !== 'string') return { ...row, resourceTitle: '' }
    const named = typeof row.name === 'string' ? { name: ruleNameText(row.resource, row.name) } : {}
    return { ...row, ...named, resourceTitle: titleOfResource(known, row.resource) }
  })
}

/** What rules can watch. */
export const watchEndpoints = {
  resources: endpoint({
    method: 'get',
    tag: 'resource',
    security: 'admin',
    path: '/adminApi/data-recycle/resources',
    summary: m.call_watchResources,
    node: [
      'security/dataRecycleLog/index',
      'security/sensitiveDataLog/index',
      'security/dataRecycle/index',
      'security/sensitiveData/index',
      'security/legalHold/index',
    ],
    answer: v.strictObject({
      list: v.array(
        v.strictObject({
          resource: v.string(),
          title: v.string(),
          fields: v.array(v.strictObject({ field: v.string(), label: v.string(), secret: v.boolean() })),
        }),
      ),
    }),
    run: async ({ db }) => ({ list: await watchables(db) }),
  }),
}
