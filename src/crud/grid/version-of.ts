/** The version of a row that is edited. @throws Error for a row without one: nobody can edit the row of a log */
export function versionOf({ id, version }: { id: number; version?: number }): number {
  if (version === undefined) throw new Error(`row ${id} has no version`)
  return version
}
