import { useQueryClient } from '@tanstack/react-query'
import { ListTree, Plus } from 'lucide-react'
import { useMemo } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useStable } from '#src/lib/use-stable.ts'
import { Banner } from '#src/ui/banner.tsx'
import { parentControl } from '../form/parent-control.tsx'
import type { ListRow } from '../grid/list-table.ts'
import { searchKey } from '../query/list-search.ts'
import { useSorting } from '../query/use-sorting.ts'
import type { RowAction } from '../row/row-actions.tsx'
import { useRights } from '../row/use-rights.ts'
import { useRowDialogs } from '../row/use-row-dialogs.tsx'
import { useRowName } from '../row/use-row-name.ts'
import { ListScreen } from './list-screen.tsx'
import { loadAncestors } from './load-ancestors.ts'
import type { ListInnerProps } from './page-props.ts'
import { shownRows, type TreeRow } from './tree.ts'
import { useFollow } from './use-follow.ts'
import { useRefresh } from './use-refresh.ts'
import { MAX_ROWS, useTreeList } from './use-tree-list.ts'
import { useTreeSelection } from './use-tree-selection.ts'

/** The list screen of a resource whose rows form a tree. Rows open and close, and move among their siblings. */
export function TreePage<TRow extends ListRow & TreeRow, TForm>(props: ListInnerProps<TRow, TForm>) {
  const { resource, description, search, onSearch, controls, childValues, takesChildren } = props
  const client = useQueryClient()
  const tree = useTreeList(resource, search, onSearch)
  const selection = useTreeSelection({
    resource,
    rows: tree.rows,
    total: tree.total,
    search: searchKey(search),
    searching: search.quickSearch !== '' || search.filter !== undefined,
  })
  const may = useRights(description)
  const refresh = useRefresh(resource.key)
  const { highlightedId, highlight, follow } = useFollow({
    rows: tree.rows,
    refresh,
    show: (filter) => tree.find({ quickSearch: '', filter }),
  })
  const nameOf = useRowName(description)
  const sort = useStable(useSorting(resource))

  const shown = useMemo(() => shownRows(tree.rows, tree.open), [tree.rows, tree.open])
  const dialogs = useRowDialogs({
    resource,
    description,
    rows: shown,
    search,
    onSearch,
    nameOf,
    check: props.check,
    facts: props.facts,
    controls: (target) => ({ pid: parentControl({ resource, rows: tree.rows, target }), ...controls }),
    onWritten: async (id, values, adding) => {
      const pid = values?.pid
      const ancestors = typeof pid === 'number' ? await loadAncestors(client, resource, tree.rows, pid) : []
      if (values) tree.reveal(ancestors, adding === true)
      await follow(id)
    },
    onDeleted: (rows) => {
      selection.set(rows, false)
      void refresh()
    },
    onUndone: (id) => void follow(id),
  })

  const addBelow = useStable((row: TRow) => {
    const more = childValues?.(row, tree.labels)
    dialogs.add({
      values: { pid: row.id, ...more?.values },
      labels: { pid: { [row.id]: nameOf(row) }, ...more?.labels },
    })
  })
  // The search that found the row would hide most of what is below it.
  const showBranch = useStable((row: TRow) =>
    tree.find({ quickSearch: '', filter: { field: 'pid', operator: 'WITHIN', val: row.id } }),
  )
  const actions = useMemo(() => {
    const child: RowAction<TRow> = {
      key: 'child',
      label: m.tree_addChild,
      icon: <Plus aria-hidden size={15} />,
      button: true,
      run: addBelow,
      shown: takesChildren,
      name: (row) => m.tree_addChildOf({ name: nameOf(row) }),
    }
    const branch: RowAction<TRow> = {
      key: 'branch',
      label: m.tree_onlyBranch,
      icon: <ListTree aria-hidden size={15} />,
      run: showBranch,
      name: (row) => m.tree_onlyBranchOf({ name: nameOf(row) }),
    }
    return [...(may.add ? [child] : []), branch, ...(props.actions ?? [])]
  }, [props.actions, takesChildren, may.add, addBelow, showBranch, nameOf])

  return (
    <ListScreen
      {...props}
      list={tree}
      selection={selection}
      nameOf={nameOf}
      dialogs={dialogs}
      highlightedId={highlightedId}
      onHighlight={highlight}
      actions={actions}
      tree={tree}
      notice={tree.capped && <Banner tone="warning">{m.tree_tooMany({ count: MAX_ROWS })}</Banner>}
      onChanged={(id) => void follow(id, true)}
      onCondition={tree.find}
      onSort={sort}
    />
  )
}
