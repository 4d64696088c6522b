import { m } from '#src/i18n/paraglide/messages.js'
import type { Description } from '#src/resource/description.ts'
import { ID, importFields, requiredFields } from '#src/resource/importable.ts'
import { labelText } from '#src/resource/label.ts'
import type { ImportPlan } from '#src/server/import/plan.server.ts'
import type { ImportView } from '#src/server/import/view.server.ts'
import type { ChoiceOption } from '#src/ui/option.ts'

/** The columns of lines that are not rows, as the server names them. Null where a line is a row. */
type Lines = ImportView['lines']

/** The options for a column: leave it out, a field, or the row id. A line that is not a row has no id of a row. */
export function fieldOptions(description: Description, lines: Lines): ChoiceOption[] {
  const fields =
    lines ?? importFields(description).map(({ name, label, required }) => ({ name, label: labelText(label), required }))
  return [
    { value: '', label: m.import_leaveOut() },
    ...fields.map(({ name, label, required }) => ({ value: name, label: required ? `${label} *` : label })),
    ...(lines ? [] : [{ value: ID, label: m.import_idColumn() }]),
  ]
}

/** The label of a field. The id column has the label "ID". An unknown field has its name as label. */
export function fieldLabel(description: Description, name: string, lines: Lines = null): string {
  const column = lines?.find((one) => one.name === name)
  if (column) return column.label
  const field = description.fields.find((one) => one.name === name)
  return field ? labelText(field.label) : name === ID ? 'ID' : name
}

/** The labels of the columns that every line needs and that the file does not have. */
export function missingColumns(lines: Lines, plan: ImportPlan): string[] {
  return (lines ?? []).flatMap(({ name, label, required }) => (required && !plan.mapping.includes(name) ? [label] : []))
}

/**
 * Maps a column to a field and removes the field from other columns. Keys that are no longer mapped, all or some of
 * them, are proposed anew: the rest of a key would fit several rows.
 */
export function mapColumn(
  plan: ImportPlan,
  view: ImportView,
  column: number,
  field: string | null,
): Pick<ImportPlan, 'mapping' | 'keys'> {
  const mapping = plan.mapping.map((name, at) => (at === column ? field : name === field ? null : name))
  const isKept = plan.keys.length > 0 && plan.keys.every((key) => mapping.includes(key))
  return { mapping, keys: isKept ? plan.keys : proposedKeys(view, mapping) }
}

/** A unique key or the id, when the file has it and it does not only count; else none, and the user chooses. */
function proposedKeys({ keys, columns }: ImportView, mapping: ImportPlan['mapping']): string[] {
  const trusted = mapping.filter((_name, at) => !columns[at]?.counts)
  return [...keys.unique, [ID]].find((key) => key.length > 0 && key.every((name) => trusted.includes(name))) ?? []
}

/** Whether at most one stored row can be equal in these fields. */
export function isUnique({ keys }: Pick<ImportView, 'keys'>, chosen: readonly string[]): boolean {
  return [...keys.unique, [ID]].some((key) => key.every((name) => chosen.includes(name)))
}

/** The fields that new rows need but that no column provides. */
export function missingFields(description: Description, plan: ImportPlan): string[] {
  if (plan.mode === 'update' || description.lines) return []
  return requiredFields(description).filter((name) => !plan.mapping.includes(name))
}
