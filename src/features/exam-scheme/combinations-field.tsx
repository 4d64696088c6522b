import { Combine } from 'lucide-react'
import { RowsField } from '#src/crud/fields/rows-field.tsx'
import type { RowValues } from '#src/crud/fields/rows-line.tsx'
import { type FieldProps, useBoundField } from '#src/crud/fields/use-bound-field.ts'
import { useFormValues } from '#src/crud/form/use-form-values.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button.tsx'
import { examSchemes } from './exam-scheme.queries.ts'
import { tableField } from './scheme-changes.ts'
import { combinationsToAdd } from './scheme-start.ts'
import { StrayCombinations } from './stray-combinations.tsx'

const field = tableField('combinations')

/**
 * The field for the combinations of a scheme. The user adds them one by one, or all that the scheme's `choice` allows.
 */
export function CombinationsField(props: FieldProps) {
  const { value, set, labels } = useBoundField<readonly RowValues[]>()
  const nameOf = (id: number) => labels.nameOf('subjects.subjectId', id) ?? `#${id}`
  const missing = combinationsToAdd(useFormValues(), nameOf)
  const addAll = () => {
    // The added rows need the names of their subjects immediately.
    const subjects = new Set(missing.flatMap((one) => one.subjectIds))
    labels.add(
      'combinations.subjectIds',
      [...subjects].map((id) => ({ value: id, label: nameOf(id) })),
    )
    // The added rows replace rows that are still empty.
    set([...value.filter((row) => row.name !== '' || !isEmpty(row.subjectIds)), ...missing])
  }
  return (
    <>
      <RowsField
        {...props}
        field={field}
        choicesOf={(cell) => examSchemes.choices(`combinations.${cell}`)}
        buttons={
          <Button
            size="sm"
            icon={<Combine aria-hidden size={14} />}
            disabled={missing.length === 0 || value.length + missing.length > field.maxItems}
            onClick={addAll}
          >
            {m.examScheme_allCombinations({ count: missing.length })}
          </Button>
        }
      />
      <StrayCombinations labels={labels} />
    </>
  )
}

function isEmpty(value: RowValues[string] | undefined): boolean {
  return !Array.isArray(value) || value.length === 0
}
