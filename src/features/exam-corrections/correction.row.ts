import type { correction } from './correction.table.server.ts'

/** A correction as the API answers it, with its candidate, who asked and who decided. */
export type CorrectionRow = Omit<typeof correction.$inferSelect, 'decideSet'> & {
  number: string
  /** The first character alone without the node `exam/candidate/pupil`. */
  name: string
  schoolId: number
  orgId: number
  asker: string
  /** Empty until it is decided, as `answer`. */
  decider: string
}
