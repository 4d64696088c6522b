import { crudClient } from '#src/crud/calls/crud-client.ts'
import type { ListTab } from '#src/crud/list/list-tab.ts'
import { type ListLoading, loadList } from '#src/crud/list/load-list.ts'
import { type ResourceKey, registry } from '#src/resource/registry.ts'

/** Loads the first rows of a resource's list. A module of its own, so that only the pages of lists load its code. */
export function loadFirstRows(key: ResourceKey, loading: ListLoading, tabs: readonly ListTab[]): Promise<void> {
  return loadList(loading, crudClient(key), 'tree' in registry[key], tabs)
}
