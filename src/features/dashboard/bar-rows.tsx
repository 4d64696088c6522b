import { ListLink } from '#src/crud/list/list-link.tsx'
import { formatCount } from '#src/lib/count.ts'
import type { Tone } from '#src/lib/tone.ts'
import type { FilterTree } from '#src/resource/filter-tree.ts'

type BarRow = {
  key: string
  name: string
  count: number
  filter: FilterTree
  /** Without one, the colour of the site. */
  tone?: Tone | null
}

/** Bars on a ruler. Each row has its number as text and leads to its rows. */
export function BarRows({ menu, rows, most }: { menu: string; rows: readonly BarRow[]; most?: number }) {
  const end = endOf(Math.max(most ?? 1, ...rows.map(({ count }) => count)))
  return (
    <>
      <ul className="flex flex-1 flex-col justify-around">
        {rows.map(({ key, name, count, filter, tone }) => (
          <li key={key}>
            <ListLink
              menu={menu}
              filter={filter}
              className="group grid min-h-7 grid-cols-[minmax(5rem,8rem)_1fr_3rem] items-center gap-3 text-sm"
            >
              <span className="truncate group-hover:text-accent-ink group-hover:underline">{name}</span>
              <span aria-hidden className="h-3 bg-hover">
                <span
                  className="block h-full min-w-px rounded-r-xs bg-accent-solid group-hover:bg-accent"
                  style={{ width: `${(count / end) * 100}%`, background: tone ? colours[tone] : undefined }}
                />
              </span>
              <span className="tabular text-right font-medium">{formatCount(count)}</span>
            </ListLink>
          </li>
        ))}
      </ul>
      <div aria-hidden className="grid grid-cols-[minmax(5rem,8rem)_1fr_3rem] gap-3 text-xs text-muted">
        <span />
        <div>
          <div className="ruler-marks" />
          <div className="tabular flex justify-between">
            {[0, 0.5, 1].map((part) => (
              <span key={part}>{formatCount(end * part)}</span>
            ))}
          </div>
        </div>
      </div>
    </>
  )
}

const colours: Record<Tone, string | undefined> = {
  neutral: 'var(--muted)',
  accent: undefined,
  success: 'var(--success-ink)',
  warning: 'var(--warning-ink)',
  danger: 'var(--danger-ink)',
}

/** The ruler ends at a round number whose half is a whole one. */
function endOf(most: number): number {
  const size = 10 ** Math.floor(Math.log10(most))
  const end = [1, 2, 4, 6, 8, 10].map((times) => times * size).find((round) => round >= most) ?? most
  return Math.max(end, 2)
}
