import { type ChartValue, isDrawn, px } from './chart-value.ts'
import { linearScale } from './scale.ts'
import { type Band, bandPath, linePath } from './series-path.ts'
import './charts.css'

type SparklineProps = {
  /** What the line says, with its values: it has no axis. */
  title: string
  /** From the oldest. */
  values: readonly ChartValue[]
  band?: Omit<Band, 'name'>
  width?: number
}

const HEIGHT = 20

/** A line as small as a word, for a cell or a sentence. Its last value has a dot. */
export function Sparkline({ title, values, band, width = 96 }: SparklineProps) {
  const all = [...values, ...(band?.low ?? []), ...(band?.high ?? [])].filter(isDrawn)
  const y = linearScale({ values: all, range: [HEIGHT - 3, 3] })
  const x = (at: number) => px(values.length < 2 ? width / 2 : 3 + (at / (values.length - 1)) * (width - 6))
  const last = values.findLastIndex(isDrawn)
  return (
    <svg
      role="img"
      aria-label={title}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      width={width}
      height={HEIGHT}
      className="inline-block align-middle"
    >
      {band && <path d={bandPath(band, x, y.at)} fill="color-mix(in oklab, var(--chart-1) 14%, var(--surface))" />}
      <path d={linePath(values, x, y.at)} stroke="var(--chart-1)" strokeWidth={1.5} fill="none" />
      {last >= 0 && <circle cx={x(last)} cy={px(y.at(values[last] ?? 0))} r={2.5} fill="var(--chart-1)" />}
    </svg>
  )
}
