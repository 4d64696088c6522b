import { m } from '#src/i18n/paraglide/messages.js'
import type { Description } from '#src/resource/description.ts'
import { unreachableFields } from '#src/resource/importable.ts'
import { Banner } from '#src/ui/banner.tsx'
import { ErrorLine } from '#src/ui/field-group.tsx'
import { NativeSelect } from '#src/ui/native-select.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { ColumnRules } from './column-rules.tsx'
import { fieldLabel, fieldOptions, mapColumn, missingFields } from './mapping.ts'
import { StepHeading } from './step-bar.tsx'
import type { Import } from './use-import.ts'

type ColumnsStepProps = { description: Description; imp: Import }

/** Sets which field each column of the file contains, and what the import does with existing rows. */
export function ColumnsStep({ description, imp }: ColumnsStepProps) {
  const { view, plan, errors } = imp
  if (!view || !plan) return null
  const options = fieldOptions(description)
  const missing = missingFields(description, plan)
  const unreachable = unreachableFields(description)
  const names = (fields: readonly string[]) =>
    fields.map((name) => fieldLabel(description, name)).join(m.crud_listSeparator())
  return (
    <>
      <StepHeading hint={m.import_columnsHint()}>{m.import_columnsTitle()}</StepHeading>
      {errors.mapping?.[0] && (
        <div role="alert" className="mb-2">
          <ErrorLine>{errors.mapping[0]}</ErrorLine>
        </div>
      )}
      <ul className="rounded-md border border-line">
        {view.columns.map(({ title, samples, field, by }, at) => {
          const name = title || m.import_columnNumber({ number: at + 1 })
          const chosen = plan.mapping[at] ?? null
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a column has no id other than its position
              key={at}
              className="grid items-center gap-x-4 gap-y-1 border-b border-line px-3 py-2 last:border-0 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]"
            >
              <div className="min-w-0">
                <p className="truncate font-medium">{name}</p>
                <p className="truncate text-sm text-muted">
                  {samples.join(m.crud_listSeparator()) || m.import_noSamples()}
                </p>
              </div>
              <div className="flex items-center gap-2">
                <NativeSelect
                  aria-label={m.import_columnField({ name })}
                  items={options}
                  value={chosen ?? ''}
                  onChange={(next) => imp.change(mapColumn(plan, view, at, next === '' ? null : next))}
                  className="w-56 max-w-full max-sm:flex-1"
                />
                {chosen !== null && chosen === field && by === 'part' && <Tag tone="warning">{m.import_byPart()}</Tag>}
                {chosen === field && by === 'memory' && (
                  <span className="shrink-0 text-sm text-subtle">{m.import_byMemory()}</span>
                )}
              </div>
            </li>
          )
        })}
      </ul>
      {missing.length > 0 && (
        <Banner tone="warning" className="mt-3">
          {m.import_missingFields({
            fields: names(missing),
          })}
        </Banner>
      )}
      {unreachable.length > 0 && (
        <Banner tone="info" className="mt-3">
          {m.import_onlyUpdates({ fields: names(unreachable) })}
        </Banner>
      )}
      <ColumnRules description={description} view={view} plan={plan} error={errors.keys?.[0]} onChange={imp.change} />
    </>
  )
}
