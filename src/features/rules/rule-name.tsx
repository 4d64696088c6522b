import { useQuery } from '@tanstack/react-query'
import { Highlight } from '#src/crud/cells/highlight.tsx'
import { getLocale } from '#src/i18n/paraglide/runtime.js'
import { iconQuery } from '#src/layout/icons/icon.queries.ts'
import { SvgIcon } from '#src/ui/svg-icon.tsx'
import type { RuleRow } from './rule.schema.ts'

/** The title of a rule as the menu shows it. */
export function shownTitle({ zhTitle, enTitle }: Pick<RuleRow, 'zhTitle' | 'enTitle'>): string {
  return getLocale() === 'en' ? enTitle : zhTitle
}

/** A rule as users know it: its icon and its title, and then its name. */
export function RuleName({ row }: { row: Pick<RuleRow, 'zhTitle' | 'enTitle' | 'name' | 'icon'> }) {
  const title = shownTitle(row)
  return (
    <span className="flex items-center gap-2" title={`${title} (${row.name})`}>
      {row.icon !== '' && <RuleIcon name={row.icon} />}
      <span className="min-w-0 truncate">
        <span className="font-lead">
          <Highlight>{title}</Highlight>
        </span>
        <span className="ml-2 text-muted">
          <Highlight>{row.name}</Highlight>
        </span>
      </span>
    </span>
  )
}

function RuleIcon({ name }: { name: string }) {
  const { data: icon } = useQuery(iconQuery(name))
  return (
    <span className="grid size-4 shrink-0 place-items-center text-muted">
      {icon && <SvgIcon icon={icon} className="size-4" />}
    </span>
  )
}
