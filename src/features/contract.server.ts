import type * as v from 'valibot'
import { jobOperations } from '#src/server/jobs/job.openapi.server.ts'
import { conditionSchema, filterSchema } from '#src/server/list/filter.server.ts'
import { crudOperations } from '#src/server/openapi/crud.openapi.server.ts'
import type { Operation } from '#src/server/openapi/operation.server.ts'
import { areaOperations } from './area/area.openapi.server.ts'
import { menuRule } from './auth/auth.answers.server.ts'
import { authOperations } from './auth/auth.openapi.server.ts'
import { captchaOperations } from './auth/captcha.openapi.server.ts'
import { sessionOperations } from './auth/sessions.openapi.server.ts'
import { cacheOperations } from './cache/cache.openapi.server.ts'
import { examSchemeOperations } from './exam-scheme/exam-scheme.openapi.server.ts'
import { historyOperations } from './history/history.openapi.server.ts'
import { plannedOperations } from './planned/planned.openapi.server.ts'
import { referenceOperations } from './reference/reference.openapi.server.ts'
import { resourceOperations } from './resources/resource.openapi.server.ts'
import { resources } from './resources.server.ts'
import { faultOperations } from './site/fault.openapi.server.ts'
import { siteOperations } from './site/site.openapi.server.ts'
import { viewOperations } from './views/view.openapi.server.ts'

/**
 * All operations of the API. A test fails when a mounted endpoint is not described here. A new endpoint adds its
 * description to its feature's list; a new feature adds its list here, in one line.
 */
export const operations: readonly Operation[] = [
  ...authOperations,
  ...sessionOperations,
  ...captchaOperations,
  ...siteOperations,
  ...faultOperations,
  ...areaOperations,
  ...cacheOperations,
  ...resources.flatMap(({ resource }) => crudOperations(resource.description)),
  ...examSchemeOperations,
  ...historyOperations,
  ...viewOperations,
  ...resourceOperations,
  ...jobOperations,
  ...referenceOperations,
  ...plannedOperations,
]

/** Schemas that the OpenAPI document references by name. */
export const namedSchemas: Record<string, v.GenericSchema> = {
  MenuRule: menuRule,
  Filter: filterSchema,
  Condition: conditionSchema,
}
