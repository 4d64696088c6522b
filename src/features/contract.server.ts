import type * as v from 'valibot'
import type { Call } from '#src/server/openapi/operation.server.ts'
import { crudCalls } from '#src/server/openapi/crud.openapi.server.ts'
import { conditionSchema, filterSchema } from '#src/server/list/filter.server.ts'
import { jobCalls } from '#src/server/jobs/job.openapi.server.ts'
import { areaCalls } from './area/area.openapi.server.ts'
import { menuRule } from './auth/auth.answers.server.ts'
import { authCalls } from './auth/auth.openapi.server.ts'
import { captchaCalls } from './auth/captcha.openapi.server.ts'
import { sessionCalls } from './auth/sessions.openapi.server.ts'
import { cacheCalls } from './cache/cache.openapi.server.ts'
import { examSchemeCalls } from './exam-scheme/exam-scheme.openapi.server.ts'
import { historyCalls } from './history/history.openapi.server.ts'
import { plannedCalls } from './planned/planned.openapi.server.ts'
import { referenceCalls } from './reference/reference.openapi.server.ts'
import { resourceCalls } from './resources/resource.openapi.server.ts'
import { resources } from './resources.server.ts'
import { faultCalls } from './site/fault.openapi.server.ts'
import { siteCalls } from './site/site.openapi.server.ts'
import { viewCalls } from './views/view.openapi.server.ts'

/**
 * Every call of the contract. A call that is mounted and not described here fails a test; whoever adds one adds its
 * description to a list of their own and that list here, in one line.
 */
export const calls: readonly Call[] = [
  ...authCalls,
  ...sessionCalls,
  ...captchaCalls,
  ...siteCalls,
  ...faultCalls,
  ...areaCalls,
  ...cacheCalls,
  ...resources.flatMap(({ resource }) => crudCalls(resource.description)),
  ...examSchemeCalls,
  ...historyCalls,
  ...viewCalls,
  ...resourceCalls,
  ...jobCalls,
  ...referenceCalls,
  ...plannedCalls,
]

/** Schemas that the description refers to by name. */
export const namedSchemas: Record<string, v.GenericSchema> = {
  MenuRule: menuRule,
  Filter: filterSchema,
  Condition: conditionSchema,
}
