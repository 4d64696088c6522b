import { crudClient } from '#src/crud/calls/crud-client.ts'
import type { StudentRow } from './student.row.ts'
import type { StudentForm } from './student.schema.ts'

/** The typed client of the student controller. */
export const students = crudClient<StudentRow, StudentForm>('student')
