import { Cell } from '#src/crud/cells/cell.tsx'
import { differentRows, rowChanges, tableRows } from '#src/crud/row/row-changes.ts'
import { RowsTable } from '#src/crud/row/rows-table.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { isShown } from '#src/resource/cross-checks.ts'
import type { Field } from '#src/resource/description.ts'
import { isTable } from '#src/resource/field-traits.ts'
import { type FormValues, isBlank } from '#src/resource/form-values.ts'
import { labelText } from '#src/resource/label.ts'
import type { Labels } from '#src/resource/labels.ts'
import { valueText } from '#src/resource/value-text.ts'
import { contentFields, schemeChanges } from './scheme-changes.ts'

/** The whole content of a scheme, read-only. */
export function SchemeView({ content, labels }: { content: FormValues; labels: Labels }) {
  const { timeZone } = useKit()
  const shown = contentFields.filter((field) => isShown(field, content) && !isBlank(content[field.name]))
  return (
    <Parts
      fields={shown}
      part={(field) =>
        isTable(field) ? (
          <RowsTable field={field} rows={tableRows(content[field.name]).map((row) => ({ row }))} labels={labels} />
        ) : (
          <Cell field={field} value={content[field.name] ?? null} labels={labels} timeZone={timeZone} />
        )
      }
    />
  )
}

type SchemeDifferencesProps = { before: FormValues; after: FormValues; labels: Labels }

/** The differences between two versions of a scheme. */
export function SchemeDifferences({ before, after, labels }: SchemeDifferencesProps) {
  const { timeZone } = useKit()
  const textOf = (field: Field, values: FormValues) =>
    valueText(field, values[field.name], { labels, timeZone }) || m.crud_none()
  const changes = schemeChanges(before, after)
  if (changes.length === 0) return <p className="py-4 text-muted">{m.examScheme_noChanges()}</p>
  return (
    <Parts
      fields={changes}
      part={(field) =>
        isTable(field) ? (
          <RowsTable
            field={field}
            rows={differentRows(
              rowChanges(tableRows(before[field.name]), tableRows(after[field.name]), field.fields[0]?.name ?? ''),
            )}
            labels={labels}
          />
        ) : (
          <span>
            <del className="mr-2 text-danger-ink">{textOf(field, before)}</del>
            <ins className="text-success-ink no-underline">{textOf(field, after)}</ins>
          </span>
        )
      }
    />
  )
}

function Parts({ fields, part }: { fields: readonly Field[]; part(field: Field): React.ReactNode }) {
  return (
    <dl className="flex flex-col gap-3">
      {fields.map((field) => (
        <div key={field.name}>
          <dt className="mb-1 text-sm font-medium text-muted">{labelText(field.label)}</dt>
          <dd>{part(field)}</dd>
        </div>
      ))}
    </dl>
  )
}
