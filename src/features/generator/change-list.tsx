import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { BackendError } from '#src/backend/backend-error.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { formatCount } from '#src/lib/count.ts'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import { useStable } from '#src/lib/use-stable.ts'
import { Banner } from '#src/ui/banner.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { shownLabel } from './design.ts'
import { type DesignErrors, errorsOf } from './design-errors.ts'
import { useDesigner } from './designer-context.ts'
import { finishedDesign } from './finished-design.ts'
import { checkQuery, type PlanAnswer } from './generator.queries.ts'
import { Changes, Sql } from './plan-parts.tsx'

/** What generating the design would change now: in words, and as SQL. It is asked for when this opens. */
export function DesignChanges({ onErrors }: { onErrors(errors: FieldErrors): void }) {
  const { state, base } = useDesigner()
  const { data, error, isFetching, refetch } = useQuery(checkQuery(finishedDesign(state.design), base))
  const refused = error instanceof BackendError ? error.fieldErrors : {}
  const told = useStable(onErrors)
  useEffect(() => {
    if (error instanceof BackendError) told(error.fieldErrors)
    else if (data) told({})
  }, [error, data, told])
  if (isFetching && !data) return <SkeletonRows rows={5} />
  if (Object.keys(refused).length > 0) return <Refused errors={errorsOf(state.design, refused)} />
  if (error) return <FailureState error={error} onRetry={() => void refetch()} retrying={isFetching} />
  return data ? <PlanView plan={data} rows={base?.rows} /> : null
}

const propertyNames: Record<string, () => string> = {
  title: m.designer_title,
  key: m.designer_key,
  menu: m.designer_menu,
  tableName: m.designer_table,
  rowTitle: m.designer_rowTitle,
  label: m.designer_label,
  name: m.designer_name,
  options: m.designer_options,
  resource: m.designer_target,
  default: m.designer_default,
  unique: m.designer_unique,
  form: m.designer_groupForm,
}

/** What is to be corrected before anything can be generated. Each place leads to its properties. */
function Refused({ errors }: { errors: DesignErrors }) {
  const { state, dispatch, onDesign } = useDesigner()
  const { fields } = state.design.description
  const titleOf = (name: string) => {
    const field = fields.find((one) => one.name === name)
    return field ? shownLabel(field.label, name) : m.designer_paneScreen()
  }
  return (
    <Banner tone="danger">
      <p className="font-medium">{m.designer_refused()}</p>
      <ul className="list-disc pl-5">
        {Object.entries(errors).flatMap(([name, own]) =>
          Object.entries(own).map(([path, texts]) => {
            const property = propertyNames[path.split('.')[0] ?? '']?.()
            return (
              <li key={`${name} ${path}`}>
                <button
                  type="button"
                  className="underline"
                  onClick={() => {
                    dispatch({ kind: 'select', name: name || null })
                    onDesign()
                  }}
                >
                  {titleOf(name)}
                </button>
                {property && ` · ${property}`}: {texts.join(' ')}
              </li>
            )
          }),
        )}
      </ul>
    </Banner>
  )
}

/** A plan of changes. @param rows how many rows the table of a stored screen has now */
function PlanView({ plan, rows }: { plan: PlanAnswer; rows: number | undefined }) {
  if (plan.changes.length === 0) return <EmptyState title={m.designer_noChanges()} />
  return (
    <div className="flex flex-col gap-4">
      {rows !== undefined && <p className="text-sm text-muted">{m.designer_rowsNow({ count: formatCount(rows) })}</p>}
      <Changes changes={plan.changes} />
      <Sql title={m.designer_sqlUp()} lines={plan.up} />
      <Sql title={m.designer_sqlDown()} lines={plan.down} />
    </div>
  )
}
