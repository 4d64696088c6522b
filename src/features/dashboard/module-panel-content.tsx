import { Cell } from '#src/crud/cells/cell.tsx'
import { ListLink } from '#src/crud/list/list-link.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { formatCount } from '#src/lib/count.ts'
import type { FilterTree } from '#src/resource/filter-tree.ts'
import { labelText } from '#src/resource/label.ts'
import { valueText } from '#src/resource/value-text.ts'
import { BarRows } from './bar-rows.tsx'
import type { ModulePanelData } from './dashboard.queries.ts'

type DataOf<K extends ModulePanelData['kind']> = Extract<ModulePanelData, { kind: K }>

/** What a panel of a module shows, each part with a link to its rows. */
export function ModulePanelContent({ data }: { data: ModulePanelData }) {
  switch (data.kind) {
    case 'number':
      return <Total data={data} />
    case 'list':
      return <FirstRows data={data} />
    case 'groups':
      return <Groups data={data} />
  }
}

function Total({ data: { menu, filter, total, estimated } }: { data: DataOf<'number'> }) {
  const count = formatCount(total)
  return (
    <p className="px-4 py-3">
      <ListLink
        menu={menu}
        filter={filter ?? undefined}
        className="tabular text-2xl font-semibold hover:text-accent-ink"
      >
        {estimated ? m.part_panelAbout({ count }) : count}
      </ListLink>
    </p>
  )
}

function FirstRows({ data: { menu, fields, rows, labels } }: { data: DataOf<'list'> }) {
  const { timeZone } = useKit()
  const [first, ...others] = fields
  if (!first) return null
  return (
    <ul className="flex flex-col">
      {rows.map(({ id, values }) => (
        <li key={id} className="flex min-h-9 items-center gap-3 border-b border-line px-4 py-1.5 text-sm last:border-0">
          <ListLink
            menu={menu}
            filter={{ field: 'id', operator: 'eq', val: id }}
            className="min-w-0 flex-1 truncate font-medium hover:text-accent-ink hover:underline"
          >
            {valueText(first, values[0], { labels, timeZone }) || m.part_panelNone()}
          </ListLink>
          {others.map((field, at) => (
            <span key={field.name} title={labelText(field.label)} className="shrink-0 text-muted">
              <Cell field={field} value={values[at + 1] ?? null} labels={labels} timeZone={timeZone} rowId={id} />
            </span>
          ))}
        </li>
      ))}
    </ul>
  )
}

function Groups({ data: { menu, filter, field, groups } }: { data: DataOf<'groups'> }) {
  return (
    <div className="flex flex-1 flex-col px-4 py-2">
      <BarRows
        menu={menu}
        rows={groups.map(({ value, label, tone, count }) => ({
          key: String(value),
          name: label,
          count,
          tone,
          filter: both(filter, value === null ? noValue(field) : { field, operator: 'eq', val: value }),
        }))}
      />
    </div>
  )
}

const noValue = (field: string): FilterTree => ({ field, operator: 'NULL', val: '' })

/** Rows that match both. */
function both(filter: FilterTree | null, more: FilterTree): FilterTree {
  return filter ? { and: [filter, more] } : more
}
