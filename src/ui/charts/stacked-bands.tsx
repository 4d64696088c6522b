import { m } from '#src/i18n/paraglide/messages.js'
import { describeRows } from './describe.ts'
import { FillMark } from './legend.tsx'
import { numberText } from './number-text.ts'
import { FILLS } from './patterns.tsx'
import type { ChartProps } from './plot.tsx'
import { type ChartRow, RowPlot } from './row-plot.tsx'
import { linearScale } from './scale.ts'
import { ShareBar, sharesOf } from './share-bar.tsx'

type StackedBandsProps = ChartProps & {
  /** The names of the bands, the best first. Five have patterns of their own. */
  bands: readonly string[]
  /** How many are in each band. */
  rows: readonly ChartRow<readonly number[]>[]
  /** What is counted, as "Pupils". */
  counted: string
}

/** How each unit divides into bands: bars of 100%, as long as each other. */
export function StackedBands({ bands, rows, counted, ...chart }: StackedBandsProps) {
  const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + Math.max(0, count), 0)
  // Without anybody in it, a unit has no shares.
  const filled = rows.map((row) => (row.value && total(row.value) === 0 ? { ...row, value: undefined } : row))
  return (
    <RowPlot
      {...chart}
      description={chart.description ?? describeRows(filled)}
      rows={filled}
      scale={(range) => linearScale({ values: [], ends: [0, 1], range })}
      style="percent"
      note={{ label: counted, of: (counts) => numberText(total(counts)) }}
      legend={({ fill }) => bands.map((label, at) => ({ label, mark: <FillMark paint={fill(at)} /> }))}
      draw={(counts, { y, scale, patterns }) => (
        <ShareBar
          of={sharesOf(counts).map((share, at) => ({ key: bands[at] ?? String(at), share, fill: at % FILLS }))}
          y={y}
          scale={scale}
          patterns={patterns}
        />
      )}
      say={(counts) =>
        sharesOf(counts)
          .map((share, at) => `${bands[at] ?? at + 1} ${numberText(share, { style: 'percent', digits: 1 })}`)
          .join(m.chart_comma())
      }
    />
  )
}
