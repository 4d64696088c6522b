import { queryOptions } from '@tanstack/react-query'
import type { SelectOption } from '#src/lib/select-option.ts'
import type { CheckNode } from '#src/ui/check-tree-model.ts'

/** A page of choices. `more`: another page follows. */
export type ChoicePage = { list: SelectOption[]; more: boolean }

export type ChoicePageQuery = {
  quickSearch: string
  page: number
  /** Trees only: loads the choices below this one. '' loads the top level. */
  parent?: string
}

/** The level below a row; or that at the top, and those with these rows or with the matches of a search. */
export type WantedLevels = { parent: number } | { values: readonly number[] } | { quickSearch: string }

/** `complete`: these are all rows of the tree. `found`: the matches of a search. */
export type TreeLevelsAnswer = { nodes: CheckNode[]; complete: boolean; found: number[] }

/** The most values of one query for levels, and of names. */
export const MOST_VALUES = 200

/** Loads the choices of a relation. */
export type ChoiceSource = {
  /** The start of its query keys. Controls of the same relation share their queries. */
  key: readonly string[]
  load(query: ChoicePageQuery, signal: AbortSignal): Promise<ChoicePage>
  /** Trees only: loads all rows. `tooMany`: the tree has more rows than one answer. */
  whole?(signal: AbortSignal): Promise<{ nodes: CheckNode[]; tooMany: boolean }>
  /** Trees only: loads all rows of a small tree, and whole levels of a large one. */
  levels?(query: WantedLevels, signal: AbortSignal): Promise<TreeLevelsAnswer>
  /** Loads the names of values. */
  names(values: readonly (string | number)[], signal: AbortSignal): Promise<SelectOption[]>
}

/** A query for the names of values, for cells and chips that show chosen rows. */
export function namesQuery(source: ChoiceSource, values: readonly (string | number)[]) {
  return queryOptions({
    queryKey: [...source.key, 'names', ...[...values].sort()],
    queryFn: ({ signal }) => source.names(values, signal),
    enabled: values.length > 0,
    staleTime: 300_000,
  })
}
