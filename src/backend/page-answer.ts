import { BackendError } from './backend-error.ts'

/** What is read for a page of the database: `refused` when the user may not see it, `missing` without one. */
export async function pageAnswer<T>(reading: Promise<T>): Promise<T | 'refused' | 'missing'> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof BackendError && error.code === 403) return 'refused'
    // A back end without such pages does not have the call.
    if (error instanceof BackendError && (error.code === 404 || error.code === 501)) return 'missing'
    throw error
  }
}
