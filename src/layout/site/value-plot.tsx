import { Fragment } from 'react'
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

// The drawing never changes, so its many lines are few paths, made once: an element for each would be half of the
// server's work on a page.
const drawn = (paths: readonly string[]) => paths.join('')
/** A tenth of a pixel is enough to see, and more digits weigh in the first load. */
const at = (value: number) => Number(value.toFixed(1))

/** A dot with radius 4.5, and the line from the expectation to it. */
const circle = (dot: Dot) => `M${at(x(dot.start) - 4.5)} ${at(y(dot))}a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0`
const residual = (dot: Dot) => `M${at(x(dot.start))} ${at(expected(dot.start))}V${at(y(dot))}`

const FLOOR = HEIGHT - 34
const axesPath = `M24 22V${FLOOR}H${WIDTH - 14}`

/**
 * The scales of both axes, as on a ruler: every fifth mark is longer, and every tenth longer still. The marks of one
 * length are the dashes of one wide line.
 */
const marks = [
  { every: 1, length: 4 },
  { every: 5, length: 8 },
  { every: 10, length: 12 },
].flatMap(({ every, length }) => [
  { d: `M${x(0) - 0.5} ${FLOOR + length / 2}H${x(100) + 0.5}`, length, gap: every * 10.75 - 1 },
  { d: `M${24 - length / 2} ${FLOOR + 0.5}V29.5`, length, gap: at((every * (FLOOR - 30)) / 40 - 1) },
])

const groups = [true, false].map((above) => {
  const shown = dots.filter((dot) => dot.residual > 0 === above)
  return { above, lines: drawn(shown.map(residual)), circles: drawn(shown.map(circle)) }
})

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
      <g className="stroke-line-strong" fill="none">
        <path d={axesPath} strokeWidth="1.5" />
        {marks.map(({ d, length, gap }) => (
          <path key={d} d={d} strokeWidth={length} strokeDasharray={`1 ${gap}`} />
        ))}
      </g>
      <line
        x1={x(0)}
        y1={expected(0)}
        x2={x(100)}
        y2={expected(100)}
        className="stroke-line-strong"
        strokeWidth="1.5"
      />
      {groups.map(({ above, lines, circles }) => (
        <Fragment key={circles}>
          <path
            d={lines}
            className={above ? 'stroke-accent' : 'stroke-line-strong'}
            strokeWidth="1.25"
            opacity={above ? 0.75 : 0.6}
          />
          <path
            d={circles}
            strokeWidth="1.5"
            className={above ? 'fill-accent stroke-accent' : 'fill-surface stroke-line-strong'}
          />
        </Fragment>
      ))}
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
