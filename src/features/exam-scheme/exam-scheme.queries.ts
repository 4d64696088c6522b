import { crudClient } from '#src/crud/calls/crud-client.ts'
import type { ExamSchemeForm } from './exam-scheme.schema.ts'
import type { ExamSchemeRow } from './exam-scheme.table.server.ts'

/** The calls of the exam scheme controller, typed. */
export const examSchemes = crudClient<ExamSchemeRow, ExamSchemeForm>('exam-scheme')
