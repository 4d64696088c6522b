import { useState } from 'react'
import { ListLink } from '#src/crud/list/list-link.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { registry } from '#src/resource/registry.ts'
import { Button } from '#src/ui/button.tsx'
import type { Summary } from './dashboard.queries.ts'

/** Bars that are shown before the user asks for all. */
const SHOWN = 12

/** The organizations by area: bars on a ruler. Each row has its number as text and leads to its organizations. */
export function AreaChart({ data: { organizations } }: { data: Summary }) {
  const [all, setAll] = useState(false)
  if (!organizations) return null
  const { areas, noArea } = organizations
  const { menu } = registry.organization
  const scale = scaleOf(Math.max(...areas.list.map(({ count }) => count), 1))
  const shown = all ? areas.list : areas.list.slice(0, SHOWN)
  return (
    <div className="flex flex-1 flex-col px-4 py-2">
      <ul className="flex flex-1 flex-col justify-around">
        {shown.map(({ code, name, count }) => (
          <li key={code}>
            <ListLink
              menu={menu}
              filter={{ field: 'areaCode', operator: 'WITHIN', val: [code] }}
              className="group grid min-h-7 grid-cols-[minmax(5rem,8rem)_1fr_3rem] items-center gap-3 text-sm"
            >
              <span className="truncate group-hover:text-accent-ink group-hover:underline">{name}</span>
              <span aria-hidden className="h-3 bg-hover">
                <span
                  className="block h-full min-w-px rounded-r-xs bg-accent-solid group-hover:bg-accent"
                  style={{ width: `${(count / scale.end) * 100}%` }}
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
              <span key={part}>{formatCount(scale.end * part)}</span>
            ))}
          </div>
        </div>
      </div>
      {(areas.list.length > SHOWN || noArea > 0) && (
        <p className="mt-1 flex flex-wrap items-center justify-between gap-2 text-sm">
          {areas.list.length > SHOWN ? (
            <Button size="sm" variant="ghost" className="-ml-2.5" aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? m.dashboard_areasFewer() : m.dashboard_areasAll({ count: areas.list.length })}
            </Button>
          ) : (
            <span />
          )}
          {noArea > 0 && (
            <ListLink
              menu={menu}
              filter={{ field: 'areaCode', operator: 'NULL', val: '' }}
              className="inline-flex min-h-6 items-center gap-1.5 text-muted hover:text-accent-ink hover:underline"
            >
              {m.dashboard_areasWithout()}
              <span className="tabular font-medium text-ink">{formatCount(noArea)}</span>
            </ListLink>
          )}
        </p>
      )}
    </div>
  )
}

/** The ruler ends at a round number whose half is a whole one. */
function scaleOf(most: number): { end: number } {
  const size = 10 ** Math.floor(Math.log10(most))
  const end = [1, 2, 4, 6, 8, 10].map((times) => times * size).find((round) => round >= most) ?? most
  return { end: Math.max(end, 2) }
}
