import { type ReactNode, useId } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { FONT } from './measure.ts'
import './charts.css'

/** What every chart takes. */
export type ChartProps = {
  /** What the chart shows, for those who do not see it. */
  title: string
  /** What there is to see in it. Without it, the chart says the range of its values. */
  description?: string
  /** The width of the drawing. Its letters have 12 units, so a unit is about a pixel. */
  width?: number
}

/** The usual width of a drawing. */
export const WIDE = 640

type PlotProps = { title: string; description: string; width: number; height: number; children: ReactNode }

/**
 * The frame of a drawing: an image with a name and a description. It grows and shrinks a little with its place: letters
 * have 11 px at least and 14 px at most. Its colours are its own, also where the browser forces colours on a page: text
 * lies on fills. A title element would show as a tooltip all over the chart, so the name is an
 * attribute.
 */
export function Plot({ title, description, width, height, children }: PlotProps) {
  const id = useId()
  return (
    <svg
      role="img"
      aria-label={title}
      aria-describedby={id}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      fontSize={FONT}
      className="chart-plot tabular block w-full break-inside-avoid bg-surface"
      style={{ minWidth: Math.ceil((width * 11) / FONT), maxWidth: Math.floor((width * 14) / FONT) }}
    >
      <desc id={id}>{description}</desc>
      {children}
    </svg>
  )
}

/** A chart without data. */
export function EmptyPlot({ title, width }: { title: string; width: number }) {
  const height = 72
  return (
    <Plot title={title} description={m.chart_noData()} width={width} height={height}>
      <rect x={0.5} y={0.5} width={width - 1} height={height - 1} rx={4} fill="none" stroke="var(--line)" />
      <text x={width / 2} y={height / 2 + 4} textAnchor="middle" className="fill-muted">
        {m.chart_noData()}
      </text>
    </Plot>
  )
}
