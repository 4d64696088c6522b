import { useQuery } from '@tanstack/react-query'
import { ListPlus } from 'lucide-react'
import { RowsField } from '#src/crud/fields/rows-field.tsx'
import type { RowValues } from '#src/crud/fields/rows-line.tsx'
import { type FieldProps, useBoundField } from '#src/crud/fields/use-bound-field.ts'
import { useFormValues } from '#src/crud/form/use-form-values.ts'
import { subjects as allSubjects } from '#src/features/subject/subject.queries.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { useCan } from '#src/layout/can.tsx'
import { Button } from '#src/ui/button.tsx'
import { examSchemes } from './exam-scheme.queries.ts'
import { tableField } from './scheme-changes.ts'
import { subjectRow, subjectsToAdd } from './scheme-start.ts'
import { StrayCombinations } from './stray-combinations.tsx'
import { totalMark } from './total-mark.ts'

const field = tableField('subjects')

/** The field for the subjects of a scheme. A new row starts with the usual mark and type of its subject. */
export function SubjectsField(props: FieldProps) {
  const { value, set, labels } = useBoundField<readonly RowValues[]>()
  const values = useFormValues()
  // Users without permission to see subjects fill in the other cells by hand.
  const known = useQuery({
    ...allSubjects.list({ page: '1', limit: '200' }),
    enabled: useCan()('baseInfo/subject/index'),
    staleTime: 60_000,
  })
  const rows = known.data?.list ?? []
  const missing = subjectsToAdd(values, rows)
  return (
    <>
      <RowsField
        {...props}
        field={field}
        choicesOf={(cell) => examSchemes.choices(`subjects.${cell}`)}
        follow={(row, before) => {
          const chosen = row.subjectId === before.subjectId ? undefined : rows.find(({ id }) => id === row.subjectId)
          return chosen ? { ...row, ...subjectRow(chosen, values) } : row
        }}
        buttons={
          <>
            {missing.length > 0 && (
              <Button
                size="sm"
                icon={<ListPlus aria-hidden size={14} />}
                disabled={value.length + missing.length > field.maxItems}
                onClick={() => {
                  labels.add(
                    'subjects.subjectId',
                    missing.map((one) => ({ value: one.id, label: one.name })),
                  )
                  set([...value, ...missing.map((one) => subjectRow(one, values))])
                }}
              >
                {value.length === 0
                  ? m.examScheme_addAllSubjects({ count: missing.length })
                  : m.examScheme_addLevelSubjects({ count: missing.length })}
              </Button>
            )}
            <output className="ml-auto self-center text-sm text-muted">
              {m.examScheme_total({ total: totalMark(values) })}
            </output>
          </>
        }
      />
      <StrayCombinations labels={labels} />
    </>
  )
}
