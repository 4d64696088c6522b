import { asc, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type ScopeRule, scope } from '#src/server/access/scope.server.ts'
import { relationTo } from '#src/server/crud/relation.server.ts'
import { containsSql, spellings } from '#src/server/list/contains.server.ts'
import { student } from './student.table.server.ts'

/** A relation to one pupil of the data scope. Pupils of one name are told apart by their numbers. */
export const studentOne = relationTo({
  table: student,
  scope: { organization: student.orgId },
  search: ['name', 'number'],
  hint: 'number',
  order: [asc(student.name), asc(student.number)],
})

/**
 * The scope of rows that belong to pupils: an actor sees those of the pupils whose place is in the data scope.
 * @param studentId the column with the pupil
 */
export function studentsSeen(studentId: PgColumn): ScopeRule {
  return (actor) => {
    const seen = scope(actor, { organization: student.orgId })
    return seen && sql`${studentId} in (select ${student.id} from ${student} where ${seen})`
  }
}

/**
 * The rows of the pupils that have a word of a quick search in their name or number, which an index of theirs finds.
 * @param studentId the column with the pupil
 */
export function studentsNamed(studentId: PgColumn, word: string): SQL {
  const { searchGrams, name, number } = student
  const indexed = sql.join(
    spellings(word).map((one) => sql`${searchGrams} @> search_word(${one})`),
    sql` or `,
  )
  const hit = sql`${containsSql(name, word)} or ${containsSql(number, word)}`
  return sql`${studentId} in (select ${student.id} from ${student} where (${indexed}) and (${hit}))`
}
