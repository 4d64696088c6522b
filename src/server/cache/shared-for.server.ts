/** Maximum number of values that are kept at once. */
const MOST = 1_000

type Kept<T> = { made: Promise<T>; until: number }

/**
 * Shares expensive values between requests that ask for the same one within a short time, also while it is still being
 * computed.
 * @param milliseconds how long a value is kept, from the start of its computation
 * @returns a function of a key and of the computation. `shared`: another request has asked for this value.
 */
export function sharedFor<T>(milliseconds: number) {
  const kept = new Map<string, Kept<T>>()
  return async (key: string, make: () => Promise<T>): Promise<{ value: T; shared: boolean }> => {
    const known = kept.get(key)
    if (known && known.until > Date.now()) {
      // The other request may have been given up. This one then computes the value itself.
      const value = await known.made.then((made) => ({ made })).catch(() => undefined)
      if (value) return { value: value.made, shared: true }
    }
    const made = make()
    // The oldest comes first, because a value that is computed again moves to the end.
    kept.delete(key)
    kept.set(key, { made, until: Date.now() + milliseconds })
    for (const [oldest, { until }] of kept) {
      if (kept.size <= MOST && until > Date.now()) break
      kept.delete(oldest)
    }
    try {
      return { value: await made, shared: false }
    } catch (error) {
      if (kept.get(key)?.made === made) kept.delete(key)
      throw error
    }
  }
}
