import { m } from '#src/i18n/paraglide/messages.js'
import { measureText } from './measure.ts'

type WithheldProps = { x: number; y: number; width: number; height: number; paint: string }

/** The mark of what is withheld: a hatched area with its word, where both have room. `y` is its top. */
export function Withheld({ x, y, width, height, paint }: WithheldProps) {
  const word = m.chart_withheld()
  const needs = measureText(word) + 12
  return (
    <>
      <rect x={x} y={y} width={width} height={height} fill={paint} />
      {needs <= width && height >= 12 && (
        <>
          <rect x={x + (width - needs) / 2} y={y + height / 2 - 8} width={needs} height={16} fill="var(--surface)" />
          <text x={x + width / 2} y={y + height / 2 + 4} textAnchor="middle" className="fill-muted">
            {word}
          </text>
        </>
      )}
    </>
  )
}
