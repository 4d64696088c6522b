import { and } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { nameOfTable } from '#src/db/statement.server.ts'
import { baseFields } from '#src/resource/base-fields.ts'
import type { Description, Field } from '#src/resource/description.ts'
import { isSecret } from '#src/resource/field-traits.ts'
import type { FormSchema } from '#src/resource/form-schema.ts'
import { importFields } from '#src/resource/importable.ts'
import { labelText } from '#src/resource/label.ts'
import { type ScopeRule, scope } from '../access/scope.server.ts'
import { storedFormSchema } from '../fields/server-form.server.ts'
import { planList } from '../list/list-plan.server.ts'
import { columnName } from './column-name.server.ts'
import type { DefinitionOf } from './definition-of.server.ts'
import { onlyRows } from './only.server.ts'
import {
  type Computed,
  columnsOf,
  type ListPlan,
  type Resource,
  type ResourceColumns,
  type ResourceDefinition,
} from './resource.server.ts'
import { sourceOf } from './source.server.ts'

/**
 * Prepares once the values that every operation of a resource needs. Schemas and the list plan are created on first
 * use: a resource that is only the target of relations needs neither.
 * @throws when the table lacks one of the base columns
 */
export function compileResource<const D extends Description, T extends PgTable, E extends object>(
  given: DefinitionOf<D, T, E>,
): Resource {
  // Seam: the names of fields and columns are checked where the definition is written, and text from here on.
  const definition = given as ResourceDefinition
  const { description, table } = definition
  const { key } = description
  const owned = (definition.owns ?? []).map((one) => one.computed)
  const computed: Readonly<Record<string, Computed>> = Object.assign({}, definition.computed, ...owned)
  const { source, columns, orderIds } = sourceOf(table, computed, definition.masks, definition.texts)
  const stored = columnsOf(table)
  const written = Object.entries(stored).filter(([field]) => !definition.masks?.[field])
  const columnNames = new Map(written.map(([field, one]) => [field, columnName(one)]))
  const column = (field: string) => {
    const found = columns[field]
    if (!found) throw new Error(`${key}: no column ${field}`)
    return found
  }
  const fields = new Map<string, Field>(description.fields.map((field) => [field.name, field]))
  const writable = Object.keys(definition.computed ?? {}).filter((name) => fields.get(name)?.readOnly !== true)
  if (writable.length > 0) throw new Error(`${key}: ${writable.join()} must be described as read-only`)
  assertGuardable(description)
  if (definition.unrecorded && !stored.changeSetId)
    throw new Error(`${key}: unrecorded insertions need a column changeSetId`)
  const reads = definition.write?.import ?? definition.write?.file
  if ((description.lines === true) !== (reads !== undefined))
    throw new Error(`${key}: an import writer and \`lines\` in the description belong together`)
  const label = (name: string) => {
    const field = fields.get(name)
    return field && labelText(field.label)
  }
  const base = {
    ...definition,
    scope: scopeOf(definition, stored),
    scopeRule: definition.scope,
    key,
    tableName: nameOfTable(table),
    source,
    columns,
    orderIds,
    columnNames,
    fieldNames: new Map([...columnNames].map(([field, name]) => [name, field])),
    fields,
    readable: readableFields(description),
    importable: new Map(importFields(description).map((field) => [field.name, field])),
    column,
    columnName: (field: string) => columnName(column(field)),
    label,
    constraintFields: () => {
      const labelled = (field: string) => ({ field, label: label(field) ?? field })
      const uniques = Object.entries(definition.uniqueFields ?? {}).map(([name, field]) => [name, labelled(field)])
      const checks = Object.entries(definition.tableRules ?? {}).map(([name, { field, ...rule }]) => [
        name,
        { ...labelled(field), ...rule },
      ])
      return Object.fromEntries([...uniques, ...checks])
    },
  }
  const made: { add?: FormSchema; edit?: FormSchema; listPlan?: ListPlan; rowPlan?: ListPlan } = {}
  return {
    ...base,
    forms: {
      get add() {
        made.add ??= storedFormSchema(description)
        return made.add
      },
      get edit() {
        made.edit ??= storedFormSchema(description, true)
        return made.edit
      },
    },
    get listPlan() {
      made.listPlan ??= planList(base, false)
      return made.listPlan
    },
    get rowPlan() {
      made.rowPlan ??= planList(base, true)
      return made.rowPlan
    },
  }
}

/** The scope of the rows, among those that the resource has of its table. */
function scopeOf({ description, scope: rule, only }: ResourceDefinition, columns: ResourceColumns): ScopeRule {
  if (!only) return rule
  const among = onlyRows({ only, description, columns })
  return (actor, elsewhere) => and(among, scope(actor, rule, elsewhere))
}

/** @throws Error for a field with a node that everybody needs: a required one, or one that names or orders the rows */
function assertGuardable({ key, fields, rowTitle, defaultOrder }: Description): void {
  const needed = [rowTitle, defaultOrder.split(',')[0]]
  const wrong = fields.find(({ node, required, name }) => node !== undefined && (required || needed.includes(name)))
  if (wrong) throw new Error(`${key}: ${wrong.name} cannot have a node, because everybody needs it`)
}

function readableFields(description: Description): Set<string> {
  const { fields, tree, sortable } = description
  const placing = [...(tree ? ['pid'] : []), ...(sortable ? ['sortKey'] : [])]
  const shown = fields.filter((field) => !isSecret(field))
  return new Set([...baseFields(description), ...placing, ...shown.map((field) => field.name)])
}
