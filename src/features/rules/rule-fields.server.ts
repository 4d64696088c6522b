import { sql } from 'drizzle-orm'
import { text } from 'drizzle-orm/pg-core'
import { ruleTitleSql } from '#src/server/access/rule-titles.server.ts'
import { computed } from '#src/server/crud/computed.server.ts'

/** What lists of rules show besides the columns: the titles as menus show them, and where a rule comes from. */
export const ruleFields = {
  zhTitle: computed(text().notNull(), ruleTitleSql('zh-cn')),
  enTitle: computed(text().notNull(), ruleTitleSql('en')),
  titles: computed(
    text().notNull(),
    (columns) => sql`${ruleTitleSql('zh-cn')(columns)} || ' ' || ${ruleTitleSql('en')(columns)}`,
  ),
  origin: computed(text().notNull(), ({ builtIn }) => sql`case when ${builtIn} then 'builtIn' else 'added' end`),
}
