import { useStable } from '../use-stable.ts'
import { ListScreen } from './list-screen.tsx'
import { searchKey } from './list-search.ts'
import type { ListRow } from './list-table.ts'
import type { ResourcePageProps } from './page-props.ts'
import { Pager } from './pager.tsx'
import { useList } from './use-list.ts'
import { useMark } from './use-mark.ts'
import { useRefresh } from './use-refresh.ts'
import { useRowDialogs } from './use-row-dialogs.tsx'
import { useRowName } from './use-row-name.ts'
import { useSelection } from './use-selection.ts'
import { useSorting } from './use-sorting.ts'

/** The list screen of a resource whose rows come in pages. */
export function FlatPage<TRow extends ListRow, TForm>(props: ResourcePageProps<TRow, TForm>) {
  const { resource, description, search, onSearch, controls } = props
  const list = useList(resource, description, search)
  const selection = useSelection(list.rows, list.total, searchKey(search))
  const refresh = useRefresh(resource.key)
  const [marked, setMarked] = useMark()
  const nameOf = useRowName(description)
  const sort = useStable(useSorting(resource))
  const dialogs = useRowDialogs({
    ...{ resource, description, nameOf, controls: () => controls },
    onWritten: async (id) => {
      await refresh()
      setMarked(id)
    },
    onDeleted: (rows) => {
      selection.set(rows, false)
      void refresh()
    },
    onUndone: refresh,
  })
  // A place among others only means something where the list is in that order.
  const byHand = description.sortable && description.defaultOrder.startsWith('sortKey,') && search.order === ''
  return (
    <ListScreen
      {...props}
      {...{ list, selection, nameOf, dialogs, marked }}
      onChanged={refresh}
      onCondition={(patch, options) => onSearch({ ...patch, page: 1, cursor: undefined }, options)}
      onSort={byHand ? sort : undefined}
      footer={
        <Pager
          page={search.page}
          limit={search.limit}
          total={list.total}
          onPage={(page) => onSearch({ page })}
          onLimit={(limit) => onSearch({ limit, page: 1, cursor: undefined })}
        />
      }
    />
  )
}
