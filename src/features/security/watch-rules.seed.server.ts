import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { recycleRule, sensitiveRule } from '#src/db/watch.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'

// Names are texts of the database. The site's first language is Chinese.
const inChinese = [{}, { locale: 'zh-cn' }] as const

/** Adds the rules that the product brings along, once: rules that a site has deleted stay deleted. */
export async function seedWatchRules(db: Db): Promise<void> {
  const { rows } = await db.execute<{ used: boolean }>(sql`
    select r.is_called or s.is_called as used from recycle_rule_id_seq r, sensitive_rule_id_seq s`)
  if (rows[0]?.used) return
  await db.insert(recycleRule).values([
    { name: m.menu_user(...inChinese), resource: 'user' },
    { name: m.menu_role(...inChinese), resource: 'role' },
    { name: m.menu_rule(...inChinese), resource: 'rule' },
    { name: m.menu_config(...inChinese), resource: 'config' },
    { name: m.menu_attachment(...inChinese), resource: 'attachment' },
    { name: m.menu_dataRecycle(...inChinese), resource: 'data-recycle' },
  ])
  await db.insert(sensitiveRule).values([
    { name: m.menu_user(...inChinese), resource: 'user', fields: ['username', 'phone', 'email', 'status', 'password'] },
    { name: m.menu_role(...inChinese), resource: 'role', fields: ['ruleIds'] },
  ])
}
