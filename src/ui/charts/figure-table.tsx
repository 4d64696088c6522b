import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { ScrollBox } from '#src/ui/scroll-box.tsx'
import type { ChartValue } from './chart-value.ts'
import { type ChartNumber, numberText } from './number-text.ts'
import './charts.css'

/** A column of the table below a chart. Numbers stand at the right, with these decimals. */
export type FigureColumn = { key: string; label: string; number?: ChartNumber }

/** A row of it. The first cell names the row. */
export type FigureRow = {
  key: string | number
  cells: readonly ChartValue<string | number>[]
  /** Where its name leads. */
  href?: string | undefined
  /** The row that the others are compared with. */
  strong?: boolean | undefined
}

/** A heading with more signs has several lines: it may name a unit, and no name moves other columns out of sight. */
const LONG = 20

/** A day is never divided at its hyphens. */
const DAY = /^\d{4}-\d\d-\d\d$/

type FigureTableProps = { caption: string; columns: readonly FigureColumn[]; rows: readonly FigureRow[] }

/** The figures of a chart as a table: the same for all readers, with or without a picture. */
export function FigureTable({ caption, columns, rows }: FigureTableProps) {
  return (
    <ScrollBox label={caption} className="chart-table relative mt-2 overflow-x-auto">
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ key, label, number }) => (
              <th
                key={key}
                scope="col"
                className={cx('border-b border-line-strong px-2 py-1 font-medium text-muted', side(number))}
              >
                {label.length > LONG ? <span className="chart-heading">{label}</span> : label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells, href, strong }) => (
            <tr key={key} className={cx('border-line not-last:border-b', strong && 'bg-hover font-medium')}>
              {columns.map((column, at) => {
                const text = cellText(cells[at], column.number)
                return at === 0 ? (
                  <th
                    key={column.key}
                    scope="row"
                    className={cx('min-w-32 px-2 py-1 font-normal', side(column.number))}
                  >
                    {href ? (
                      <a href={href} className="text-accent-ink hover:underline">
                        {text}
                      </a>
                    ) : (
                      text
                    )}
                  </th>
                ) : (
                  <td
                    key={column.key}
                    className={cx('px-2 py-1', side(column.number), DAY.test(text) && 'whitespace-nowrap')}
                  >
                    {text}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}

const side = (number: ChartNumber | undefined) => (number ? 'text-end whitespace-nowrap' : 'min-w-20 text-start')

function cellText(value: ChartValue<string | number>, number: ChartNumber | undefined): string {
  if (value === null) return m.chart_withheld()
  if (value === undefined) return '–'
  return typeof value === 'number' ? numberText(value, number) : value
}
