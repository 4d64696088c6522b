/**
 * Returns the result of `work`. On the server it returns undefined after `ms` milliseconds: the response is then sent
 * without the result, and the browser continues, where the user can see that it takes long.
 */
export async function inTime<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  if (typeof window !== 'undefined') return work
  // After the time-out no other code handles a failure.
  work.catch(() => undefined)
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
