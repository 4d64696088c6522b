import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import type { JsonObject } from '#src/lib/json.ts'
import { id } from '#src/lib/number-rules.ts'
import { baseFields } from '#src/resource/base-fields.ts'
import type { BaseField, Description, Field } from '#src/resource/description.ts'
import { isRank, isRequired, isSecret } from '#src/resource/field-traits.ts'
import { formSchema } from '#src/resource/form-schema.ts'
import { labelText } from '#src/resource/label.ts'
import { offersOf } from '#src/resource/offers.ts'
import type { StandardVerb } from '#src/resource/registry.ts'
import { exportOperations } from '../export/export.openapi.server.ts'
import { instantText, serverTypeOf } from '../fields/field-types.server.ts'
import { importOperations } from '../import/import.openapi.server.ts'
import { idQuery, idsQuery, selectQuery } from '../list/crud-query.server.ts'
import { listParameters } from '../list/list-query.server.ts'
import { editKeys, sortSchema } from '../write/save.server.ts'
import { bulkHistoryOperations, changeSetId, writeNodes } from './bulk-history.openapi.server.ts'
import type { Operation } from './operation.server.ts'

const labels = v.record(v.string(), v.record(v.string(), v.string()))
const option = v.object({
  value: v.union([v.number(), v.string()]),
  label: v.string(),
  hint: v.optional(v.string()),
  children: v.optional(v.boolean()),
  parent: v.optional(v.nullable(v.number())),
  person: v.optional(v.object({ avatar: v.string(), organization: v.string(), locked: v.boolean() })),
})

