import { m } from '#src/i18n/paraglide/messages.js'
import { px } from './chart-value.ts'
import { describeRows } from './describe.ts'
import { FillMark, type LegendItem } from './legend.tsx'
import { numberText } from './number-text.ts'
import type { Patterns } from './patterns.tsx'
import type { ChartProps } from './plot.tsx'
import { type ChartRow, RowPlot } from './row-plot.tsx'
import { linearScale, type Scale } from './scale.ts'
import { ShareBar, sharesOf } from './share-bar.tsx'

/** How many reach the line of the total alone, both lines, the line of the subject alone, or neither. */
export type FourParts = { totalOnly: number; both: number; subjectOnly: number; neither: number }

/**
 * Who reaches two lines. Both stands between the other two, so that all who reach the total are one stretch (the line
 * above the bar), and all who reach the subject too (the line below it). The note is the hit rate.
 */
export function TwoByTwo({ rows, ...chart }: ChartProps & { rows: readonly ChartRow<FourParts>[] }) {
  const filled = rows.map((row) =>
    row.value && partsOf(row.value).every((n) => n <= 0) ? { ...row, value: undefined } : row,
  )
  return (
    <RowPlot
      {...chart}
      description={chart.description ?? describeRows(filled)}
      rows={filled}
      scale={(range) => linearScale({ values: [], ends: [0, 1], range })}
      style="percent"
      row={28}
      note={{ label: m.chart_hitRate(), of: hitRate }}
      legend={legend}
      draw={(value, { y, scale, patterns }) => {
        const shares = sharesOf(partsOf(value))
        const parts = shares.map((share, at) => ({ key: String(at), share, fill: fills[at] ?? 0 }))
        const [total = 0, both = 0, subject = 0] = shares
        return (
          <>
            <ShareBar of={parts} y={y} scale={scale} patterns={patterns} />
            <Stretch scale={scale} from={0} to={total + both} y={y - 9} />
            <Stretch scale={scale} from={total} to={total + both + subject} y={y + 9} />
          </>
        )
      }}
      say={(value) => {
        const [total = 0, both = 0, subject = 0, neither = 0] = sharesOf(partsOf(value)).map((share) =>
          numberText(share, { style: 'percent', digits: 1 }),
        )
        return m.chart_doubleSaid({ both, total, subject, neither })
      }}
    />
  )
}

const fills = [1, 0, 2, 4]
const partsOf = ({ totalOnly, both, subjectOnly, neither }: FourParts) => [totalOnly, both, subjectOnly, neither]

/** Of those who reach the total, the share who reach the subject too. */
function hitRate({ both, totalOnly }: FourParts): string {
  return both + totalOnly > 0 ? numberText(both / (both + totalOnly), { style: 'percent', digits: 1 }) : '–'
}

function Stretch({ scale, from, to, y }: { scale: Scale; from: number; to: number; y: number }) {
  if (to <= from) return null
  return <path d={`M${px(scale.at(from))} ${y}H${px(scale.at(to))}`} stroke="var(--ink)" strokeWidth={1.5} />
}

function legend({ fill }: Patterns): LegendItem[] {
  const names = [m.chart_totalOnly(), m.chart_bothLines(), m.chart_subjectOnly(), m.chart_neitherLine()]
  const stretch = (y: number) => (
    <>
      <rect x={0.5} y={-4} width={17} height={8} fill="var(--surface)" stroke="var(--line-strong)" strokeWidth={0.8} />
      <path d={`M0 ${y}h18`} stroke="var(--ink)" strokeWidth={1.5} />
    </>
  )
  return [
    ...names.map((label, at) => ({ label, mark: <FillMark paint={fill(fills[at] ?? 0)} /> })),
    { label: m.chart_reachTotal(), mark: stretch(-6) },
    { label: m.chart_reachSubject(), mark: stretch(6) },
  ]
}
