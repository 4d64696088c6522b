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

/** Loads the choices of a relation. */
export type ChoiceSource = {
  /** The start of its query keys. Controls of the same relation share their queries. */
  key: readonly string[]
  load(query: ChoicePageQuery, signal: AbortSignal): Promise<ChoicePage>
  /** Trees only: loads all rows. `tooMany`: the tree has more rows than one answer. */
  whole?(signal: AbortSignal): Promise<{ nodes: CheckNode[]; tooMany: boolean }>
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
