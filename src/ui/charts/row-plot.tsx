import type { ReactNode } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { AxisAcross, ticksAcross } from './axis.tsx'
import { type ChartValue, isDrawn } from './chart-value.ts'
import { Legend, type LegendItem, placeLegend } from './legend.tsx'
import { fitText, measureText } from './measure.ts'
import type { ChartNumber } from './number-text.ts'
import { type Patterns, usePatterns } from './patterns.tsx'
import { type ChartProps, EmptyPlot, Plot, WIDE } from './plot.tsx'
import { panelsOf, ROW, type RowLayout, rowLayout } from './row-layout.ts'
import type { Scale } from './scale.ts'
import { Withheld } from './withheld.tsx'

/** A row of a chart: a unit, or a subject. */
export type ChartRow<T> = {
  key: string | number
  name: string
  value: ChartValue<T>
  /** The reader's own unit stands out. */
  own?: boolean
  /** Where a click on the row leads. */
  href?: string | undefined
}

type RowPlotProps<T> = ChartProps & {
  description: string
  /** In the order in which they are shown. A chart never sorts by value, because that would be a ranking. */
  rows: readonly ChartRow<T>[]
  /** The scale of the values between two coordinates; the same for all rows. */
  scale(range: readonly [number, number]): Scale
  style?: ChartNumber['style']
  /** What the axis shows, with its unit. */
  axis?: string
  /** A figure at the end of each row, as the number of pupils, and what it is. */
  note?: { label: string; of(value: T): string }
  legend?(patterns: Patterns): readonly LegendItem[]
  /** The height of a row. */
  row?: number
  /** Draws a value around the middle of its row. */
  draw(value: T, at: { y: number; scale: Scale; patterns: Patterns }): ReactNode
  /** Says a value in words. */
  say(value: T): string
  /** Draws what belongs to all rows. */
  behind?(scale: Scale, top: number, bottom: number): ReactNode
}

/** Rows with a name, a mark on a common scale and a note. Long lists are several drawings, each with head and axis. */
export function RowPlot<T>(props: RowPlotProps<T>) {
  const { title, rows, note, width = WIDE } = props
  if (rows.length === 0) return <EmptyPlot title={title} width={width} />
  const notes = note ? rows.map(({ value }) => (isDrawn(value) ? note.of(value) : '')) : []
  const layout = rowLayout(
    width,
    rows.map(({ name }) => name),
    notes,
    note?.label,
  )
  const panels = panelsOf(rows, props.row)
  let from = 1
  return (
    <div className="grid gap-4">
      {panels.map((part) => {
        const first = from
        from += part.length
        const range = { title, from: first, to: from - 1, count: rows.length }
        const name = panels.length > 1 ? m.chart_part(range) : title
        return <Panel key={first} {...props} title={name} rows={part} width={width} layout={layout} />
      })}
    </div>
  )
}

function Panel<T>(props: RowPlotProps<T> & { width: number; layout: RowLayout }) {
  const { title, description, width, rows, layout, axis, row: size = ROW } = props
  const patterns = usePatterns()
  const { placed, height: head } = placeLegend(props.legend?.(patterns) ?? [], width)
  const [left, right] = [layout.left, layout.right]
  const scale = props.scale([left, right])
  const labels = head + (axis === undefined ? 0 : 16) + 12
  const top = labels + 6
  const bottom = top + rows.length * size
  return (
    <Plot title={title} description={description} width={width} height={bottom + 4}>
      {patterns.defs}
      <Legend placed={placed} />
      {rows.map(
        ({ key, own }, index) =>
          own && <rect key={key} y={top + index * size} width={width} height={size} fill="var(--hover)" />,
      )}
      {axis !== undefined && (
        <text x={left} y={head + 12} className="fill-muted">
          {fitText(axis, width - left)}
        </text>
      )}
      <AxisAcross
        ticks={ticksAcross(scale, props.style)}
        y={labels}
        from={top}
        to={bottom}
        left={left - 8}
        right={layout.heading ? width - measureText(layout.heading) - 8 : width}
      />
      <text x={width} y={labels} textAnchor="end" className="fill-muted">
        {layout.heading}
      </text>
      {props.behind?.(scale, top, bottom)}
      {rows.map((row, index) => (
        <Row
          key={row.key}
          {...props}
          row={row}
          y={top + (index + 0.5) * size}
          scale={scale}
          patterns={patterns}
          size={size}
        />
      ))}
    </Plot>
  )
}

type RowProps<T> = Pick<RowPlotProps<T>, 'note' | 'draw' | 'say'> & {
  row: ChartRow<T>
  size: number
  y: number
  width: number
  layout: RowLayout
  scale: Scale
  patterns: Patterns
}

function Row<T>({ row, size, y, width, layout, scale, patterns, note, draw, say }: RowProps<T>) {
  const { left, right } = layout
  const { name, value, own = false, href } = row
  const words = isDrawn(value) ? say(value) : value === null ? m.chart_withheld() : m.chart_noData()
  const drawn = (
    <g>
      <title>{m.chart_said({ name, words })}</title>
      <rect x={0} y={y - size / 2} width={width} height={size} fill="transparent" />
      <text y={y + 4} fontWeight={own ? 600 : undefined} className={href && 'underline'}>
        {layout.names.get(name)}
      </text>
      {isDrawn(value) && draw(value, { y, scale, patterns })}
      {value === null && <Withheld x={left} y={y - 7} width={right - left} height={14} paint={patterns.withheld} />}
      {value === undefined && (
        <text x={left + 4} y={y + 4} className="fill-muted">
          {words}
        </text>
      )}
      {note && isDrawn(value) && (
        <text x={width} y={y + 4} textAnchor="end">
          {note.of(value)}
        </text>
      )}
    </g>
  )
  // The table has the same link for keyboards: an image has no parts for them.
  return href ? (
    <a href={href} tabIndex={-1}>
      {drawn}
    </a>
  ) : (
    drawn
  )
}
