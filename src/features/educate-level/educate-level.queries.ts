import { crudClient } from '#src/crud/crud-client.ts'
import type { EducateLevelForm } from './educate-level.schema.ts'
import type { EducateLevelRow } from './educate-level.table.server.ts'

/** The calls of the education level controller, typed. */
export const educateLevels = crudClient<EducateLevelRow, EducateLevelForm>('educate-level')
