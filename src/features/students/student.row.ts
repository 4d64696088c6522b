import type { student } from './student.table.server.ts'

/** A place where a pupil was: first and last day included. */
export type EarlierPlace = { orgId: number; since: string; until: string; kind: string }

/** A pupil as the API answers it. `schoolId` is the school of the place. */
export type StudentRow = Omit<typeof student.$inferSelect, 'searchGrams'> & {
  schoolId: number | null
  earlier: readonly EarlierPlace[]
}
