import { sql } from 'drizzle-orm'
import { educateLevelOne } from '#src/features/educate-level/educate-level.relation.server.ts'
import { subjectRelation } from '#src/features/subject/subject.relation.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { compileResource } from '#src/server/crud/compile-resource.server.ts'
import { crud } from '#src/server/crud/crud.server.ts'
import { nameTable } from '#src/server/crud/table-names.server.ts'
import { schemeErrors } from './exam-scheme.rules.ts'
import { examSchemeDescription } from './exam-scheme.schema.ts'
import { examSchemeSynonyms } from './exam-scheme.synonyms.server.ts'
import { examScheme } from './exam-scheme.table.server.ts'

nameTable('exam_scheme_revision', {
  title: m.examScheme_revisions,
  resource: 'exam-scheme',
  name: sql.raw(`(select s.name || ' · ' || exam_scheme_revision.number from exam_scheme s
    where s.id = exam_scheme_revision.scheme_id)`),
})

export const examSchemeResource = compileResource({
  description: examSchemeDescription,
  synonyms: examSchemeSynonyms,
  table: examScheme,
  scope: 'unscoped',
  relations: {
    levelId: educateLevelOne,
    'subjects.subjectId': subjectRelation,
    'combinations.subjectIds': subjectRelation,
    'lines.subjectId': subjectRelation,
  },
  uniqueFields: { exam_scheme_name_key: 'name' },
  check: async (_db, values, row) => schemeErrors({ ...row, ...values }),
})

export const examSchemeApi = crud(examSchemeResource)
