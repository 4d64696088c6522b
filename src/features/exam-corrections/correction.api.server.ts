import { type SQL, sql } from 'drizzle-orm'
import { bigint, text } from 'drizzle-orm/pg-core'
import { candidateOne, examOne } from '#src/features/exams/exam.relation.server.ts'
import { papersSeen } from '#src/features/exams/exam-access.server.ts'
import { organizationOne } from '#src/features/org/organization.relation.server.ts'
import { subjectOne } from '#src/features/subject/subject.relation.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { compileResource } from '#src/server/crud/compile-resource.server.ts'
import { computed } from '#src/server/crud/computed.server.ts'
import { crud } from '#src/server/crud/crud.server.ts'
import type { ResourceColumns, Writing } from '#src/server/crud/resource.server.ts'
import { nameOfAccount } from '#src/server/list/account-names.server.ts'
import { askCorrection } from './ask-correction.server.ts'
import { type CorrectionForm, correctionDescription } from './correction.schema.ts'
import { correction } from './correction.table.server.ts'

/** A value of the candidate whom a correction is about. */
const ofCandidate =
  (column: SQL) =>
  ({ examId, candidateId }: ResourceColumns) =>
    sql`(select ${column} from candidate one where one.exam_id = ${examId} and one.id = ${candidateId})`

/** The corrections of all exams. An actor sees those of papers that the desk would show. */
export const correctionResource = compileResource({
  description: correctionDescription,
  table: correction,
  scope: (actor) => papersSeen(actor, correction),
  relations: {
    examId: examOne,
    candidateId: candidateOne,
    subjectId: subjectOne,
    schoolId: organizationOne,
    orgId: organizationOne,
  },
  computed: {
    number: computed(text().notNull(), ofCandidate(sql`one.number`)),
    name: computed(text().notNull(), ofCandidate(sql`one.name`)),
    schoolId: computed(bigint({ mode: 'number' }).notNull(), ofCandidate(sql`one.school_id`)),
    orgId: computed(bigint({ mode: 'number' }).notNull(), ofCandidate(sql`one.org_id`)),
    asker: computed(text(), ({ createBy }) => nameOfAccount(createBy)),
    decider: computed(text(), ({ decideBy }) => nameOfAccount(decideBy)),
  },
  uniqueFields: { correction_waiting_key: 'candidateId' },
  notUndone: () => m.correction_notUndone(),
  write: { add: (writing: Writing, form: CorrectionForm) => askCorrection(writing, form) },
})

export const correctionApi = crud(correctionResource)
