import { educateLevelOne } from '#src/features/educate-level/educate-level.relation.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import { crud } from '#src/server/crud.server.ts'
import type { ServerResource } from '#src/server/resource.server.ts'
import { studentYearToday } from './student-year.derived.server.ts'
import { studentYearDescription } from './student-year.schema.ts'

export const studentYearResource: ServerResource = {
  description: studentYearDescription,
  table: studentYearToday,
  scope: 'unscoped',
  relations: { levelId: educateLevelOne },
  uniqueFields: { student_year_entry_key: 'entryYear' },
  check: async (_db, values, row) => yearOrder({ ...row, ...values }),
}

export const studentYearApi = crud(studentYearResource, {
  index: 'baseInfo/student-year/index',
  add: 'baseInfo/student-year/add',
  edit: 'baseInfo/student-year/edit',
  del: 'baseInfo/student-year/del',
})

function yearOrder({ entryYear, graduationYear }: Record<string, unknown>): FieldErrors {
  if (typeof entryYear !== 'number' || typeof graduationYear !== 'number') return {}
  return graduationYear > entryYear ? {} : { graduationYear: [m.studentYear_graduationBefore()] }
}
