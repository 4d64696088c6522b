import { symbol, symbolCircle, symbolDiamond, symbolSquare, symbolTriangle } from 'd3-shape'

const looks = [
  { colour: 'var(--chart-1)', shape: symbolCircle, dash: undefined },
  { colour: 'var(--chart-2)', shape: symbolSquare, dash: '7 3' },
  { colour: 'var(--chart-3)', shape: symbolTriangle, dash: '2 3' },
  { colour: 'var(--chart-4)', shape: symbolDiamond, dash: '9 3 2 3' },
] as const

/** The look of a series. The fifth looks like the first. */
export const seriesLook = (at: number) => looks[at % looks.length] ?? looks[0]

/** The mark of a value of a series. */
export function SeriesMark({ at, x, y }: { at: number; x: number; y: number }) {
  const { colour, shape } = seriesLook(at)
  return (
    <path
      d={symbol(shape, 48)() ?? ''}
      transform={`translate(${x} ${y})`}
      fill={at === 0 ? colour : 'var(--surface)'}
      stroke={colour}
      strokeWidth={1.5}
    />
  )
}
