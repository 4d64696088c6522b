import { type SQLWrapper, sql } from 'drizzle-orm'
import { bigint } from 'drizzle-orm/pg-core'
import { memberRelation, membersNamed } from '#src/features/members/member.relation.server.ts'
import { organizationOne } from '#src/features/org/organization.relation.server.ts'
import { studentOne, studentsNamed, studentsSeen } from '#src/features/students/student.relation.server.ts'
import { student } from '#src/features/students/student.table.server.ts'
import { compileResource } from '#src/server/crud/compile-resource.server.ts'
import { computed, through } from '#src/server/crud/computed.server.ts'
import { crud } from '#src/server/crud/crud.server.ts'
import { guardian } from './family.table.server.ts'
import { guardianDescription } from './guardian.schema.ts'

/** The family accounts of pupils. An actor sees those of the pupils in the data scope, and takes them away. */
export const guardianResource = compileResource({
  description: guardianDescription,
  table: guardian,
  scope: studentsSeen(guardian.studentId),
  computed: {
    name: through('studentId', student.name),
    number: through('studentId', student.number),
    orgId: through('studentId', student.orgId),
    schoolId: computed(bigint({ mode: 'number' }), ({ studentId }) => schoolOf(studentId)),
  },
  relations: { studentId: studentOne, accountId: memberRelation, orgId: organizationOne, schoolId: organizationOne },
  searched: (_db, word) =>
    Promise.resolve(sql`(${studentsNamed(guardian.studentId, word)} or ${membersNamed(guardian.accountId, word)})`),
  oneWay: true,
  uniqueFields: {
    guardian_key: 'studentId',
    guardian_self_student_key: 'studentId',
    guardian_self_account_key: 'accountId',
  },
})

function schoolOf(studentId: SQLWrapper | undefined) {
  return sql`(select school_of(pupil.org_id) from ${student} pupil where pupil.id = ${studentId})`
}

export const guardianApi = crud(guardianResource)