/** The OpenAPI operations of a resource's controller, made from the same description as its endpoints. */
export function crudOperations(description: Description): Operation[] {
  const { key, menu } = description
  const base = `/adminApi/${key}`
  const common = { tag: 'resource', security: 'admin' } as const
  const node = (verb: StandardVerb) => `${menu}/${verb}`
  const row = rowSchema(description)
  const cursors = v.object({ previous: v.nullable(v.string()), next: v.nullable(v.string()) })
  const total = {
    total: v.number(),
    totalEstimated: v.optional(v.literal(true)),
    totalKept: v.optional(v.literal(true)),
  }
  const list = v.object({
    list: v.array(row),
    ...total,
    total: v.optional(v.number()),
    labels,
    cursors: v.optional(cursors),
    open: v.optional(v.array(id)),
  })
  const sums = v.object({ sums: v.record(v.string(), v.nullable(v.number())) })
  const facts = Object.fromEntries(
    description.fields.map((field) => [field.name, { ...fieldFacts(field), ...nodeFact(field) }]),
  )
  const form = formSchema(description)
  const edited = v.strictObject({ ...editKeys, ...formSchema(description, true).entries })
  /** What a person should look at, although the row was written. */
  const warnings = v.optional(v.array(v.object({ field: v.string(), text: v.string() })))
  const added = v.object({ id, changeSetId, warnings })
  const saved = v.object({ id, version: v.number(), changeSetId, warnings })
  const count = v.object({ count: v.number(), changeSetId })
  const json = (schema: v.GenericSchema) => ({ type: 'application/json', schema, facts }) as const
  const reads = { ...common, method: 'get', node: node('index') } as const
  // A list waits for the caller's turn.
  const lists = { ...reads, errors: [429] } as const
  const writes = { ...common, method: 'post', idempotent: true, errors: [404, 409, 422] } as const
  const title = () => ({ title: labelText(description.title) })
  const query = listParameters(description.tree === true)

  const offers = offersOf(description)
  const reading: Operation[] = [
    { ...lists, path: `${base}/index`, query, answer: list, summary: () => m.call_index(title()) },
    {
      ...reads,
      path: `${base}/edit`,
      query: idQuery.entries,
      answer: v.object({ row, labels }),
      errors: [404],
      summary: () => m.call_row(title()),
    },
    { ...lists, path: `${base}/count`, query, answer: v.object(total), summary: () => m.call_count(title()) },
    { ...lists, path: `${base}/sums`, query, answer: sums, summary: () => m.call_sums(title()) },
    {
      ...lists,
      path: `${base}/select`,
      query: selectQuery.entries,
      answer: v.object({ list: v.array(option), more: v.boolean() }),
      summary: () => m.call_select(title()),
    },
    { ...lists, path: `${base}/page`, query, answer: list, summary: () => m.call_pageIndex(title()) },
  ]
  const adding: Operation[] = [
    {
      ...writes,
      path: `${base}/add`,
      node: node('add'),
      body: json(form),
      answer: added,
      summary: () => m.call_add(title()),
    },
  ]
  const editing: Operation[] = [
    {
      ...writes,
      path: `${base}/edit`,
      node: node('edit'),
      body: json(edited),
      answer: saved,
      summary: () => m.call_edit(title()),
    },
  ]
  const deleting: Operation[] = [
    {
      ...common,
      method: 'delete',
      idempotent: true,
      errors: [404, 409, 422],
      node: node('del'),
      path: `${base}/del`,
      query: idsQuery.entries,
      answer: count,
      summary: () => m.call_del(title()),
    },
    {
      ...common,
      method: 'delete',
      idempotent: true,
      errors: [404, 409, 422],
      node: node('del'),
      path: `${base}/page/{id}`,
      segments: { id },
      answer: count,
      summary: () => m.call_pageDel(title()),
    },
  ]
  const pageSaving: Operation = {
    ...writes,
    path: `${base}/page`,
    node: writeNodes(description),
    body: json(offers.add && offers.edit ? v.union([form, edited]) : offers.add ? form : edited),
    answer: offers.add && offers.edit ? v.union([saved, added]) : offers.add ? added : saved,
    summary: () => m.call_pageSave(title()),
  }
  const sorting: Operation = {
    ...writes,
    path: `${base}/sortable`,
    node: node('edit'),
    body: json(sortSchema),
    answer: added,
    summary: () => m.call_sort(title()),
  }
  return [
    ...reading,
    ...(offers.add ? adding : []),
    ...(offers.edit ? editing : []),
    ...(offers.del ? deleting : []),
    ...(offers.save ? [pageSaving] : []),
    ...bulkHistoryOperations(description, facts),
    ...(offers.import ? importOperations(description) : []),
    ...exportOperations(description, query),
    ...(offers.sort ? [sorting] : []),
  ]
}

/** The schema of a row in a response. */
function rowSchema({ fields, tree, sortable, base: own }: Description): v.GenericSchema {
  const base: Record<'id' | BaseField, v.GenericSchema> = {
    id: v.number(),
    version: v.number(),
    createBy: v.nullable(v.number()),
    createTime: instantText,
    updateBy: v.nullable(v.number()),
    updateTime: instantText,
  }
  const entries: v.ObjectEntries = {
    ...Object.fromEntries(baseFields({ base: own }).map((name) => [name, base[name]])),
    ...Object.fromEntries(fields.filter((field) => !isSecret(field)).map((field) => [field.name, delivered(field)])),
    ...(tree ? { pid: v.nullable(v.number()), childCount: v.optional(v.number()) } : {}),
    ...(sortable ? { sortKey: v.string() } : {}),
  }
  return v.strictObject(entries)
}

function delivered(field: Field): v.GenericSchema {
  return isRank(field) ? v.nullable(v.number()) : serverTypeOf(field).delivered(field, delivered)
}

/** The permission node of a field that not everybody sees. */
function nodeFact({ node }: Field): JsonObject {
  return node === undefined ? {} : { 'x-node': node }
}

/** Facts that the form schema checks with functions, which JSON Schema cannot express. */
function fieldFacts(field: Field): JsonObject {
  const title = { title: labelText(field.label), ...(field.help ? { description: labelText(field.help) } : {}) }
  return { ...title, ...serverTypeOf(field).documented(field, isRequired(field)) }
}
