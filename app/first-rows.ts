import { crudClient } from '#src/crud/calls/crud-client.ts'
import type { ListTab } from '#src/crud/list/list-tab.ts'
import { type ListLoading, loadList } from '#src/crud/list/load-list.ts'
import { type ResourceKey, registry } from '#src/resource/registry.ts'

/**
 * Loads the first rows of a list.
 * @param tabs the tabs over the list, when it has several under filters of their own
 */
export function firstRows(loading: ListLoading, key: ResourceKey, tabs?: readonly ListTab[]) {
  return loadList(loading, crudClient(key), 'tree' in registry[key], tabs)
}
