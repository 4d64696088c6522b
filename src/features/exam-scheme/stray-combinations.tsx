import { useState } from 'react'
import { useFieldContext } from '#src/crud/form/form-context.ts'
import type { RelationLabels } from '#src/crud/form/relation-labels.ts'
import { useFormValues } from '#src/crud/form/use-form-values.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { strayCombinations } from './combinations.ts'
import { rowsOf } from './scheme-values.ts'

/** A removal that the user can undo. Undo is offered only while the form still contains `after`. */
type Taken = { before: unknown; after: unknown; count: number }

/**
 * Warns about combinations with subjects that candidates can no longer choose, because a subject was removed or its
 * kind was changed. One button removes all of them, and a second button restores them.
 */
export function StrayCombinations({ labels }: { labels: RelationLabels }) {
  const { form } = useFieldContext<unknown>()
  const [taken, setTaken] = useState<Taken>()
  const values = useFormValues()
  const { rows, subjectIds } = strayCombinations(values)
  if (rows.length === 0 && !(taken && values.combinations === taken.after)) return null
  const nameOf = (id: number) =>
    labels.nameOf('subjects.subjectId', id) ?? labels.nameOf('combinations.subjectIds', id) ?? `#${id}`
  const takeOut = () => {
    const before: unknown = form.getFieldValue('combinations')
    const after = rowsOf(before).filter((row) => !rows.includes(row))
    form.setFieldValue('combinations', after)
    setTaken({ before, after, count: rows.length })
  }
  const putBack = () => {
    form.setFieldValue('combinations', taken?.before)
    setTaken(undefined)
  }
  const open = rows.length > 0
  return (
    <div className="mt-2">
      <Banner
        tone={open ? 'warning' : 'success'}
        action={
          <Button size="sm" onClick={open ? takeOut : putBack}>
            {open ? m.examScheme_strayTakeOut() : m.undo_action()}
          </Button>
        }
      >
        {open
          ? m.examScheme_stray({ count: rows.length, subjects: subjectIds.map(nameOf).join(m.crud_listSeparator()) })
          : m.examScheme_strayGone({ count: taken?.count ?? 0 })}
      </Banner>
    </div>
  )
}
