import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { isRegisteredNode, standardVerbs } from '#src/resource/registry.ts'

type Values = Readonly<Record<string, unknown>>
type Change = {
  table_name: string
  row_id: number
  operation: 'insert' | 'update' | 'delete'
  before: Values
  after: Values
}

/** What one transaction has changed of accounts, roles and rules. */
export type IdentityChanges = {
  /** The accounts of which something was written, and what: their own columns, or a table that belongs to them. */
  accounts: ReadonlyMap<number, readonly AccountChange[]>
  /** The roles whose content or permissions were written. */
  roles: ReadonlySet<number>
  rules: readonly RuleChange[]
}

export type AccountChange = { table: string; operation: Change['operation']; before: Values; after: Values }
export type RuleChange = { id: number; operation: Change['operation']; before: Values; after: Values }

const owners = {
  admin_profile: 'account_id',
  account_role: 'account_id',
  role_rule: 'role_id',
  role_organization: 'role_id',
} as const
type OwnedTable = keyof typeof owners

/** Reads them from the history, which triggers write in the same transaction. */
export async function identityChanges(tx: Db, changeSetId: number): Promise<IdentityChanges> {
  const { rows } = await tx.execute<Change>(sql`
    select table_name, row_id, operation, before, after from change where change_set_id = ${changeSetId}
      and table_name in ('account', 'admin_profile', 'credential', 'account_role', 'role', 'role_organization', 'role_rule', 'rule')
    order by id`)
  const ownerOf = await ownersOf(tx, rows)
  const accounts = new Map<number, AccountChange[]>()
  const roles = new Set<number>()
  const rules: RuleChange[] = []
  const harmless = harmlessRules(rows)
  for (const row of rows) {
    const { table_name: table, operation } = row
    const [id, before, after] = [Number(row.row_id), row.before ?? {}, row.after ?? {}]
    const note = (account: number | undefined) => {
      if (account !== undefined)
        accounts.set(account, [...(accounts.get(account) ?? []), { table, operation, before, after }])
    }
    if (table === 'account' || table === 'credential') note(id)
    else if (table === 'role') roles.add(id)
    else if (table === 'rule') rules.push({ id, operation, before, after })
    else {
      const owner = ownerOf(row)
      if (owner === undefined) continue
      if (table === 'admin_profile' || table === 'account_role') note(owner)
      // A new menu that is no permission goes to whoever has the menu above it, and a deleted one goes from all.
      else if (!(table === 'role_rule' && harmless(operation, Number(after.rule_id ?? before.rule_id))))
        roles.add(owner)
    }
  }
  return { accounts, roles, rules }
}

/** The rules that somebody has added with the action that this transaction takes back. */
export async function takenBackRules(tx: Db): Promise<ReadonlySet<number>> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select c.row_id as id from change_set undone join change c on c.change_set_id = undone.id
    where undone.id = nullif(current_setting('app.undoes', true), '')::bigint and undone.actor_id is not null
      and c.table_name = 'rule' and c.operation = 'insert'`)
  return new Set(rows.map(({ id }) => Number(id)))
}

/** Whether a rule is a permission: a button, or a rule with the name of one. */
export function isPermission({ type, name }: { type: unknown; name: unknown }): boolean {
  const text = String(name)
  const last = text.slice(text.lastIndexOf('/') + 1)
  return type === 'button' || isRegisteredNode(text) || standardVerbs.some((verb) => verb === last)
}

/** Whether a grant or the end of one comes only from a rule that is added or deleted and that is no permission. */
function harmlessRules(rows: readonly Change[]): (operation: Change['operation'], rule: number) => boolean {
  const found = new Set(
    rows
      .filter(({ table_name, operation, before, after }) => {
        const { type, name } = (operation === 'delete' ? before : after) ?? {}
        return table_name === 'rule' && operation !== 'update' && !isPermission({ type, name })
      })
      .map(({ operation, row_id }) => `${operation} ${row_id}`),
  )
  return (operation, rule) => found.has(`${operation} ${rule}`)
}

/** The owner of each changed row of the owned tables. The history of an update does not name it. */
async function ownersOf(tx: Db, rows: readonly Change[]): Promise<(row: Change) => number | undefined> {
  const found = new Map<string, number>()
  for (const [table, column] of Object.entries(owners)) {
    const ids = rows.filter((row) => row.table_name === table && row.operation === 'update').map((row) => row.row_id)
    if (ids.length === 0) continue
    const stored = await tx.execute<{ id: number; owner: number }>(sql`
      select id, ${sql.identifier(column)} as owner from ${sql.identifier(table)} where id = any (${sql.param(ids)}::bigint[])`)
    for (const { id, owner } of stored.rows) found.set(`${table} ${id}`, Number(owner))
  }
  return ({ table_name, row_id, before, after }) => {
    const column = owners[table_name as OwnedTable]
    const named = after?.[column] ?? before?.[column]
    return named === undefined ? found.get(`${table_name} ${row_id}`) : Number(named)
  }
}
