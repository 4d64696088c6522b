import { formatCount } from '#src/lib/count.ts'
import type { FilterTree } from '#src/resource/filter-tree.ts'
import { ListLink } from './list-link.tsx'

export type Segment = { key: string; label: string; count: number; filter: FilterTree }

/** The tones of the parts of a bar, the darkest first. */
const tones = [100, 72, 50, 34, 22, 14]

const toneOf = (at: number) =>
  `color-mix(in oklab, var(--accent-solid) ${tones[Math.min(at, tones.length - 1)]}%, var(--surface))`

/** A number by its parts: a bar with the marks of a ruler, and a link to the rows of each part. */
export function Segments({ menu, parts }: { menu: string; parts: readonly Segment[] }) {
  const total = parts.reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      <div aria-hidden className="mt-2">
        <div className="flex h-2 gap-px overflow-hidden rounded-sm bg-hover">
          {parts.map(({ key, count }, at) => (
            <span key={key} style={{ flexGrow: total > 0 ? count : 0, background: toneOf(at) }} />
          ))}
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
