import { type ReactNode, useId } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { type FigureColumn, type FigureRow, FigureTable } from './figure-table.tsx'
import { WIDE } from './plot.tsx'

/** The width of a drawing for phones: it has its smallest letters on a page of 360 px. */
export const NARROW = 320

type FigureProps = {
  caption: string
  /** Who counts, and how: stands below the chart. */
  note?: ReactNode
  /**
   * Draws the chart in a width. It is called twice, and the style sheet shows the drawing that fits: the server does
   * not know the width of the page, and a letter must not shrink with the page.
   */
  chart(width: number): ReactNode
  columns: readonly FigureColumn[]
  rows: readonly FigureRow[]
}

/** A chart with its caption, a note and its figures as a table. The table opens without a script, and is on paper. */
export function Figure({ caption, note, chart, columns, rows }: FigureProps) {
  const id = useId()
  return (
    <figure aria-labelledby={id} className="chart-figure rounded-xl border border-line bg-surface px-3 py-4 sm:px-4">
      <figcaption id={id} className="mb-3 text-base font-semibold">
        {caption}
      </figcaption>
      <div className="chart-narrow overflow-x-auto">{chart(NARROW)}</div>
      <div className="chart-wide">{chart(WIDE)}</div>
      {note && <p className="mt-3 text-sm text-muted">{note}</p>}
      <details className="mt-3">
        <summary className="w-fit cursor-pointer text-sm text-accent-ink">{m.chart_table()}</summary>
        <FigureTable caption={caption} columns={columns} rows={rows} />
      </details>
    </figure>
  )
}
