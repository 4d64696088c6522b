import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { BookOpen, ScrollText } from 'lucide-react'
import { useEffect, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatCount } from '#src/lib/count.ts'
import { useStable } from '#src/lib/use-stable.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import type { ListRow } from '../grid/list-table.ts'
import { rowsParams, totalParams } from '../query/list-params.ts'
import { type ListSearch, searchKey } from '../query/list-search.ts'
import { useSorting } from '../query/use-sorting.ts'
import { useRowDialogs } from '../row/use-row-dialogs.tsx'
import { useRowName } from '../row/use-row-name.ts'
import type { ListClient } from './list-client.ts'
import { ListScreen } from './list-screen.tsx'
import { type ListState, listState } from './list-state.ts'
import { pageInReach } from './page-numbers.ts'
import type { ListInnerProps } from './page-props.ts'
import { Pager } from './pager.tsx'
import { useFollow } from './use-follow.ts'
import { useRefresh } from './use-refresh.ts'
import { MAX_SCROLL_ROWS, useScrollList } from './use-scroll-list.ts'
import { useSelection } from './use-selection.ts'

/** The list screen of a resource without a tree. Its rows are shown in pages or as one long list. */
export function FlatPage<TRow extends ListRow, TForm>(props: ListInnerProps<TRow, TForm>) {
  const { resource, description, search, onSearch, controls } = props
  const exact = useExactTotal(resource, search)
  const scrolling = search.mode === 'scroll'
  const scroll = useScrollList(resource, search, scrolling)
  const found = useList(resource, search, !scrolling)
  const paged =
    exact.exact === undefined || !found.estimated
      ? { ...found, isFetching: found.isFetching || exact.counting }
      : { ...found, total: exact.exact, estimated: false }
  const known = found.counted || found.rows.length > 0
  const inReach =
    scrolling || found.old || found.pending || !known ? undefined : pageInReach(search, { ...found, list: found.rows })
  const goInReach = useStable(() => inReach && onSearch(inReach, { replace: true }))
  const isBeyond = inReach !== undefined
  useEffect(() => {
    if (isBeyond) goInReach()
  }, [isBeyond, goInReach])
  const list = scrolling ? scroll : { ...paged, pending: paged.pending || isBeyond }
  const selection = useSelection(list.rows, list.total, searchKey(search))
  const refresh = useRefresh(resource.key)
  const { highlightedId, highlight, follow } = useFollow({
    rows: list.rows,
    refresh,
    show: (filter) => onSearch({ quickSearch: '', filter, page: 1, cursor: undefined }),
  })
  const nameOf = useRowName(description)
  const sort = useStable(useSorting(resource))
  const dialogs = useRowDialogs({
    resource,
    description,
    rows: list.rows,
    search,
    onSearch,
    nameOf,
    controls: () => controls,
    check: props.check,
    facts: props.facts,
    onWritten: (id) => void follow(id),
    onDeleted: (rows) => {
      selection.set(rows, false)
      void refresh()
    },
    onUndone: (id) => void follow(id),
  })
  // Moving rows by hand only makes sense while the list is in its manual order.
  const byHand =
    description.sortable && description.defaultOrder.startsWith('sortKey,') && search.order === '' && !scrolling
  return (
    <ListScreen
      {...props}
      list={list}
      selection={selection}
      nameOf={nameOf}
      dialogs={dialogs}
      highlightedId={highlightedId}
      onHighlight={highlight}
      onChanged={(id) => void follow(id, true)}
      onCondition={(patch, options) => onSearch({ ...patch, page: 1, cursor: undefined }, options)}
      onExact={exact.ask}
      window={scrolling ? scroll.window : undefined}
      notice={
        scrolling &&
        scroll.capped && <Banner tone="warning">{m.tree_tooMany({ count: formatCount(MAX_SCROLL_ROWS) })}</Banner>
      }
      onSort={byHand ? sort : undefined}
      footer={
        scrolling ? (
          <div className="no-print flex shrink-0 justify-end">
            <ModeButton mode="scroll" onMode={(mode) => onSearch({ mode })} />
          </div>
        ) : (
          <Pager
            page={search.page}
            limit={search.limit}
            total={list.total}
            cursor={search.cursor}
            cursors={list.cursors}
            waiting={list.old}
            onMove={({ page = 1, cursor }) => onSearch({ page, cursor })}
            onLimit={(limit) => onSearch({ limit, page: 1, cursor: undefined })}
          >
            {!props.cards && (
              <ModeButton mode="pages" onMode={(mode) => onSearch({ mode, page: 1, cursor: undefined })} />
            )}
          </Pager>
        )
      }
    />
  )
}

type Mode = ListSearch['mode']

/** Switches between pages and one long list. */
function ModeButton({ mode, onMode }: { mode: Mode; onMode(mode: Mode): void }) {
  const scrolling = mode === 'scroll'
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={scrolling ? <BookOpen aria-hidden size={14} /> : <ScrollText aria-hidden size={14} />}
      onClick={() => onMode(scrolling ? 'pages' : 'scroll')}
    >
      {scrolling ? m.list_toPages() : m.list_toScroll()}
    </Button>
  )
}

/** The exact number of rows of a search, after the user has asked for it. */
function useExactTotal<TRow>(resource: Pick<ListClient<TRow>, 'total'>, search: ListSearch) {
  const key = searchKey(search)
  const [asked, setAsked] = useState<string>()
  const { data, isFetching } = useQuery({
    ...resource.total({ ...totalParams(search), count: 'exact' }),
    enabled: asked === key,
    staleTime: 60_000,
  })
  return { exact: asked === key ? data?.total : undefined, counting: isFetching, ask: () => setAsked(key) }
}

/** The rows of a page's search. The current rows stay until the next ones arrive. */
function useList<TRow>(
  resource: Pick<ListClient<TRow>, 'list' | 'total'>,
  search: ListSearch,
  enabled: boolean,
): ListState<TRow> {
  const found = useQuery({ ...resource.list(rowsParams(search)), enabled, placeholderData: keepPreviousData })
  // The rows do not wait for the count, and the next page does not count again.
  const count = useQuery({ ...resource.total(totalParams(search)), enabled })
  const rows = listState(found)
  const { page, limit } = search
  const least = (page - 1) * limit + rows.rows.length + (rows.cursors?.next ? 1 : 0)
  return {
    ...rows,
    total: count.data?.total ?? least,
    counted: count.data !== undefined,
    estimated: count.data?.totalEstimated === true,
    isFetching: rows.isFetching || count.isFetching,
    refetch: () => {
      rows.refetch()
      void count.refetch()
    },
  }
}
