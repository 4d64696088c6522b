import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { recycleRule, sensitiveRule } from '#src/db/watch.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Locale } from '#src/i18n/paraglide/runtime.js'

/** The names of the rules that the product brings along, by resource. */
const seeded: Readonly<Record<string, (_: object, options?: { locale?: Locale }) => string>> = {
  user: m.menu_user,
  member: m.menu_member,
  role: m.menu_role,
  rule: m.menu_rule,
  config: m.menu_config,
  attachment: m.menu_attachment,
  'data-recycle': m.menu_dataRecycle,
}

/** Stored names are texts. The site's first language is Chinese. */
function storedName(resource: string): string {
  return seeded[resource]?.({}, { locale: 'zh-cn' }) ?? resource
}

/** The name of a rule. One that the product brought along and nobody renamed is in the language of the request. */
export function ruleNameText(resource: string, name: string): string {
  return name === storedName(resource) ? (seeded[resource]?.({}) ?? name) : name
}

/** Adds the rules that the product brings along, once: rules that a site has deleted stay deleted. */
export async function seedWatchRules(db: Db): Promise<void> {
  const { rows } = await db.execute<{ used: boolean }>(sql`
    select r.is_called or s.is_called as used from recycle_rule_id_seq r, sensitive_rule_id_seq s`)
  if (rows[0]?.used) return
  await db.insert(recycleRule).values(Object.keys(seeded).map((resource) => ({ name: storedName(resource), resource })))
  await db.insert(sensitiveRule).values([
    { name: storedName('user'), resource: 'user', fields: ['username', 'phone', 'email', 'status', 'password'] },
    { name: storedName('member'), resource: 'member', fields: ['username', 'phone', 'email', 'status', 'password'] },
    { name: storedName('role'), resource: 'role', fields: ['ruleIds'] },
  ])
}
