import { queryOptions } from '@tanstack/react-query'

/** The drawing of one icon by its name; null when there is none. */
export const iconQuery = (name: string) =>
  queryOptions({
    queryKey: ['icon', name],
    // With the first icon that is asked for: most pages bring their own.
    queryFn: async () => (await import('./icon.functions.ts')).getIcon({ data: name }),
    staleTime: Number.POSITIVE_INFINITY,
  })
