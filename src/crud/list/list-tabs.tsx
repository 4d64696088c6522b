import { Tabs } from '@ark-ui/react/tabs'
import { useQueries } from '@tanstack/react-query'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { formatCount } from '#src/lib/count.ts'
import { totalParams } from '../query/list-params.ts'
import { type ListSearch, listDefaults } from '../query/list-search.ts'
import type { ListClient } from './list-client.ts'
import { type ListTab, tabAt } from './list-tab.ts'
import type { ListPageProps } from './page-props.ts'

type ListTabsProps<TRow> = ListPageProps & {
  /** The accessible name of the tabs. */
  label: string
  tabs: readonly ListTab[]
  /** Shows the number of rows of each tab. For one list under several filters. */
  counted?: Pick<ListClient<TRow>, 'total'>
  /** Renders the list of a tab. It passes the props on to its `ResourcePage`. */
  children(list: ListPageProps, tab: string): ReactNode
}

/** The search of a tab that was not open yet. */
const begin: ListSearch = {
  ...listDefaults,
  filter: undefined,
  cursor: undefined,
  view: undefined,
  open: undefined,
  edit: undefined,
  add: undefined,
}

/**
 * A page of several lists, or of one list under several filters. The chosen tab is in the URL. Each tab has its own
 * search, and keeps it while the page is open.
 */
export function ListTabs<TRow>({ label, tabs, counted, children, search, onSearch }: ListTabsProps<TRow>) {
  const active = tabAt(tabs, search)
  const [left, setLeft] = useState<ReadonlyMap<string, ListSearch>>(new Map())
  const counts = useCounts(tabs, counted)
  if (!active) return null
  const choose = (key: string) => {
    if (key === active.key) return
    setLeft(new Map(left).set(active.key, search))
    onSearch({ ...(left.get(key) ?? begin), tab: key === tabs[0]?.key ? undefined : key })
  }
  return (
    <Tabs.Root
      value={active.key}
      onValueChange={({ value }) => choose(value)}
      // Arrow keys that only pass a tab must not load its list.
      activationMode="manual"
      // Seam: React's type of styles has no CSS variables.
      style={{ '--above-list': '3.25rem' } as CSSProperties}
    >
      <Tabs.List
        aria-label={label}
        className="no-scrollbar no-print mb-3 flex h-10 overflow-x-auto border-b border-line"
      >
        {tabs.map((tab, at) => (
          <Tabs.Trigger
            key={tab.key}
            value={tab.key}
            className="flex h-10 shrink-0 items-center gap-2 border-b-2 border-transparent px-3 whitespace-nowrap text-muted hover:text-ink data-selected:border-accent data-selected:text-accent-ink"
          >
            {tab.label()}
            {counts[at] !== undefined && (
              <span className="tabular rounded-full bg-sunken px-1.5 text-xs text-muted">{counts[at]}</span>
            )}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Tabs.Content key={active.key} value={active.key} tabIndex={-1} className="outline-none">
        {children({ search, onSearch, preset: active.filter }, active.key)}
      </Tabs.Content>
    </Tabs.Root>
  )
}

/** The number of rows of each tab, as text. Undefined until it is known. */
function useCounts<TRow>(tabs: readonly ListTab[], counted: ListTabsProps<TRow>['counted']): (string | undefined)[] {
  const queries = counted ? tabs.map(({ filter }) => counted.total(totalParams({ quickSearch: '', filter }))) : []
  return useQueries({ queries }).map(({ data }) => {
    if (!data) return undefined
    return data.totalEstimated ? `${formatCount(data.total)}+` : formatCount(data.total)
  })
}
