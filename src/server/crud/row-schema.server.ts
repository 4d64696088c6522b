import * as v from 'valibot'
import type { JsonObject } from '#src/lib/json.ts'
import { baseFields } from '#src/resource/base-fields.ts'
import type { BaseField, Description, Field } from '#src/resource/description.ts'
import { isRank, isRequired, isSecret } from '#src/resource/field-traits.ts'
import { labelText } from '#src/resource/label.ts'
import { instantText, serverTypeOf } from '../fields/field-types.server.ts'

/** The schema of a row in a response. @param listed a row of a list, without the fields that lists do not read */
export function rowSchema({ fields, tree, sortable, base: own }: Description, listed = false): v.GenericSchema {
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
    ...Object.fromEntries(
      fields
        .filter((field) => !isSecret(field) && !(listed && field.list?.unread))
        .map((field) => [field.name, answered(field)]),
    ),
    ...(tree ? { pid: v.nullable(v.number()), childCount: v.optional(v.number()) } : {}),
    ...(sortable ? { sortKey: v.string() } : {}),
  }
  return v.strictObject(entries)
}

/** A field that only some users see is missing in the rows of the others. */
function answered(field: Field): v.GenericSchema {
  return field.node === undefined ? delivered(field) : v.optional(delivered(field))
}

function delivered(field: Field): v.GenericSchema {
  return isRank(field) ? v.nullable(v.number()) : serverTypeOf(field).delivered(field, delivered)
}

/** The facts of all fields, by name. */
export function formFacts({ fields }: Pick<Description, 'fields'>): Record<string, JsonObject> {
  return Object.fromEntries(fields.map((field) => [field.name, { ...fieldFacts(field), ...nodeFact(field) }]))
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
