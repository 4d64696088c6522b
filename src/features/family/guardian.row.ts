import type { guardian } from './family.table.server.ts'

/** The link of a member to a pupil as the API answers it, with the pupil's name, number, class and school. */
export type GuardianRow = typeof guardian.$inferSelect & {
  name: string | null
  number: string | null
  orgId: number | null
  schoolId: number | null
}
