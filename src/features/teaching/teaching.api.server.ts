import { type SQL, sql } from 'drizzle-orm'
import { bigint, text } from 'drizzle-orm/pg-core'
import { account } from '#src/db/identity.table.server.ts'
import { organization } from '#src/db/organization.table.server.ts'
import { teaching } from '#src/db/teaching.table.server.ts'
import { accountRelation } from '#src/features/auth/account.relation.server.ts'
import { organizationOne } from '#src/features/org/organization.relation.server.ts'
import { subjectOne } from '#src/features/subject/subject.relation.server.ts'
import { subject } from '#src/features/subject/subject.table.server.ts'
import { compileResource } from '#src/server/crud/compile-resource.server.ts'
import { computed } from '#src/server/crud/computed.server.ts'
import { crud } from '#src/server/crud/crud.server.ts'
import { containsSql } from '#src/server/list/contains.server.ts'
import { teachingLines } from './teaching.import.server.ts'
import { schoolDoubts, teachingRules } from './teaching.rules.server.ts'
import { teachingDescription } from './teaching.schema.ts'
import { termOne } from './term.relation.server.ts'

/** Who teaches what in which class. An actor sees the assignments of the classes in the data scope. */
export const teachingResource = compileResource({
  description: teachingDescription,
  table: teaching,
  scope: { organization: teaching.orgId },
  computed: {
    title: computed(text().notNull(), ({ accountId, subjectId, orgId }) => {
      const teacher = sql`(select coalesce(nullif(a.nickname, ''), nullif(a.name, ''), a.username) from account a where a.id = ${accountId})`
      const named = (table: string, id: unknown) =>
        sql`(select n.name::text from ${sql.identifier(table)} n where n.id = ${id})`
      return sql`concat_ws(' · ', ${teacher}, ${named('subject', subjectId)}, ${named('organization', orgId)})`
    }),
    schoolId: computed(bigint({ mode: 'number' }), ({ orgId }) => sql`school_of(${orgId})`),
  },
  relations: {
    accountId: accountRelation(),
    schoolId: organizationOne,
    orgId: organizationOne,
    subjectId: subjectOne,
    termId: termOne,
  },
  uniqueFields: { teaching_key: 'subjectId' },
  async check(db, values, row) {
    const [errors = {}] = await teachingRules(db, [{ values, row }])
    return errors
  },
  checkRows: teachingRules,
  doubts: schoolDoubts,
  searched: (_db, word) => Promise.resolve(namedBy(word)),
  write: { import: teachingLines },
})

/** The quick search finds assignments by teacher, class and subject: it looks in those tables, which are smaller. */
function namedBy(word: string): SQL {
  const { username, nickname, name } = account
  const has = (...columns: Parameters<typeof containsSql>[0][]) =>
    sql.join(
      columns.map((column) => containsSql(column, word)),
      sql` or `,
    )
  return sql`(${teaching.accountId} in (select ${account.id} from ${account} where ${account.kind} = 'admin' and (${has(username, nickname, name)}))
    or ${teaching.orgId} in (select ${organization.id} from ${organization} where ${has(organization.name, organization.code)})
    or ${teaching.subjectId} in (select ${subject.id} from ${subject} where ${has(subject.name, subject.code)}))`
}

export const teachingApi = crud(teachingResource)
