import { px } from './chart-value.ts'
import { centre, FONT, fitText, measureText } from './measure.ts'
import type { Scale } from './scale.ts'

/** A line at a value, as a cut line or a mean. */
export type MarkedLine = { value: number; label: string }

const LINE = FONT + 4

type PlacedLine = { x: number; middle: number; length: number; lane: number; label: string }

/** Where the labels of lines stand, above each other where they would touch. `height` is 0 without lines. */
export function placeLines(lines: readonly MarkedLine[], scale: Scale, left: number, right: number) {
  const ends: number[] = []
  const placed: PlacedLine[] = []
  for (const { value, label: whole } of [...lines].sort((a, b) => a.value - b.value)) {
    const label = fitText(whole, right - left)
    const x = px(scale.at(value))
    const length = measureText(label)
    const middle = centre(x, length, left, right)
    const free = ends.findIndex((end) => end + 8 <= middle - length / 2)
    const lane = free === -1 ? ends.length : free
    ends[lane] = middle + length / 2
    placed.push({ x, middle, length, lane, label })
  }
  return { placed, height: ends.length * LINE }
}

/** Dashed lines down a plot, with their labels above it. A label interrupts the lines of the labels above it. */
export function MarkedLines({ placed, top, bottom }: { placed: readonly PlacedLine[]; top: number; bottom: number }) {
  const base = (lane: number) => top - 5 - lane * LINE
  return (
    <>
      {placed.map(({ x, lane, label }) => (
        <path key={`${x} ${label}`} d={`M${x} ${base(lane) + 2}V${bottom}`} stroke="var(--ink)" strokeDasharray="4 2" />
      ))}
      {placed.map(({ x, middle, length, lane, label }) => (
        <g key={`${x} ${label}`}>
          <rect x={px(middle - length / 2)} y={base(lane) - 11} width={px(length)} height={14} fill="var(--surface)" />
          <text x={px(middle)} y={base(lane)} textAnchor="middle">
            {label}
          </text>
        </g>
      ))}
    </>
  )
}
