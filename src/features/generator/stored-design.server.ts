import { and, eq, inArray, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { roleRule, rule } from '#src/db/identity.table.server.ts'
import { tableAt } from '#src/db/statement.server.ts'
import { resourceDescription } from '#src/features/resources/description.table.server.ts'
import { tableFacts } from '#src/features/resources/runtime-table.server.ts'
import { descriptionSchema } from '#src/resource/description-schema.ts'
import { verbNodes } from '#src/resource/registry.ts'
import { columnNameOf } from '#src/server/crud/column-name.server.ts'
import { lockOrder } from '#src/server/write/order-lock.server.ts'
import type { Design, DesignColumn } from './design.schema.ts'
import type { Kept, KeptRule } from './kept.server.ts'
import { learnOrigin } from './table-origin.server.ts'

/** A stored screen as the designer knows it. */
export type StoredDesign = { id: number; version: number; design: Design }

/**
 * The design of a stored screen, as its description and its table are now.
 * @param lock others who change it wait
 */
export async function storedDesign(db: Db, key: string, lock = false): Promise<StoredDesign | undefined> {
  const query = db.select().from(resourceDescription).where(eq(resourceDescription.key, key))
  const [row] = await (lock ? query.for('update') : query)
  const description = row && v.safeParse(descriptionSchema, row.description)
  if (!row || !description?.success) return undefined
  const facts = await tableFacts(db, row.tableName)
  await learnOrigin(db, row.tableName)
  const [menu] = await db
    .select({ icon: rule.icon })
    .from(rule)
    .where(and(eq(rule.area, 'admin'), eq(rule.name, description.output.menu)))
  const uniques = new Set(facts?.uniques.map(({ column }) => column))
  const columns = description.output.fields.flatMap(({ name }): [string, DesignColumn][] => {
    const column = row.columns[name]
    const one: DesignColumn = {
      ...(column === undefined ? {} : { column }),
      ...(uniques.has(column ?? columnNameOf(name)) ? { unique: true } : {}),
    }
    return Object.keys(one).length > 0 ? [[name, one]] : []
  })
  return {
    id: row.id,
    version: row.version,
    design: {
      tableName: row.tableName,
      scopeField: row.scopeField,
      icon: menu?.icon ?? '',
      description: description.output,
      columns: Object.fromEntries(columns),
    },
  }
}

/** How many rows a table has. */
export async function countOf(db: Db, table: string): Promise<number> {
  const { rows } = await db.execute<{ count: string }>(sql`select count(*) from ${tableAt(table)}`)
  return Number(rows[0]?.count ?? 0)
}

/** The columns of the fields whose name is another one, for the stored description. */
export function columnMap({ columns }: Design): Record<string, string> {
  return Object.fromEntries(Object.entries(columns).flatMap(([name, { column }]) => (column ? [[name, column]] : [])))
}

/** Menu and buttons of a screen, with the roles that hold them. */
export async function keepMenu(tx: Db, { description }: Design): Promise<Kept> {
  const names = [description.menu, ...verbNodes(description).map(({ node }) => node)]
  const rules = await tx
    .select()
    .from(rule)
    .where(and(eq(rule.area, 'admin'), inArray(rule.name, names)))
  const granted = await tx
    .select()
    .from(roleRule)
    .where(
      inArray(
        roleRule.ruleId,
        rules.map(({ id }) => id),
      ),
    )
  return {
    menu: rules.map(({ id, name, title, titleEn, icon, status, weight, remark, pid, sortKey, keepalive, type }) => ({
      name,
      title,
      titleEn,
      icon,
      status,
      weight,
      remark,
      roleIds: granted.flatMap(({ ruleId, roleId }) => (ruleId === id ? [roleId] : [])),
      ...(type === 'menu' ? { place: { pid, sortKey, keepalive } } : {}),
    })),
  }
}

/** The buttons that the menu of a design has and that of another design has not, with the roles that hold them. */
export async function keepButtons(tx: Db, from: Design, to: Design): Promise<KeptRule[]> {
  const left = new Set<string>(verbNodes(to.description).map(({ node }) => node))
  const gone = verbNodes(from.description).filter(({ node }) => !left.has(node))
  if (gone.length === 0) return []
  const { menu = [] } = await keepMenu(tx, from)
  return menu.filter(({ name }) => gone.some(({ node }) => node === name))
}

/** Puts a menu back where it stood, unless its directory is gone or another menu stands there by now. */
async function putBack(tx: Db, id: number, { pid, sortKey, keepalive }: NonNullable<KeptRule['place']>): Promise<void> {
  await lockOrder(tx, { key: 'rule', tree: true }, [pid])
  await tx.execute(sql`update rule set pid = ${pid}, sort_key = ${sortKey}, keepalive = ${keepalive} where id = ${id}
    and (${pid}::bigint is null or exists (select from rule where id = ${pid} and type = 'menu_dir'))
    and not exists (select from rule other where other.area = 'admin' and other.pid is not distinct from ${pid}::bigint
      and other.sort_key = ${sortKey} and other.id <> ${id})`)
}

/** Gives a screen that has come back the menu that it had, and the roles that held it and are still there. */
export async function bringMenuBack(tx: Db, kept: Kept): Promise<void> {
  for (const { name, roleIds, place, ...shown } of kept.menu ?? []) {
    const [found] = await tx
      .update(rule)
      .set(shown)
      .where(and(eq(rule.area, 'admin'), eq(rule.name, name)))
      .returning({ id: rule.id })
    if (!found) continue
    if (place) await putBack(tx, found.id, place)
    if (roleIds.length === 0) continue
    await tx.execute(sql`insert into role_rule (role_id, rule_id) select id, ${found.id} from role
      where id = any (${sql.param(roleIds)}::bigint[]) on conflict do nothing`)
  }
}
