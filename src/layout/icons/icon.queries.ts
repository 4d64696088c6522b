import { queryOptions } from '@tanstack/react-query'

/** The query for the drawing of one icon by its name. Null when there is none. */
export const iconQuery = (name: string) =>
  queryOptions({
    queryKey: ['icon', name],
    // The function is loaded with the first request: most pages already carry their icons.
    queryFn: async () => (await import('./icon.functions.ts')).getIcon({ data: name }),
    staleTime: Number.POSITIVE_INFINITY,
  })
