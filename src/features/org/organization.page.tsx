import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Plus, RotateCw } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { DeleteDialog } from '#src/crud/delete-dialog.tsx'
import type { EntryTarget } from '#src/crud/entry-dialog.tsx'
import { failureText } from '#src/crud/failure.ts'
import { HighlightContext } from '#src/crud/highlight.tsx'
import { SearchBox } from '#src/crud/search-box.tsx'
import { neighbourOf, withDescendants } from '#src/crud/tree.ts'
import { TreeGrid } from '#src/crud/tree-grid.tsx'
import { useStable } from '#src/crud/use-stable.ts'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { organizations } from './organization.queries.ts'
import type { OrganizationListRow } from './organization.schema.ts'
import type { OrganizationSearch } from './organization.search.ts'
import { useOrganizationRights } from './organization-actions.tsx'
import { organizationColumns, organizationLayout } from './organization-columns.tsx'
import { OrganizationEntry } from './organization-entry.tsx'
import { useOrganizationSort } from './use-organization-sort.ts'
import { MAX_ROWS, useOrganizationTree } from './use-organization-tree.ts'
import { wayTo } from './way-to.ts'

type OrganizationPageProps = { search: OrganizationSearch; onSearch(patch: Partial<OrganizationSearch>): void }

/** The tree of organizations. */
export function OrganizationPage({ search, onSearch }: OrganizationPageProps) {
  const client = useQueryClient()
  const { data: site } = useSuspenseQuery(siteQuery)
  const tree = useOrganizationTree(search, onSearch)
  const may = useOrganizationRights()
  const sort = useOrganizationSort()
  const [entry, setEntry] = useState<EntryTarget>({ kind: 'add' })
  const [open, setOpen] = useState(false)
  const [deleting, setDeleting] = useState<OrganizationListRow | null>(null)
  const [marked, setMarked] = useMark()

  const show = (target: EntryTarget) => {
    setEntry(target)
    setOpen(true)
  }
  const refresh = () => {
    // Lists that are not on screen would come back as they were before.
    client.removeQueries({ queryKey: [organizations.key, 'list'], type: 'inactive' })
    return client.invalidateQueries({ queryKey: [organizations.key] })
  }
  const handlers = {
    onAddChild: useStable((row: OrganizationListRow) => {
      const { id, name, areaCode } = row
      const area = areaCode ? { [areaCode]: tree.labels.areaCode?.[areaCode] ?? areaCode } : {}
      // What lies below an organization mostly lies in its area.
      show({ kind: 'add', values: { pid: id, areaCode }, labels: { pid: { [id]: name }, areaCode: area } })
    }),
    onEdit: useStable((row: OrganizationListRow) => show({ kind: 'edit', id: row.id })),
    onDelete: useStable(setDeleting),
    onMove: useStable((row: OrganizationListRow, step: -1 | 1) => {
      const target = neighbourOf(tree.rows, row.id, step)
      if (target) sort(row.id, target.id)
    }),
    canMove: useStable((row: OrganizationListRow, step: -1 | 1) => neighbourOf(tree.rows, row.id, step) !== undefined),
  }
  const acts = may.add || may.edit || may.del
  // biome-ignore lint/correctness/useExhaustiveDependencies: the handlers are stable
  const columns = useMemo(
    () => organizationColumns({ labels: tree.labels, timeZone: site.timeZone, handlers: acts ? handlers : undefined }),
    [tree.labels, site.timeZone, acts],
  )
  const below = useMemo(
    () => (entry.kind === 'edit' ? withDescendants(tree.rows, entry.id) : new Set<number>()),
    [entry, tree.rows],
  )
  const addButton = may.add && (
    <Button variant="primary" icon={<Plus aria-hidden size={15} />} onClick={() => show({ kind: 'add' })}>
      {m.organization_add()}
    </Button>
  )

  return (
    <div className="flex h-[calc(100dvh-var(--header-height)-2rem)] min-h-96 flex-col gap-3 print:h-auto">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-lg">{m.menu_organization()}</h1>
        <p role="status" className="flex items-center gap-2 text-sm text-muted">
          {tree.searching ? m.organization_found({ count: tree.total }) : m.organization_count({ count: tree.total })}
          {tree.isFetching && <Spinner size={13} />}
        </p>
        <div className="flex flex-1 flex-wrap items-center justify-end gap-2 max-sm:w-full max-sm:flex-none">
          <SearchBox value={search.quickSearch} onSearch={tree.find} placeholder={m.organization_searchHint()} />
          {addButton}
        </div>
      </div>
      {tree.error && <RefreshFailed error={tree.error} onRetry={() => void tree.refetch()} />}
      {tree.capped && <Banner tone="warning">{m.organization_tooMany({ count: MAX_ROWS })}</Banner>}
      {tree.rows.length > 0 ? (
        <HighlightContext value={tree.searching ? search.quickSearch : ''}>
          <TreeGrid
            label={m.menu_organization()}
            rows={tree.rows}
            columns={columns}
            layout={organizationLayout}
            open={tree.open}
            nameOf={(row) => row.name}
            onToggle={tree.toggle}
            onEnter={may.edit ? handlers.onEdit : undefined}
            onSort={may.edit ? sort : undefined}
            marked={marked}
            className="min-h-0 [--tree-actions:7.25rem] [--tree-indent:1.125rem] [--tree-name:18rem] max-sm:[--tree-actions:2.5rem] max-sm:[--tree-indent:0.75rem] max-sm:[--tree-name:12.5rem]"
          />
        </HighlightContext>
      ) : (
        <div className="rounded-lg border border-line bg-surface">
          {tree.searching ? (
            <EmptyState
              title={m.organization_noMatch()}
              hint={m.organization_noMatchHint()}
              action={<Button onClick={() => tree.find('')}>{m.crud_clearSearch()}</Button>}
            />
          ) : (
            <EmptyState title={m.organization_empty()} hint={m.organization_emptyHint()} action={addButton} />
          )}
        </div>
      )}
      <OrganizationEntry
        target={entry}
        open={open}
        below={below}
        onClose={(changed) => {
          setOpen(false)
          if (changed) void refresh()
        }}
        onSaved={async ({ data }, { pid }) => {
          setOpen(false)
          const adding = entry.kind === 'add'
          const way = typeof pid === 'number' ? await wayTo(client, tree.rows, pid) : []
          tree.reveal(way, adding)
          await refresh()
          setMarked(data.id)
        }}
      />
      <DeleteDialog
        name={deleting?.name ?? null}
        del={(key) => organizations.del(deleting ? [deleting.id] : [], key)}
        onDeleted={() => {
          setDeleting(null)
          void refresh()
        }}
        onCancel={() => setDeleting(null)}
      />
    </div>
  )
}

function RefreshFailed({ error, onRetry }: { error: Error; onRetry(): void }) {
  return (
    <Banner
      tone="danger"
      action={
        <Button size="sm" icon={<RotateCw aria-hidden size={13} />} onClick={onRetry}>
          {m.ui_retry()}
        </Button>
      }
    >
      {m.crud_refreshFailed({ reason: failureText(error) })}
    </Banner>
  )
}

/** A row that is pointed out for a moment. */
function useMark() {
  const [marked, setMarked] = useState<number>()
  useEffect(() => {
    if (marked === undefined) return
    const timer = setTimeout(() => setMarked(undefined), 2500)
    return () => clearTimeout(timer)
  }, [marked])
  return [marked, setMarked] as const
}
