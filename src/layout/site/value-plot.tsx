import { cx } from '#src/lib/cx.ts'

type Dot = { start: number; residual: number }

// Invented data. Every page that shows the plot with text says so.
const dots: Dot[] = [
  [4, 3],
  [9, -4],
  [13, 7],
  [17, -2],
  [21, 5],
  [25, -7],
  [28, 10],
  [32, 2],
  [36, -5],
  [39, 8],
  [43, 13],
  [47, -3],
  [50, 4],
  [54, 9],
  [57, -6],
  [61, 6],
  [65, 12],
  [69, -4],
  [72, 3],
  [76, 8],
  [81, -5],
  [85, 6],
  [90, 2],
  [95, 5],
].map(([start = 0, residual = 0]) => ({ start, residual }))

const WIDTH = 480
const HEIGHT = 300
const x = (start: number) => 34 + (start / 100) * (WIDTH - 50)
const expected = (start: number) => HEIGHT - 52 - (start / 100) * (HEIGHT - 116)
const y = (dot: Dot) => expected(dot.start) - dot.residual * 5.2

type ValuePlotProps = { label?: string; axes?: { start: string; now: string; expected: string }; className?: string }

/** An example of the product's measure: scores now against scores at the start, with the part above expectation. */
export function ValuePlot({ label, axes, className }: ValuePlotProps) {
  return (
    <svg
      role="img"
      aria-label={label}
      aria-hidden={label === undefined}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className={cx('w-full', className)}
    >
      <Ruler />
      <line
        x1={x(0)}
        y1={expected(0)}
        x2={x(100)}
        y2={expected(100)}
        className="stroke-line-strong"
        strokeWidth="1.5"
      />
      {dots.map((dot) => {
        const above = dot.residual > 0
        return (
          <g key={dot.start}>
            <line
              x1={x(dot.start)}
              x2={x(dot.start)}
              y1={expected(dot.start)}
              y2={y(dot)}
              className={above ? 'stroke-accent' : 'stroke-line-strong'}
              strokeWidth="1.25"
              opacity={above ? 0.75 : 0.6}
            />
            <circle
              cx={x(dot.start)}
              cy={y(dot)}
              r="4.5"
              strokeWidth="1.5"
              className={above ? 'fill-accent stroke-accent' : 'fill-surface stroke-line-strong'}
            />
          </g>
        )
      })}
      {axes && (
        <g className="fill-muted text-[12px] max-sm:text-[15px]">
          <text x={WIDTH - 14} y={HEIGHT - 4} textAnchor="end">
            {axes.start}
          </text>
          <text x={34} y={13}>
            {axes.now}
          </text>
          <text x={x(100)} y={expected(100) + 46} textAnchor="end">
            {axes.expected}
          </text>
        </g>
      )}
    </svg>
  )
}

/** Two axes with the scale of a ruler. Every fifth mark is longer, and every tenth longer still. */
function Ruler() {
  const marks = Array.from({ length: 41 }, (_, mark) => mark)
  const length = (mark: number) => (mark % 10 === 0 ? 12 : mark % 5 === 0 ? 8 : 4)
  const floor = HEIGHT - 34
  return (
    <g className="stroke-line-strong" strokeWidth="1">
      <path d={`M24 22V${floor}H${WIDTH - 14}`} fill="none" strokeWidth="1.5" />
      {marks.map((mark) => {
        const across = x(mark * 2.5)
        const up = floor - (mark / 40) * (floor - 30)
        return <path key={mark} d={`M${across} ${floor}v${length(mark)}M24 ${up}h${-length(mark)}`} fill="none" />
      })}
    </g>
  )
}
