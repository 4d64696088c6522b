import { useQuery } from '@tanstack/react-query'
import { ListLink, textLink } from '#src/crud/list/list-link.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { formatCount } from '#src/lib/count.ts'
import { CHANGED_BY } from '#src/resource/filter-tree.ts'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { adminLogs, type LogChanges } from './admin-log.queries.ts'

type ChangeSet = LogChanges['sets'][number]
type Table = ChangeSet['tables'][number]

const operations = {
  insert: { label: m.adminLog_added, tone: 'success' },
  update: { label: m.adminLog_edited, tone: 'accent' },
  delete: { label: m.adminLog_deleted, tone: 'danger' },
} as const

/** The records that a call has changed, with links to them and to all that its change set changed. */
export function LogChangesCard({ id }: { id: number }) {
  const { data, error, refetch } = useQuery({
    queryKey: [adminLogs.key, 'changes', id],
    queryFn: ({ signal }) => adminLogs.changes({ id }, signal),
  })
  const tables = data?.sets.flatMap((set) => set.tables.map((table) => ({ set, table }))) ?? []
  return (
    <section className="rounded-xl border border-line bg-surface">
      <h2 className="border-b border-line px-5 py-3 text-base">{m.adminLog_changes()}</h2>
      <div className="px-5 py-3">
        {error ? (
          <FailureState error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <SkeletonRows rows={2} />
        ) : tables.length === 0 ? (
          <p className="text-muted">{m.adminLog_changesNone()}</p>
        ) : (
          <ul className="flex flex-col gap-3">
            {tables.map(({ set, table }) => (
              <li key={`${set.id} ${table.title} ${table.resource}`}>
                <TableChanges set={set} table={table} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

function TableChanges({ set, table }: { set: ChangeSet; table: Table }) {
  const { menu } = table
  const linked = menu !== null && table.resource !== null && table.open ? menu : undefined
  const stays = table.rows.some(({ operation }) => operation !== 'delete')
  const more = table.count - table.rows.length
  return (
    <>
      <p className="flex flex-wrap justify-between gap-x-4 text-sm text-muted">
        <span>
          {table.title} · {m.adminLog_changeSet()} {set.id}
        </span>
        {linked !== undefined && stays && (
          <ListLink menu={linked} filter={{ field: CHANGED_BY, operator: 'eq', val: set.id }} className={textLink}>
            {m.adminLog_changesAll()}
          </ListLink>
        )}
      </p>
      <ul className="mt-1 overflow-hidden rounded-md border border-line">
        {table.rows.map(({ id, operation, name }) => (
          <li key={id} className="flex items-center gap-3 border-b border-line px-3 py-1.5 last:border-0">
            <Tag tone={operations[operation].tone}>{operations[operation].label()}</Tag>
            {linked !== undefined && operation !== 'delete' ? (
              <ListLink menu={linked} filter={{ field: 'id', operator: 'eq', val: id }} className={textLink}>
                {name ?? `#${id}`}
              </ListLink>
            ) : (
              <span>{name ?? `#${id}`}</span>
            )}
          </li>
        ))}
        {more > 0 && <li className="px-3 py-1.5 text-muted">{m.adminLog_changesMore({ count: formatCount(more) })}</li>}
      </ul>
    </>
  )
}
