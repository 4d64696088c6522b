import { educateLevelOne } from '#src/features/educate-level/educate-level.relation.server.ts'
import { compileResource } from '#src/server/crud/compile-resource.server.ts'
import { crud } from '#src/server/crud/crud.server.ts'
import { studentYearToday } from './student-year.derived.server.ts'
import { yearErrors } from './student-year.rules.ts'
import { studentYearDescription } from './student-year.schema.ts'
import { studentYearSynonyms } from './student-year.synonyms.server.ts'

export const studentYearResource = compileResource({
  description: studentYearDescription,
  synonyms: studentYearSynonyms,
  table: studentYearToday,
  scope: 'unscoped',
  relations: { levelId: educateLevelOne },
  uniqueFields: { student_year_entry_key: 'entryYear' },
  check: async (_db, values, row) => yearErrors({ ...row, ...values }),
})

export const studentYearApi = crud(studentYearResource)
