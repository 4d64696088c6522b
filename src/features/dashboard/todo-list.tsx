import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { ListLink } from '#src/crud/list/list-link.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { useCan } from '#src/layout/can.tsx'
import type { FilterTree } from '#src/resource/filter-tree.ts'
import { registry } from '#src/resource/registry.ts'
import type { Summary } from './dashboard.queries.ts'
import { KeptDrafts, useKeptDrafts } from './kept-drafts.tsx'
import { PanelEmpty } from './panel.tsx'

/** What waits for the user: only what the user may do. Each entry leads to its rows or to its form. */
export function TodoList({ data: { organizations, schemes } }: { data: Summary }) {
  const can = useCan()
  const drafts = useKeptDrafts()
  const rows: ReactNode[] = []
  const add = (menu: string, count: number, text: (values: { count: number }) => string, filter: FilterTree) => {
    if (count === 0) return
    rows.push(
      <li key={menu + JSON.stringify(filter)} className="border-b border-line last:border-0">
        <ListLink menu={menu} filter={filter} className={rowClass}>
          <span className="min-w-0 flex-1">{text({ count })}</span>
          <ArrowRight aria-hidden size={14} className="shrink-0 text-subtle" />
        </ListLink>
      </li>,
    )
  }
  if (organizations && can('baseInfo/organization/edit')) {
    const { menu } = registry.organization
    add(menu, organizations.noContact, m.dashboard_todoContact, empty('contact'))
    add(menu, organizations.noLevels, m.dashboard_todoLevels, empty('levelIds'))
    add(menu, organizations.noArea, m.dashboard_todoArea, empty('areaCode'))
  }
  if (schemes && (can('baseInfo/exam-scheme/publish') || can('baseInfo/exam-scheme/edit'))) {
    const { menu } = registry['exam-scheme']
    const state = (val: string) => ({ field: 'state', operator: 'eq', val }) as const
    add(menu, schemes.changed, m.dashboard_todoChanged, state('changed'))
    add(menu, schemes.draft, m.dashboard_todoDraft, state('draft'))
  }
  if (rows.length === 0 && drafts.length === 0) return <PanelEmpty>{m.dashboard_todoNone()}</PanelEmpty>
  return (
    <ul className="flex flex-col">
      <KeptDrafts drafts={drafts} className={rowClass} />
      {rows}
    </ul>
  )
}

const rowClass =
  'flex min-h-9 w-full items-center gap-3 px-4 py-1.5 text-left text-sm hover:bg-hover hover:text-accent-ink'

const empty = (field: string) => ({ field, operator: 'NULL', val: '' }) as const
