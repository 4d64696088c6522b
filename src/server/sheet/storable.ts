/** Removes NULs and replaces lone surrogates, because the database cannot store them. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}
