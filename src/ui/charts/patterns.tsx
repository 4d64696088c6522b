import { type ReactNode, useId } from 'react'

const INK = 'var(--chart-1)'
const tint = (share: number) => `color-mix(in oklab, ${INK} ${share}%, var(--surface))`

// From full to empty, so that an order is seen without colours, and without patterns too: each ground is lighter.
const grounds = [INK, tint(44), tint(26), tint(14), tint(3)]
const marks = [
  null,
  <path key="lines" d="M-1.5 1.5l3-3M0 6l6-6M4.5 7.5l3-3" />,
  <path key="dots" d="M1.5 1.5h.01M4.5 4.5h.01" strokeWidth={1.7} strokeLinecap="round" />,
  <path key="steps" d="M0 3h6" strokeWidth={0.7} />,
  null,
]

/** How many fills differ. Further ones begin again. */
export const FILLS = marks.length

/** The plain colour below the pattern. A text on a pattern has it behind itself. */
export const groundOf = (fill: number): string => grounds[fill % FILLS] ?? INK

/** Whether a fill is more than its ground. */
export const isPatterned = (fill: number): boolean => marks[fill % FILLS] !== null

export type Patterns = {
  /** To be put into the drawing once. */
  defs: ReactNode
  /** The paint of a fill: 0 is full, 1 to 4 have ever less ink. */
  fill(index: number): string
  /** The paint of what is withheld. */
  withheld: string
}

/** The fills of one drawing. Their ids are the same on the server and in the browser. */
export function usePatterns(): Patterns {
  const id = useId()
  const defs = (
    <defs>
      {marks.map(
        (mark, index) =>
          mark && (
            <pattern key={mark.key} id={`${id}${index}`} width={6} height={6} patternUnits="userSpaceOnUse">
              <rect width={6} height={6} fill={groundOf(index)} />
              <g stroke={INK} fill="none">
                {mark}
              </g>
            </pattern>
          ),
      )}
      <pattern id={`${id}w`} width={5} height={5} patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
        <path d="M0 2.5h5" stroke="var(--line-strong)" strokeWidth={0.8} />
      </pattern>
    </defs>
  )
  const fill = (index: number) => (isPatterned(index) ? `url(#${id}${index % FILLS})` : groundOf(index))
  return { defs, fill, withheld: `url(#${id}w)` }
}
