import type { ReactNode } from 'react'
import { fitText, measureText } from './measure.ts'

/** A line of a legend: a mark, drawn around (9, 0) in a box of 18 × 12, and what it means. */
export type LegendItem = { label: string; mark: ReactNode }

const LINE = 18
const MARK = 24
const GAP = 18

type Placed = LegendItem & { x: number; y: number }

/** Where the items of a legend stand. They flow into lines. `height` is 0 without items. */
export function placeLegend(items: readonly LegendItem[], width: number): { placed: Placed[]; height: number } {
  const placed: Placed[] = []
  let [x, y] = [0, 0]
  for (const { label: whole, mark } of items) {
    const label = fitText(whole, width - MARK)
    const needs = MARK + measureText(label)
    if (x > 0 && x + needs > width) [x, y] = [0, y + LINE]
    placed.push({ label, mark, x, y: y + LINE / 2 })
    x += needs + GAP
  }
  return { placed, height: items.length === 0 ? 0 : y + LINE + 6 }
}

export function Legend({ placed }: { placed: readonly Placed[] }) {
  return placed.map(({ label, mark, x, y }) => (
    <g key={`${x}-${y}`} transform={`translate(${Math.round(x)} ${y})`}>
      {mark}
      <text x={MARK} y={4}>
        {label}
      </text>
    </g>
  ))
}

/** The mark of a fill. */
export function FillMark({ paint }: { paint: string }) {
  return <rect x={0.5} y={-5.5} width={17} height={11} fill={paint} stroke="var(--chart-1)" strokeWidth={0.8} />
}
