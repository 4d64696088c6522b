import { queryOptions } from '@tanstack/react-query'
import { getIcon } from './icon.functions.ts'

/** The drawing of one icon by its name; null when there is none. */
export const iconQuery = (name: string) =>
  queryOptions({
    queryKey: ['icon', name],
    queryFn: () => getIcon({ data: name }),
    staleTime: Number.POSITIVE_INFINITY,
  })
