import { useFieldContext } from '#src/crud/form-context.ts'
import type { LabelBook } from '#src/crud/label-book.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { toaster } from '#src/ui/toast.tsx'
import { strayCombinations } from './combinations.ts'
import { rowsOf } from './scheme-values.ts'
import { useFormValues } from './use-form-values.ts'

/**
 * Combinations of subjects that can no longer be chosen, because they were taken out of the scheme or have another
 * part in it, and taking them out in one go.
 */
export function StrayCombinations({ labels }: { labels: LabelBook }) {
  const { form } = useFieldContext<unknown>()
  const { rows, subjectIds } = strayCombinations(useFormValues())
  if (rows.length === 0) return null
  const nameOf = (id: number) =>
    labels.nameOf('subjects.subjectId', id) ?? labels.nameOf('combinations.subjectIds', id) ?? `#${id}`
  const takeOut = () => {
    const before: unknown = form.getFieldValue('combinations')
    form.setFieldValue(
      'combinations',
      rowsOf(before).filter((row) => !rows.includes(row)),
    )
    toaster.success(m.examScheme_strayGone({ count: rows.length }), {
      label: m.undo_action(),
      onClick: () => form.setFieldValue('combinations', before),
    })
  }
  return (
    <div className="mt-2">
      <Banner
        tone="warning"
        action={
          <Button size="sm" onClick={takeOut}>
            {m.examScheme_strayTakeOut()}
          </Button>
        }
      >
        {m.examScheme_stray({ count: rows.length, subjects: subjectIds.map(nameOf).join(m.crud_listSeparator()) })}
      </Banner>
    </div>
  )
}
