import { getTableName } from 'drizzle-orm'
import { CasingCache } from 'drizzle-orm/casing'
import type { Description, Field } from '#src/resource/description.ts'
import { isSecret } from '#src/resource/field-traits.ts'
import { type FormSchema, formSchema } from '#src/resource/form-schema.ts'
import { importFields } from '#src/resource/importable.ts'
import { labelText } from '#src/resource/label.ts'
import { planList } from '../list/list-plan.server.ts'
import { columnsOf, type ListPlan, type Resource, type ResourceDefinition } from './resource.server.ts'

const SYSTEM_FIELDS = ['id', 'version', 'createBy', 'createTime', 'updateBy', 'updateTime'] as const

const casing = new CasingCache('snake_case')

/**
 * Prepares once the values that every operation of a resource needs. Schemas and the list plan are created on first
 * use: a resource that is only the target of relations needs neither.
 * @throws when the table lacks one of the base columns
 */
export function compileResource(definition: ResourceDefinition): Resource {
  const { description, table } = definition
  const { key } = description
  const columns = columnsOf(table)
  const columnNames = new Map(Object.entries(columns).map(([field, one]) => [field, casing.getColumnCasing(one)]))
  const column = (field: string) => {
    const found = columns[field]
    if (!found) throw new Error(`${key}: no column ${field}`)
    return found
  }
  const fields = new Map<string, Field>(description.fields.map((field) => [field.name, field]))
  const label = (name: string) => {
    const field = fields.get(name)
    return field && labelText(field.label)
  }
  const base = {
    ...definition,
    key,
    tableName: getTableName(table),
    columns,
    columnNames,
    fieldNames: new Map([...columnNames].map(([field, name]) => [name, field])),
    fields,
    readable: readableFields(description),
    importable: new Map(importFields(description).map((field) => [field.name, field])),
    column,
    columnName: (field: string) => casing.getColumnCasing(column(field)),
    label,
    uniqueLabels: () =>
      Object.fromEntries(
        Object.entries(definition.uniqueFields ?? {}).map(([constraint, field]) => [
          constraint,
          { field, label: label(field) ?? field },
        ]),
      ),
  }
  const made: { add?: FormSchema; edit?: FormSchema; listPlan?: ListPlan } = {}
  return {
    ...base,
    forms: {
      get add() {
        made.add ??= formSchema(description)
        return made.add
      },
      get edit() {
        made.edit ??= formSchema(description, true)
        return made.edit
      },
    },
    get listPlan() {
      made.listPlan ??= planList(base)
      return made.listPlan
    },
  }
}

function readableFields({ fields, tree, sortable }: Description): Set<string> {
  const placing = [...(tree ? ['pid'] : []), ...(sortable ? ['sortKey'] : [])]
  const shown = fields.filter((field) => !isSecret(field))
  return new Set([...SYSTEM_FIELDS, ...placing, ...shown.map((field) => field.name)])
}
