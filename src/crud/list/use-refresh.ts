import { useQueryClient } from '@tanstack/react-query'

/** Asks for a resource's rows anew after something was written. */
export function useRefresh(key: string) {
  const refresh = useRefreshOf()
  return () => refresh(key)
}

/** The same for whichever resource. */
export function useRefreshOf() {
  const client = useQueryClient()
  return async (key: string) => {
    // Lists that are not on screen would come back as they were before.
    client.removeQueries({ queryKey: [key, 'list'], type: 'inactive' })
    await client.invalidateQueries({ queryKey: [key] })
  }
}
