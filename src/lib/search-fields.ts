/** Reads one value of the search of a URL; undefined for one that is wrong. */
type ReadField<T> = (value: unknown) => T | undefined

/** An id. A URL has numbers as text. */
export const searchId: ReadField<number> = (value) => {
  const id = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/** A short text that is not empty. A URL may have it as a number. */
export const searchText: ReadField<string> = (value) =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value).slice(0, 100) : undefined

/** One of these texts. */
export const searchOneOf =
  <T extends string>(values: readonly T[]): ReadField<T> =>
  (value) =>
    values.find((one) => one === value)

/** Reads the search of a URL field by field. What is wrong or unknown is left out. */
export function searchReader<T extends object>(fields: { readonly [K in keyof T]-?: ReadField<NonNullable<T[K]>> }) {
  return (search: Record<string, unknown>): T => {
    const read: Record<string, unknown> = {}
    for (const [name, field] of Object.entries<ReadField<unknown>>(fields)) {
      const value = field(search[name])
      if (value !== undefined) read[name] = value
    }
    // Seam: each field has been read by the reader of its type.
    return read as T
  }
}
