import { organizationOne } from '#src/features/org/organization.relation.server.ts'
import { compileResource } from '#src/server/crud/compile-resource.server.ts'
import { crud } from '#src/server/crud/crud.server.ts'
import { candidateRules, refuseCandidateUndo } from './candidate.rules.server.ts'
import { candidateDescription } from './candidate.schema.ts'
import { examOne } from './exam.relation.server.ts'
import { candidate } from './exam.table.server.ts'

/** The candidates of all exams. An actor sees those whose class, or school, is in the data scope. */
export const candidateResource = compileResource({
  description: candidateDescription,
  table: candidate,
  scope: { organization: candidate.orgId },
  unrecorded: 'insert',
  relations: { examId: examOne, schoolId: organizationOne, orgId: organizationOne },
  uniqueFields: { candidate_exam_id_number_key: 'number', candidate_exam_id_student_id_key: 'examId' },
  check: candidateRules,
  refuseUndo: refuseCandidateUndo,
})

export const candidateApi = crud(candidateResource)
