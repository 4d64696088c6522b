import * as v from 'valibot'
import type { JsonObject } from '#src/lib/json.ts'
import type { Description, Field } from '#src/resource/description.ts'
import { isRank, isRequired, isSecret } from '#src/resource/field-traits.ts'
import { labelText } from '#src/resource/label.ts'
import { instantText, serverTypeOf } from '../fields/field-types.server.ts'

/** The schema of a row in a response. */
export function rowSchema({ fields, tree, sortable }: Description): v.GenericSchema {
  const base = {
    id: v.number(),
    version: v.number(),
    createBy: v.nullable(v.number()),
    createTime: instantText,
    updateBy: v.nullable(v.number()),
    updateTime: instantText,
  }
  const entries: v.ObjectEntries = {
    ...base,
    ...Object.fromEntries(fields.filter((field) => !isSecret(field)).map((field) => [field.name, delivered(field)])),
    ...(tree ? { pid: v.nullable(v.number()), childCount: v.optional(v.number()) } : {}),
    ...(sortable ? { sortKey: v.string() } : {}),
  }
  return v.strictObject(entries)
}

function delivered(field: Field): v.GenericSchema {
  return isRank(field) ? v.nullable(v.number()) : serverTypeOf(field).delivered(field, delivered)
}

/** The facts of all fields, by name. */
export function formFacts({ fields }: Pick<Description, 'fields'>): Record<string, JsonObject> {
  return Object.fromEntries(fields.map((field) => [field.name, fieldFacts(field)]))
}

/** Facts that the form schema checks with functions, which JSON Schema cannot express. */
function fieldFacts(field: Field): JsonObject {
  const title = { title: labelText(field.label), ...(field.help ? { description: labelText(field.help) } : {}) }
  return { ...title, ...serverTypeOf(field).documented(field, isRequired(field)) }
}
