import type * as v from 'valibot'
import type { Call } from '#src/server/call.server.ts'
import { crudCalls } from '#src/server/crud-calls.server.ts'
import { conditionSchema, filterSchema } from '#src/server/filter.server.ts'
import { jobCalls } from '#src/server/jobs/job.calls.server.ts'
import { areaCalls } from './area/area.calls.server.ts'
import { menuRule } from './auth/auth.answers.server.ts'
import { authCalls } from './auth/auth.calls.server.ts'
import { captchaCalls } from './auth/captcha.calls.server.ts'
import { sessionCalls } from './auth/sessions.calls.server.ts'
import { cacheCalls } from './cache/cache.calls.server.ts'
import { examSchemeCalls } from './exam-scheme/exam-scheme.calls.server.ts'
import { historyCalls } from './history/history.calls.server.ts'
import { plannedCalls } from './planned/planned.calls.server.ts'
import { referenceCalls } from './reference/reference.calls.server.ts'
import { resourceCalls } from './resources/resource.calls.server.ts'
import { resources } from './resources.server.ts'
import { faultCalls } from './site/fault.calls.server.ts'
import { siteCalls } from './site/site.calls.server.ts'
import { viewCalls } from './views/view.calls.server.ts'

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
