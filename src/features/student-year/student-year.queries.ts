import { crudClient } from '#src/crud/crud-client.ts'
import type { StudentYearRow } from './student-year.derived.server.ts'
import type { StudentYearForm } from './student-year.schema.ts'

/** The calls of the student year controller, typed. */
export const studentYears = crudClient<StudentYearRow, StudentYearForm>('student-year')
