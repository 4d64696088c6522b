import { compileResource } from '#src/server/crud/compile-resource.server.ts'
import { crud } from '#src/server/crud/crud.server.ts'
import { levelErrors } from './educate-level.rules.ts'
import { educateLevelDescription } from './educate-level.schema.ts'
import { educateLevelSynonyms } from './educate-level.synonyms.server.ts'
import { educateLevel } from './educate-level.table.server.ts'

export const educateLevelResource = compileResource({
  description: educateLevelDescription,
  synonyms: educateLevelSynonyms,
  table: educateLevel,
  scope: 'unscoped',
  uniqueFields: { educate_level_code_key: 'code' },
  check: async (_db, values, row) => levelErrors({ ...row, ...values }),
})

export const educateLevelApi = crud(educateLevelResource)
