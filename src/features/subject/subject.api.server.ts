import { educateLevelRelation } from '#src/features/educate-level/educate-level.relation.server.ts'
import { compileResource } from '#src/server/crud/compile-resource.server.ts'
import { crud } from '#src/server/crud/crud.server.ts'
import { subjectDescription } from './subject.schema.ts'
import { subjectSynonyms } from './subject.synonyms.server.ts'
import { subject } from './subject.table.server.ts'

export const subjectResource = compileResource({
  description: subjectDescription,
  synonyms: subjectSynonyms,
  table: subject,
  scope: 'unscoped',
  relations: { levelIds: educateLevelRelation },
  uniqueFields: { subject_code_key: 'code' },
})

export const subjectApi = crud(subjectResource)
