import { crudClient } from '#src/crud/calls/crud-client.ts'
import type { ExamSchemeForm } from './exam-scheme.schema.ts'
import type { ExamSchemeRow } from './exam-scheme.table.server.ts'

/** The typed client of the exam scheme controller. */
export const examSchemes = crudClient<ExamSchemeRow, ExamSchemeForm>('exam-scheme')
