import { m } from '#src/i18n/paraglide/messages.js'
import type { Description } from '#src/resource/description.ts'
import { ID, importFields, requiredFields } from '#src/resource/importable.ts'
import { labelText } from '#src/resource/label.ts'
import type { ImportPlan } from '#src/server/import/plan.server.ts'
import type { ImportView } from '#src/server/import/view.server.ts'
import type { ChoiceOption } from '#src/ui/option.ts'

/** The options for a column: leave it out, a field, or the row id. */
export function fieldOptions(description: Description): ChoiceOption[] {
  return [
    { value: '', label: m.import_leaveOut() },
    ...importFields(description).map(({ name, label, required }) => ({
      value: name,
      label: required ? `${labelText(label)} *` : labelText(label),
    })),
    { value: ID, label: m.import_idColumn() },
  ]
}

/** The label of a field. The id column has the label "ID". An unknown field has its name as label. */
export function fieldLabel(description: Description, name: string): string {
  const field = description.fields.find((one) => one.name === name)
  return field ? labelText(field.label) : name === ID ? 'ID' : name
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
  if (plan.mode === 'update') return []
  return requiredFields(description).filter((name) => !plan.mapping.includes(name))
}
