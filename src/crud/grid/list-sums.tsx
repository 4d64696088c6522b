import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { formatCents } from '#src/lib/money.ts'
import type { Field } from '#src/resource/description.ts'
import { numberOf } from '#src/resource/field-traits.ts'
import { Spinner } from '#src/ui/spinner.tsx'
import type { crudClient } from '../calls/crud-client.ts'
import { listParams } from '../query/list-params.ts'
import { type ListSearch, listDefaults } from '../query/list-search.ts'
import type { Place } from './grid-layout.ts'
import type { ListColumn } from './list-columns.tsx'

export type ListSumsRowProps = {
  resource: Pick<ReturnType<typeof crudClient<unknown, unknown>>, 'sums'>
  search: ListSearch
  /** The list is so large that its total is an estimate. Its sums are computed only when the user asks for them. */
  large: boolean
  columns: readonly Pick<ListColumn<never>, 'id' | 'header' | 'field' | 'solo'>[]
  places: ReadonlyMap<string, Place>
  titleId: string
}

/** The row of sums and averages below a list. They cover all rows found, not only those on screen. */
export function ListSumsRow({ resource, search, large, columns, places, titleId }: ListSumsRowProps) {
  const [wanted, setWanted] = useState(false)
  const { quickSearch, filter } = search
  const { page: _page, limit: _limit, ...query } = listParams({ ...listDefaults, quickSearch, filter })
  const { data, error, isFetching, refetch } = useQuery({ ...resource.sums(query), enabled: wanted || !large })
  return (
    <tfoot className="sticky bottom-0 z-20">
      <tr data-sums className="bg-sunken">
        {columns.map(({ id, header, field, solo }) => {
          const place = places.get(id)
          const value = data?.sums[id]
          return (
            <td
              key={id}
              data-label={solo || id === titleId ? undefined : header}
              style={place?.style}
              className={cx('h-9 border-t border-line', place?.className, solo && 'px-2')}
            >
              {id === titleId && (
                <span className="inline-flex items-center gap-2 font-medium">
                  {m.list_sums()}
                  {isFetching ? (
                    <Spinner size={13} />
                  ) : error ? (
                    <button type="button" onClick={() => void refetch()} className="text-danger-ink hover:underline">
                      {failureText(error)}
                    </button>
                  ) : (
                    !data && (
                      <button
                        type="button"
                        onClick={() => setWanted(true)}
                        className="no-print font-normal text-accent-ink hover:underline"
                      >
                        {m.list_sumUp()}
                      </button>
                    )
                  )}
                </span>
              )}
              {field?.list?.total && typeof value === 'number' && (
                <span title={`${header} ${kindText(field)} ${sumText(field, value)}`}>
                  {/* Users expect a sum here, so its label is hidden. Large sums need the space. */}
                  <span className={field.list.total === 'sum' ? 'sr-only' : 'block text-2xs text-muted'}>
                    {kindText(field)}
                  </span>
                  {sumText(field, value)}
                </span>
              )}
            </td>
          )
        })}
      </tr>
    </tfoot>
  )
}

const kindText = (field: Field) => (field.list?.total === 'average' ? m.list_average() : m.list_sum())

function sumText(field: Field, value: number): string {
  if (numberOf(field)?.cents) return formatCents(Math.round(value))
  return value.toLocaleString('en-US', { maximumFractionDigits: numberOf(field)?.decimals ?? 2 })
}
