import { crudClient } from '#src/crud/calls/crud-client.ts'
import { getting, posting } from '#src/crud/calls/endpoint-calls.ts'
import type { ExamSchemeForm } from './exam-scheme.schema.ts'
import type { ExamSchemeRow } from './exam-scheme.table.server.ts'
import type { examSchemeEndpoints } from './revisions.api.server.ts'

/** The typed client of the exam scheme controller. */
export const examSchemes = {
  ...crudClient<ExamSchemeRow, ExamSchemeForm>('exam-scheme'),
  /** The published revisions of a scheme, the last first. */
  revisions: getting<typeof examSchemeEndpoints.revisions>('/adminApi/exam-scheme/revisions'),
  /** Publishes the scheme's current content as its next revision. */
  publish: posting<typeof examSchemeEndpoints.publish>('/adminApi/exam-scheme/publish'),
  /** Restores the content of a published revision in the scheme. */
  revert: posting<typeof examSchemeEndpoints.revert>('/adminApi/exam-scheme/revert'),
}
