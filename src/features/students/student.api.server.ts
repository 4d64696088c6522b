import { sql } from 'drizzle-orm'
import { bigint } from 'drizzle-orm/pg-core'
import { organizationOne } from '#src/features/org/organization.relation.server.ts'
import { studentYearOne } from '#src/features/student-year/student-year.relation.server.ts'
import { compileResource } from '#src/server/crud/compile-resource.server.ts'
import { computed } from '#src/server/crud/computed.server.ts'
import { crud } from '#src/server/crud/crud.server.ts'
import { ownedRows } from '#src/server/crud/owns.server.ts'
import { studentLines } from './student.import.server.ts'
import { studentRules } from './student.rules.server.ts'
import { studentDescription } from './student.schema.ts'
import { enrolment, student } from './student.table.server.ts'

/** The pupils. An actor sees those whose present place, or last one, is in the data scope. */
export const studentResource = compileResource({
  description: studentDescription,
  table: student,
  scope: { organization: student.orgId },
  owns: [
    ownedRows('earlier', enrolment.studentId, {
      place: enrolment.place,
      cells: { orgId: enrolment.orgId, since: enrolment.since, until: enrolment.until, kind: enrolment.kind },
      key: ['since'],
    }),
  ],
  computed: { schoolId: computed(bigint({ mode: 'number' }), ({ orgId }) => sql`school_of(${orgId})`) },
  relations: {
    yearId: studentYearOne,
    orgId: organizationOne,
    schoolId: organizationOne,
    'earlier.orgId': organizationOne,
  },
  uniqueFields: { student_number_key: 'number' },
  async check(db, values, row) {
    const [errors = {}] = await studentRules(db, [{ values, row }])
    return errors
  },
  checkRows: studentRules,
  write: { import: studentLines },
})

export const studentApi = crud(studentResource)
