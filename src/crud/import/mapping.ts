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

/** Maps a column to a field and removes the field from other columns. The key fields stay among the mapped fields. */
export function mapColumn(
  plan: ImportPlan,
  view: ImportView,
  column: number,
  field: string | null,
): Partial<ImportPlan> {
  const mapping = plan.mapping.map((name, at) => (at === column ? field : name === field ? null : name))
  const kept = plan.keys.filter((key) => mapping.includes(key))
  return { mapping, keys: kept.length > 0 ? kept : proposedKeys(view, mapping) }
}

function proposedKeys({ keys }: ImportView, mapping: ImportPlan['mapping']): string[] {
  const candidates = [...keys.unique, ...keys.possible.map((name) => [name])]
  return candidates.find((key) => key.length > 0 && key.every((name) => mapping.includes(name))) ?? []
}

/** The fields that new rows need but that no column provides. */
export function missingFields(description: Description, plan: ImportPlan): string[] {
  if (plan.mode === 'update') return []
  return requiredFields(description).filter((name) => !plan.mapping.includes(name))
}
