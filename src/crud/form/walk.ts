/** The place of a form's row among the rows that the user walks along, and the ids of the rows beside it. */
export type Walk = { at: number; count: number; previous: number | undefined; next: number | undefined }

/** Undefined when the row is not among them, or is the only one. */
export function walkOf(ids: readonly number[], id: number): Walk | undefined {
  const at = ids.indexOf(id)
  if (at < 0 || ids.length < 2) return undefined
  return { at: at + 1, count: ids.length, previous: ids[at - 1], next: ids[at + 1] }
}
