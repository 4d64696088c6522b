import { m } from '#src/i18n/paraglide/messages.js'
import type { Description } from '#src/resource/description.ts'
import { unreachableFields } from '#src/resource/importable.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { ErrorLine } from '#src/ui/field-group.tsx'
import { ColumnChoice } from './column-choice.tsx'
import { ColumnRules } from './column-rules.tsx'
import { fieldLabel, fieldOptions, missingFields } from './mapping.ts'
import { StepHeading } from './step-bar.tsx'
import type { Import } from './use-import.ts'

type ColumnsStepProps = { description: Description; imp: Import }

/** Sets which field each column of the file contains, and what the import does with existing rows. */
export function ColumnsStep({ description, imp }: ColumnsStepProps) {
  const { view, plan, errors, byHand, toCheck } = imp
  if (!view || !plan) return null
  const nameOf = (at: number) => view.columns[at]?.title || m.import_columnNumber({ number: at + 1 })
  const listed = (columns: readonly number[]) => columns.map(nameOf).join(m.crud_listSeparator())
  const remembered = view.keys.remembered || view.columns.some(({ by }) => by === 'memory')
  const unsure = toCheck.columns.length > 0 || toCheck.counting.length > 0
  const options = fieldOptions(description, view.lines)
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
        {view.columns.map((column, at) => (
          <ColumnChoice
            // biome-ignore lint/suspicious/noArrayIndexKey: a column has no id other than its position
            key={at}
            column={column}
            name={nameOf(at)}
            options={options}
            chosen={plan.mapping[at] ?? null}
            byHand={byHand.columns.has(at)}
            busy={imp.busy}
            onChoose={(field) => imp.setColumn(at, field)}
            onForget={() => void imp.forget({ what: 'column', title: column.title })}
          />
        ))}
      </ul>
      {remembered && (
        <Button
          size="sm"
          variant="ghost"
          className="mt-1"
          disabled={imp.busy}
          onClick={() => void imp.forget({ what: 'all' })}
        >
          {m.import_forgetAll()}
        </Button>
      )}
      {unsure && (
        <Banner ref={imp.settled ? undefined : imp.place} tone="warning" className="mt-3">
          {toCheck.columns.length > 0 && <p>{m.import_checkColumns({ columns: listed(toCheck.columns) })}</p>}
          {toCheck.counting.length > 0 && <p>{m.import_checkCounting({ columns: listed(toCheck.counting) })}</p>}
          <Checkbox checked={imp.settled} onChange={imp.confirm} className="mt-1.5 text-ink">
            {m.import_checked()}
          </Checkbox>
        </Banner>
      )}
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
      <ColumnRules description={description} imp={imp} view={view} plan={plan} />
    </>
  )
}
