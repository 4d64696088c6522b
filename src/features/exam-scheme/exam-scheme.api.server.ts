import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { educateLevelOne } from '#src/features/educate-level/educate-level.relation.server.ts'
import { subjectRelation } from '#src/features/subject/subject.relation.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { fieldErrors } from '#src/resource/form-schema.ts'
import { requireNode } from '#src/server/access/guards.server.ts'
import { compileResource } from '#src/server/crud/compile-resource.server.ts'
import { crud } from '#src/server/crud/crud.server.ts'
import { nameTable } from '#src/server/crud/table-names.server.ts'
import { ok } from '#src/server/envelope.server.ts'
import { AppError, invalid } from '#src/server/errors.server.ts'
import { publishBody, revertBody, revisionsParameters } from './exam-scheme.openapi.server.ts'
import { schemeErrors } from './exam-scheme.rules.ts'
import { examSchemeDescription } from './exam-scheme.schema.ts'
import { publishScheme, revertScheme, revisionsOf } from './exam-scheme.service.server.ts'
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

export const examSchemeApi = crud(examSchemeResource, {
  publish: {
    node: 'baseInfo/exam-scheme/publish',
    run: async (tx, _c, body) => {
      const data = await publishScheme(tx, parse(publishBody, body))
      return { data, msg: m.examScheme_publishedAs({ number: data.number }) }
    },
  },
  revert: {
    node: 'baseInfo/exam-scheme/edit',
    run: async (tx, _c, body, changeSetId) => {
      const wanted = parse(revertBody, body)
      return {
        data: { ...(await revertScheme(tx, wanted)), changeSetId },
        msg: m.examScheme_reverted({ number: wanted.number }),
      }
    },
  },
}).get('/revisions', requireNode('baseInfo/exam-scheme/index'), async (c) => {
  const query = v.safeParse(revisionsParameters, c.req.query())
  if (!query.success) throw new AppError(400, undefined, { errors: { id: [m.rule_type()] } })
  return c.json(ok({ list: await revisionsOf(c.get('deps').db, query.output.id) }))
})

function parse<T extends v.GenericSchema>(schema: T, body: unknown): v.InferOutput<T> {
  const result = v.safeParse(schema, body)
  if (!result.success) throw invalid(fieldErrors(result.issues))
  return result.output
}
