import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { account, memberProfile } from '#src/db/identity.table.server.ts'
import { type ScopeRule, scope } from '#src/server/access/scope.server.ts'
import { relationTo } from '#src/server/crud/relation.server.ts'
import { containsSql, spellings } from '#src/server/list/contains.server.ts'

/**
 * The scope of rows that belong to members: an actor sees those of the members of the organizations in the data scope.
 * @param accountId the column with the member's account
 */
export function membersSeen(accountId: PgColumn): ScopeRule {
  return (actor) => {
    const seen = scope(actor, { organization: memberProfile.orgId })
    return seen && sql`${accountId} in (select ${memberProfile.accountId} from ${memberProfile} where ${seen})`
  }
}

/** A relation to a member's account (resource `member`). An actor chooses among the members that the actor sees. */
export const memberRelation = relationTo({
  table: account,
  template: '{nickname} ({username})',
  scope: (actor) => and(eq(account.kind, 'user'), scope(actor, membersSeen(account.id))),
  search: ['username', 'nickname', 'name', 'phone'],
  hint: 'phone',
  order: [asc(account.username)],
})

/**
 * The rows of the members that have a word of a quick search in their names or number, which an index of theirs finds.
 * @param accountId the column with the member's account
 */
export function membersNamed(accountId: PgColumn, word: string): SQL {
  const { searchGrams, username, nickname, name, phone } = account
  const hit = sql.join(
    [username, nickname, name, phone].map((column) => containsSql(column, word)),
    sql` or `,
  )
  const indexed = sql.join(
    spellings(word).map((one) => sql`${searchGrams} @> search_word(${one})`),
    sql` or `,
  )
  return sql`${accountId} in (select ${account.id} from ${account} where ${account.kind} = 'user' and (${indexed}) and (${hit}))`
}
