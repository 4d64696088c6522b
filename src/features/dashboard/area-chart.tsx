import { useState } from 'react'
import { ListLink } from '#src/crud/list/list-link.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { registry } from '#src/resource/registry.ts'
import { Button } from '#src/ui/button.tsx'
import { BarRows } from './bar-rows.tsx'
import type { Summary } from './dashboard.queries.ts'

/** Bars that are shown before the user asks for all. */
const SHOWN = 12

/** The organizations by area: bars on a ruler. Each row has its number as text and leads to its organizations. */
export function AreaChart({ data: { organizations } }: { data: Summary }) {
  const [all, setAll] = useState(false)
  if (!organizations) return null
  const { areas, noArea } = organizations
  const { menu } = registry.organization
  const shown = all ? areas.list : areas.list.slice(0, SHOWN)
  return (
    <div className="flex flex-1 flex-col px-4 py-2">
      <BarRows
        menu={menu}
        most={Math.max(...areas.list.map(({ count }) => count), 1)}
        rows={shown.map(({ code, name, count }) => ({
          key: code,
          name,
          count,
          filter: { field: 'areaCode', operator: 'WITHIN', val: [code] },
        }))}
      />
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
