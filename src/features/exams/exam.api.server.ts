import { educateLevelOne } from '#src/features/educate-level/educate-level.relation.server.ts'
import { examSchemeOne } from '#src/features/exam-scheme/exam-scheme.relation.server.ts'
import { organizationMany } from '#src/features/org/organization.relation.server.ts'
import { studentYearMany } from '#src/features/student-year/student-year.relation.server.ts'
import { compileResource } from '#src/server/crud/compile-resource.server.ts'
import { crud } from '#src/server/crud/crud.server.ts'
import { checkExamDelete, examRules } from './exam.rules.server.ts'
import { examDescription } from './exam.schema.ts'
import { exam } from './exam.table.server.ts'
import { examsSeen } from './exam-access.server.ts'
import { examSteps, refuseExamUndo } from './exam-undo.server.ts'

/** The exams. Whoever has candidates of an exam in the data scope sees it; who holds all of it writes it. */
export const examResource = compileResource({
  description: examDescription,
  table: exam,
  scope: examsSeen,
  relations: {
    schemeId: examSchemeOne,
    levelId: educateLevelOne,
    yearIds: studentYearMany,
    orgIds: organizationMany,
  },
  check: examRules,
  checkDelete: checkExamDelete,
  steps: examSteps,
  refuseUndo: refuseExamUndo,
})

export const examApi = crud(examResource)
