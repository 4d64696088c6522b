import type { FilterTree } from '#src/resource/filter-tree.ts'
import type { ListSearch } from '../query/list-search.ts'

/** A tab over the lists of a page. */
export type ListTab = {
  /** Its name in the URL: letters, digits, `-` and `_`. */
  key: string
  label(): string
  /** The tab shows only rows that match it, whatever else the user searches for. */
  filter?: FilterTree
}

/** The tab that a URL names, else the first one. */
export function tabAt(tabs: readonly ListTab[], { tab }: Pick<ListSearch, 'tab'>): ListTab | undefined {
  return tabs.find(({ key }) => key === tab) ?? tabs[0]
}
