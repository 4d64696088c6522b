import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { BackendError } from '#src/backend/backend-error.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { formatCount } from '#src/lib/count.ts'
import { cx } from '#src/lib/cx.ts'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import { useStable } from '#src/lib/use-stable.ts'
import { Banner } from '#src/ui/banner.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { shownLabel } from './design.ts'
import { type DesignErrors, errorsOf } from './design-errors.ts'
import { useDesigner } from './designer-context.ts'
import { finishedDesign } from './finished-design.ts'
import { checkQuery, type PlanAnswer } from './generator.queries.ts'

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

/** Changes in words. What is lost by one has the tone of danger. */
export function Changes({ changes }: { changes: PlanAnswer['changes'] }) {
  return (
    <ol className="flex flex-col gap-2">
      {changes.map((change) => (
        <li
          key={`${change.kind} ${change.field} ${change.text}`}
          className={cx('rounded-md border px-3 py-2', change.loss ? 'border-danger' : 'border-line')}
        >
          <p className="flex items-start gap-2">
            <span className="min-w-0 flex-1 break-words text-ink">{change.text}</span>
            {change.loss && <Tag tone="danger">{m.designer_loss()}</Tag>}
          </p>
          {change.effect && (
            <p className={cx('text-sm', change.loss ? 'text-danger-ink' : 'text-muted')}>{change.effect}</p>
          )}
        </li>
      ))}
    </ol>
  )
}

/** SQL, to open. */
export function Sql({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <details className="rounded-md border border-line">
      <summary className="px-3 py-2 text-sm font-medium">{title}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls */}
      <pre tabIndex={0} className="designer-sql border-t border-line bg-sunken px-3 py-2">
        {lines.join('\n')}
      </pre>
    </details>
  )
}
