import { crudClient } from '#src/crud/calls/crud-client.ts'
import type { SubjectForm } from './subject.schema.ts'
import type { SubjectRow } from './subject.table.server.ts'

/** The typed client of the subject controller. */
export const subjects = crudClient<SubjectRow, SubjectForm>('subject')
