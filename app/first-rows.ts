import { crudClient } from '#src/crud/calls/crud-client.ts'
import type { ListTab } from '#src/crud/list/list-tab.ts'
import { type ListLoading, loadList } from '#src/crud/list/load-list.ts'
import { type ResourceKey, registry } from '#src/resource/registry.ts'

/**
 * The loader of a list's route: the first rows. A route names it beside `listRoute`, because the build puts a loader
 * that stands in the route's file into the page's own code. Every page contains the routes themselves.
 * @param tabs the tabs over the list, when it has several under filters of their own
 */
export function firstRows(key: ResourceKey, tabs: readonly ListTab[] = []) {
  return (loading: ListLoading) => loadList(loading, crudClient(key), 'tree' in registry[key], tabs)
}
