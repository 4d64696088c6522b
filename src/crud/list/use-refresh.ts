import { useQueryClient } from '@tanstack/react-query'

/** Reloads a resource's rows after a write. */
export function useRefresh(key: string) {
  const refresh = useRefreshOf()
  return () => refresh(key)
}

/** Reloads the rows of any resource, given by its key. */
export function useRefreshOf() {
  const client = useQueryClient()
  return async (key: string) => {
    // Cached lists that are not on screen are removed. Otherwise they would later show their old rows.
    client.removeQueries({ queryKey: [key, 'list'], type: 'inactive' })
    await client.invalidateQueries({ queryKey: [key] })
  }
}
