import { ListLink } from '#src/crud/list/list-link.tsx'
import { formatCount } from '#src/lib/count.ts'
import type { FilterTree } from '#src/resource/filter-tree.ts'

export type Segment = { key: string; label: string; count: number; filter: FilterTree }

/** The tones of the parts of a bar, the darkest first. */
const tones = [100, 72, 50, 34, 22, 14]

const toneOf = (at: number) =>
  `color-mix(in oklab, var(--accent-solid) ${tones[Math.min(at, tones.length - 1)]}%, var(--surface))`

type SegmentsProps = {
  menu: string
  parts: readonly Segment[]
  /** The number that the whole bar stands for. Default: the sum of the parts. */
  whole?: number | undefined
}

/** A number by its parts: a bar with the marks of a ruler, and a link to the rows of each part. */
export function Segments({ menu, parts, whole = 0 }: SegmentsProps) {
  const sum = parts.reduce((total, { count }) => total + count, 0)
  const rest = Math.max(whole - sum, 0)
  return (
    <>
      <div aria-hidden className="mt-2">
        <div className="flex h-2 gap-px overflow-hidden rounded-sm bg-hover">
          {parts.map(
            ({ key, count }, at) => count > 0 && <span key={key} style={{ flexGrow: count, background: toneOf(at) }} />,
          )}
          {rest > 0 && <span style={{ flexGrow: rest }} />}
        </div>
        <div className="ruler-marks" />
      </div>
      <ul className="mt-1 flex flex-wrap gap-x-3">
        {parts.map(({ key, label, count, filter }, at) => (
          <li key={key}>
            <ListLink
              menu={menu}
              filter={filter}
              className="inline-flex min-h-6 items-center gap-1.5 text-sm text-muted hover:text-accent-ink hover:underline"
            >
              <span
                aria-hidden
                className="size-2 shrink-0 rounded-xs border border-line-strong"
                style={{ background: toneOf(at) }}
              />
              {label}
              <span className="tabular font-medium text-ink">{formatCount(count)}</span>
            </ListLink>
          </li>
        ))}
      </ul>
    </>
  )
}
