import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import type { JsonObject } from '#src/lib/json.ts'
import { id } from '#src/lib/number-rules.ts'
import { textRules } from '#src/lib/rules.ts'
import { baseFields } from '#src/resource/base-fields.ts'
import type { BaseField, Description, Field } from '#src/resource/description.ts'
import { isRank, isRequired } from '#src/resource/field-traits.ts'
import { formSchema } from '#src/resource/form-schema.ts'
import { labelText } from '#src/resource/label.ts'
import { exportOperations } from '../export/export.openapi.server.ts'
import { importOperations } from '../import/import.openapi.server.ts'
import { idQuery, idsQuery, selectQuery } from '../list/crud-query.server.ts'
import { listParameters } from '../list/list-query.server.ts'
import { editKeys, sortSchema } from '../write/save.server.ts'
import { bulkHistoryOperations, changeSetId } from './bulk-history.openapi.server.ts'
import type { Operation } from './operation.server.ts'

const labels = v.record(v.string(), v.record(v.string(), v.string()))
const option = v.object({
  value: v.union([v.number(), v.string()]),
  label: v.string(),
  hint: v.optional(v.string()),
  children: v.optional(v.boolean()),
})

/** The OpenAPI operations of a resource's controller, made from the same description as its endpoints. */
export function crudOperations(description: Description): Operation[] {
  const { key, menu } = description
  const base = `/adminApi/${key}`
  const common = { tag: 'resource', security: 'admin' } as const
  const node = (name: 'index' | 'add' | 'edit' | 'del') => `${menu}/${name}`
  const row = rowSchema(description)
  const cursors = v.object({ previous: v.nullable(v.string()), next: v.nullable(v.string()) })
  const list = v.object({
    list: v.array(row),
    total: v.number(),
    totalEstimated: v.optional(v.literal(true)),
    labels,
    cursors: v.optional(cursors),
    open: v.optional(v.array(id)),
  })
  const sums = v.object({ sums: v.record(v.string(), v.nullable(v.number())) })
  const facts = Object.fromEntries(description.fields.map((field) => [field.name, fieldFacts(field)]))
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

  const operations: Operation[] = [
    { ...lists, path: `${base}/index`, query, answer: list, summary: () => m.call_index(title()) },
    {
      ...reads,
      path: `${base}/edit`,
      query: idQuery.entries,
      answer: v.object({ row, labels }),
      errors: [404],
      summary: () => m.call_row(title()),
    },
    { ...lists, path: `${base}/sums`, query, answer: sums, summary: () => m.call_sums(title()) },
    {
      ...lists,
      path: `${base}/select`,
      query: selectQuery.entries,
      answer: v.object({ list: v.array(option), more: v.boolean() }),
      summary: () => m.call_select(title()),
    },
    {
      ...writes,
      path: `${base}/add`,
      node: node('add'),
      body: json(form),
      answer: added,
      summary: () => m.call_add(title()),
    },
    {
      ...writes,
      path: `${base}/edit`,
      node: node('edit'),
      body: json(edited),
      answer: saved,
      summary: () => m.call_edit(title()),
    },
    {
      ...common,
      method: 'delete',
      idempotent: true,
      errors: [404, 409, 422],
      node: node('del'),
      path: `${base}/del`,
      query: idsQuery,
      answer: count,
      summary: () => m.call_del(title()),
    },
    { ...lists, path: `${base}/page`, query, answer: list, summary: () => m.call_pageIndex(title()) },
    {
      ...writes,
      path: `${base}/page`,
      node: `${node('add')} | ${node('edit')}`,
      body: json(v.union([form, edited])),
      answer: v.union([saved, added]),
      summary: () => m.call_pageSave(title()),
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
  operations.push(
    ...bulkHistoryOperations(description, facts),
    ...importOperations(description),
    ...exportOperations(description, query),
  )
  if (!description.sortable) return operations
  return [
    ...operations,
    {
      ...writes,
      path: `${base}/sortable`,
      node: node('edit'),
      body: json(sortSchema),
      answer: added,
      summary: () => m.call_sort(title()),
    },
  ]
}

/** The schema of a row in a response. */
function rowSchema({ fields, tree, sortable, base: own }: Description): v.GenericSchema {
  const base: Record<'id' | BaseField, v.GenericSchema> = {
    id: v.number(),
    version: v.number(),
    createBy: v.nullable(v.number()),
    createTime: instant,
    updateBy: v.nullable(v.number()),
    updateTime: instant,
  }
  const entries: v.ObjectEntries = {
    ...Object.fromEntries(baseFields({ base: own }).map((name) => [name, base[name]])),
    ...Object.fromEntries(
      fields.filter((field) => field.type !== 'password').map((field) => [field.name, delivered(field)]),
    ),
    ...(tree ? { pid: v.nullable(v.number()), childCount: v.optional(v.number()) } : {}),
    ...(sortable ? { sortKey: v.string() } : {}),
  }
  return v.strictObject(entries)
}

const instant = v.pipe(v.string(), v.isoTimestamp())

function delivered(field: Field): v.GenericSchema {
  if (isRank(field)) return v.nullable(v.number())
  switch (field.type) {
    case 'text':
    case 'icon':
    case 'color':
    case 'editor':
      return v.string()
    case 'password':
      return v.never()
    case 'integer':
    case 'number':
    case 'money':
    case 'year':
      return v.nullable(v.number())
    case 'switch':
      return v.picklist([0, 1])
    case 'select': {
      const value = v.picklist(field.options.map((one) => one.value))
      if (field.multiple) return v.array(value)
      return field.required && !field.showWhen ? value : v.nullable(value)
    }
    case 'texts':
      return v.array(v.string())
    case 'pairs':
      return v.array(v.strictObject({ key: v.string(), value: v.string() }))
    case 'image':
    case 'file':
      return field.multiple ? v.array(v.string()) : v.string()
    case 'relation':
      return field.multiple ? v.array(v.number()) : v.nullable(v.number())
    case 'area':
    case 'time':
      return v.nullable(v.string())
    case 'date':
      return v.nullable(v.pipe(v.string(), v.isoDate()))
    case 'datetime':
      return v.nullable(instant)
    case 'rows':
      return v.array(v.strictObject(Object.fromEntries(field.fields.map((one) => [one.name, delivered(one)]))))
  }
}

/** Facts that the form schema checks with functions, which JSON Schema cannot express. */
function fieldFacts(field: Field): JsonObject {
  const limits = (low: string, high: string) => ({
    ...('min' in field && field.min !== undefined ? { [low]: field.min } : {}),
    ...('max' in field && field.max !== undefined ? { [high]: field.max } : {}),
  })
  const typed = (type: string) => ({ type: isRequired(field) ? type : [type, 'null'] })
  const title = { title: labelText(field.label), ...(field.help ? { description: labelText(field.help) } : {}) }
  switch (field.type) {
    case 'text':
      return {
        ...title,
        ...(isRequired(field) ? { minLength: 1 } : {}),
        ...(field.max === undefined ? {} : { maxLength: field.max }),
        // An optional field accepts an empty text, so it has no pattern.
        ...(field.rule && isRequired(field) ? { pattern: textRules[field.rule].pattern.source } : {}),
      }
    case 'password':
      return { ...title, format: 'password', ...(isRequired(field) ? { minLength: 6 } : {}), maxLength: 32 }
    case 'integer':
    case 'money':
    case 'year':
      return { ...title, ...typed('integer'), ...limits('minimum', 'maximum') }
    case 'number':
      return { ...title, ...typed('number'), ...limits('minimum', 'maximum') }
    case 'date':
      return { ...title, ...typed('string'), format: 'date' }
    case 'datetime':
      return { ...title, ...typed('string'), format: 'date-time' }
    case 'select': {
      const values = field.options.map((one) => one.value)
      if (field.multiple) return { ...title, items: { enum: values } }
      return { ...title, enum: isRequired(field) ? values : [...values, null] }
    }
    default:
      return title
  }
}
