import { queryOptions } from '@tanstack/react-query'
import type { SelectOption } from '#src/lib/select-option.ts'

/** A page of choices, and whether there is another. */
export type ChoicePage = { list: SelectOption[]; more: boolean }

export type ChoicePageQuery = {
  quickSearch: string
  page: number
  /** Trees: the choices below that one; empty for those at the top. */
  parent?: string
}

/** Where the choices of a relation come from. */
export type ChoiceSource = {
  /** Begins the keys of its queries; controls of one relation share what they have asked for. */
  key: readonly string[]
  load(query: ChoicePageQuery, signal: AbortSignal): Promise<ChoicePage>
  /** What values are called. */
  names(values: readonly (string | number)[], signal: AbortSignal): Promise<SelectOption[]>
}

/** The names of values, for cells and chips that show chosen rows. */
export function namesQuery(source: ChoiceSource, values: readonly (string | number)[]) {
  return queryOptions({
    queryKey: [...source.key, 'names', ...[...values].sort()],
    queryFn: ({ signal }) => source.names(values, signal),
    enabled: values.length > 0,
    staleTime: 300_000,
  })
}
