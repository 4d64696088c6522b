import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import { crud } from '#src/server/crud.server.ts'
import type { ServerResource } from '#src/server/resource.server.ts'
import { educateLevelDescription } from './educate-level.schema.ts'
import { educateLevel } from './educate-level.table.server.ts'

export const educateLevelResource: ServerResource = {
  description: educateLevelDescription,
  table: educateLevel,
  scope: 'unscoped',
  uniqueFields: { educate_level_code_key: 'code' },
  check: async (_db, values, row) => gradeCount({ ...row, ...values }),
}

export const educateLevelApi = crud(educateLevelResource, {
  index: 'baseInfo/educate-level/index',
  add: 'baseInfo/educate-level/add',
  edit: 'baseInfo/educate-level/edit',
  del: 'baseInfo/educate-level/del',
})

/** Each year of the level has a name. */
function gradeCount({ years, gradeNames }: Record<string, unknown>): FieldErrors {
  const named = Array.isArray(gradeNames) ? gradeNames.length : 0
  return named === years ? {} : { gradeNames: [m.educateLevel_gradeCount({ years: Number(years), named })] }
}
