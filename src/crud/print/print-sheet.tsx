import { useQueryClient } from '@tanstack/react-query'
import { Fragment, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { toastFailure } from '#src/layout/failure-toast.ts'
import { useKit } from '#src/layout/kit-context.ts'
import { formatCount } from '#src/lib/count.ts'
import { formatInstant } from '#src/lib/date.ts'
import { useStable } from '#src/lib/use-stable.ts'
import type { Description, Field } from '#src/resource/description.ts'
import { optionsOf } from '#src/resource/field-traits.ts'
import type { FormValues } from '#src/resource/form-values.ts'
import { labelText, pluralLabel } from '#src/resource/label.ts'
import type { Labels } from '#src/resource/labels.ts'
import type { ResourceKey } from '#src/resource/registry.ts'
import { crudClient } from '../calls/crud-client.ts'
import { listTypeOf } from '../field-types/list-types.ts'
import { listColumns } from '../grid/list-columns.tsx'
import type { ListRow } from '../grid/list-table.ts'
import { filterText } from '../query/condition-text.ts'
import { filterableFields } from '../query/filter-fields.ts'
import { filterNames } from '../query/filter-labels.ts'
import type { ListSearch } from '../query/list-search.ts'
import { isWide, setPaper } from './paper.ts'
import { inTreeOrder, MAX_PRINTED, type PrintedRows, rowsToPrint } from './print-rows.ts'

/** The rows of the list on the screen. */
export type ShownRows = { rows: readonly ListRow[]; labels: Labels; total: number }

export type PrintSheetProps = {
  resource: ResourceKey
  description: Description
  search: ListSearch
  /** The columns that are shown, in their order. */
  columns: readonly string[]
  /** The browser prints at once, so only these rows are there. Without them, all found rows are loaded. */
  now?: ShownRows
  /** What a row shows below it. Nothing for a row that is not open. */
  below?(row: ListRow, labels: Labels): ReactNode
  onDone(): void
}

/**
 * The rows that a list finds, as a table on paper. It includes the conditions, but not the shell around the list. It
 * prints as soon as the rows are loaded.
 */
export function PrintSheet({ resource, description, search, columns, now, below, onDone }: PrintSheetProps) {
  const client = useQueryClient()
  const { timeZone, siteName = '' } = useKit()
  const [loaded, setLoaded] = useState<PrintedRows & { names: Labels }>()
  const done = useStable(onDone)
  const load = useStable(async () => {
    const choices = crudClient<ListRow, FormValues>(resource).choices
    const names = filterNames(search.filter, description, choices)
    const [rows, ...answers] = await Promise.all([
      rowsToPrint(client, resource, search),
      ...names.queries.map((query) => client.fetchQuery(query)),
    ])
    return { ...rows, names: names.labels(answers) }
  })
  useEffect(() => {
    if (now) return
    load().then(setLoaded, (error) => {
      toastFailure(error, m.list_printFailed({ reason: failureText(error) }))
      done()
    })
  }, [now, load, done])
  const found = now ? { ...now, more: false, names: now.labels, of: now.total } : loaded
  const sheet = useRef<HTMLDivElement>(null)
  const time = formatInstant(new Date().toISOString(), timeZone)
  const foot = [siteName, labelText(pluralLabel(description)), time].filter((text) => text !== '').join(' · ')
  const paper = useStable(() => setPaper({ wide: sheet.current?.dataset.wide !== undefined, foot }))
  // The browser that prints at once does not wait for later effects.
  const ready = found !== undefined
  useLayoutEffect(() => (ready ? paper() : undefined), [ready, paper])
  useEffect(() => {
    if (!loaded) return
    window.addEventListener('afterprint', done, { once: true })
    window.print()
    return () => window.removeEventListener('afterprint', done)
  }, [loaded, done])
  if (!found) return null

  const { rows, labels, names, more, of } = found
  const all = new Map(listColumns<ListRow>({ description, labels, timeZone }).map((column) => [column.id, column]))
  const shown = columns.flatMap((id) => all.get(id) ?? [])
  const printed = description.tree ? inTreeOrder(rows, description.sortFirst) : rows.map((row) => ({ row, depth: 0 }))
  const fields = filterableFields(description)
  const conditions = [
    search.quickSearch,
    search.filter ? filterText(search.filter, { fields, labels: names, timeZone }) : '',
  ].filter((text) => text !== '')
  const texts = printed.map(({ row }) => shown.map(({ text }) => text(row)))
  const wide = isWide(
    shown.map(({ header, field }, at) => ({
      header: String(header),
      texts: texts.map((line) => String(line[at] ?? '')),
      short: isShort(field),
    })),
  )
  return createPortal(
    <div ref={sheet} className="print-sheet" data-wide={wide || undefined}>
      <h1>{labelText(pluralLabel(description))}</h1>
      <p>{[...conditions, m.list_count({ count: formatCount(rows.length) }), m.list_printed({ time })].join(' · ')}</p>
      {of !== undefined && of > rows.length && <p>{m.list_printShown({ total: formatCount(of) })}</p>}
      {more && <p>{m.list_printTooMany({ count: formatCount(MAX_PRINTED) })}</p>}
      <table>
        <thead>
          <tr>
            {shown.map(({ id, header, align, field }) => (
              <th key={id} scope="col" data-align={align} data-short={isShort(field) || undefined}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {printed.map(({ row, depth }, at) => (
            <Fragment key={row.id}>
              <tr>
                {shown.map(({ id, align, field }, column) => (
                  <td
                    key={id}
                    data-align={align}
                    data-short={isShort(field) || undefined}
                    style={
                      id === description.rowTitle && depth > 0 ? { paddingLeft: `${depth * 1.25 + 0.4}em` } : undefined
                    }
                  >
                    {texts[at]?.[column]}
                  </td>
                ))}
              </tr>
              <Below columns={shown.length}>{below?.(row, labels)}</Below>
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>,
    document.body,
  )
}

function Below({ columns, children }: { columns: number; children: ReactNode }) {
  if (children === null || children === undefined) return null
  return (
    <tr>
      <td colSpan={columns}>{children}</td>
    </tr>
  )
}

/** Whether the values of a field are short, so that a line break would only make them hard to read. */
function isShort(field: Field | undefined): boolean {
  return field !== undefined && (optionsOf(field) !== undefined || listTypeOf(field).short(field))
}
