import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { formatCount } from '#src/lib/count.ts'
import { cx } from '#src/lib/cx.ts'
import type { Field } from '#src/resource/description.ts'
import type { FormValues } from '#src/resource/form-values.ts'
import { labelText } from '#src/resource/label.ts'
import { valueText } from '#src/resource/value-text.ts'
import { ScrollBox } from '#src/ui/scroll-box.tsx'
import { rowValue } from '../grid/row-value.ts'
import type { BulkResult } from './bulk-calls.ts'

/** Short texts, for example dates and numbers, stay on one line. */
const whole = (text: string) => text.length <= 20 && 'whitespace-nowrap'

type BulkExamplesProps = {
  result: BulkResult
  /** The fields that change. */
  fields: readonly Field[]
  values: FormValues
}

/** Shows some of the rows that a bulk edit would change, with their current and their new values. */
export function BulkExamples({ result, fields, values }: BulkExamplesProps) {
  const { timeZone } = useKit()
  const { examples = [], labels = {}, changed } = result
  if (examples.length === 0) return null
  const text = (field: Field, row: object) =>
    valueText(field, rowValue(row, field.name), { labels, timeZone }) || m.crud_none()
  return (
    <ScrollBox label={m.bulk_examples()} className="overflow-x-auto text-sm">
      {/* Words stay whole. A wide table scrolls. */}
      <table className="w-full wrap-break-word">
        <caption className="sr-only">{m.bulk_examples()}</caption>
        <thead className="bg-sunken text-left text-muted">
          <tr>
            <th scope="col" className="px-3 py-1.5 font-normal whitespace-nowrap">
              {m.bulk_record()}
            </th>
            {fields.map((field) => (
              <th key={field.name} scope="col" className="px-3 py-1.5 font-normal whitespace-nowrap">
                {labelText(field.label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {examples.map(({ id, title, before }) => (
            <tr key={id} className="border-t border-line align-top">
              <th scope="row" className="min-w-32 px-3 py-1.5 text-left font-medium">
                {title}
              </th>
              {fields.map((field) => {
                const [old, now] = [text(field, before), text(field, values)]
                return (
                  <td key={field.name} className="px-3 py-1.5">
                    {old !== now && <del className={cx('mr-2 text-danger-ink', whole(old))}>{old}</del>}
                    <ins className={cx('no-underline', old === now ? 'text-muted' : 'text-success-ink', whole(now))}>
                      {now}
                    </ins>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {changed > examples.length && (
        <p className="border-t border-line px-3 py-1.5 text-muted">
          {m.bulk_more({ count: formatCount(changed - examples.length) })}
        </p>
      )}
    </ScrollBox>
  )
}
