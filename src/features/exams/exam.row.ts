import type { candidate, exam } from './exam.table.server.ts'

/** An exam as the API answers it. */
export type ExamRow = Omit<typeof exam.$inferSelect, 'params'>

/** A candidate as the API answers it. */
export type CandidateRow = Omit<typeof candidate.$inferSelect, 'changeSetId' | 'studentId'>
