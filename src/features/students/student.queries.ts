import { crudClient } from '#src/crud/calls/crud-client.ts'
import { getting, posting } from '#src/crud/calls/endpoint-calls.ts'
import type { AnswerOf } from '#src/server/endpoint/call-types.ts'
import type { promotionEndpoints } from './promotion.api.server.ts'
import type { StudentRow } from './student.row.ts'
import type { StudentForm } from './student.schema.ts'

/** The typed client of the student controller. */
export const students = {
  ...crudClient<StudentRow, StudentForm>('student'),
  /** What would become of the classes of a year. */
  promotion: getting<typeof promotionEndpoints.plan>('/adminApi/student/promotion'),
  promote: posting<typeof promotionEndpoints.promote>('/adminApi/student/promote'),
}

export type PromotionView = AnswerOf<typeof promotionEndpoints.plan>
export type PromotedClassView = PromotionView['list'][number]
