import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { type AccountAuthority, authorities, isAbove, isBelow, roleGrants } from './authority.server.ts'

/** Who acts: the id of the account. */
type Acting = { readonly id: number }

const nobody: AccountAuthority = {
  id: 0,
  kind: 'admin',
  title: '',
  super: false,
  rules: new Set(),
  reach: [],
  orgPath: null,
  taught: [],
  roles: [],
}

/** The authority of somebody who acts: of the roles that are in force. */
export async function authorityOf(db: Db, { id }: Acting): Promise<AccountAuthority> {
  return (await authorities(db, [id], { inForce: true })).get(id) ?? nobody
}

/** Those of the accounts that somebody may not change because they have as much authority or more, with the reason. */
export async function accountsAbove(
  db: Db,
  one: AccountAuthority,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (one.super) return new Map()
  const found = await authorities(db, ids)
  return new Map(
    [...found.values()]
      .filter((other) => other.id !== one.id && !isAbove(one, other))
      .map(({ id, title }) => [id, m.error_accountAbove({ name: title })]),
  )
}

/**
 * Those of the roles that somebody may not change, with the reason: they have the role themselves, it grants as much as
 * they hold or more, or somebody has it whom they may not change or do not see.
 */
export async function rolesAbove(db: Db, one: AccountAuthority, ids: readonly number[]): Promise<Map<number, string>> {
  if (one.super) return new Map()
  const grants = await roleGrants(db, ids)
  const holders = await holdersOf(db, ids)
  const known = await authorities(db, [...holders.values()].flat())
  return new Map(
    [...grants.values()].flatMap((grant): [number, string][] => {
      const { id, name } = grant
      if (one.roles.includes(id)) return [[id, m.error_roleOwn({ name })]]
      if (!isBelow(grant, one)) return [[id, m.error_roleAbove({ name })]]
      const others = (holders.get(id) ?? []).flatMap((holder) => known.get(holder) ?? [])
      const other = others.find((holder) => !isAbove(one, holder) || !isInReach(one, holder))
      return other ? [[id, m.error_roleHeld({ name })]] : []
    }),
  )
}

/** Whether the department of an account lies in the part of the tree that somebody sees. */
export function isInReach(one: AccountAuthority, { orgPath }: Pick<AccountAuthority, 'orgPath'>): boolean {
  if (one.super) return true
  const path = orgPath ?? '/'
  return one.reach.some((part) => (part.below ? path.startsWith(part.path) : path === part.path))
}

/** The accounts that have each of these roles, whether or not it is in force. */
async function holdersOf(db: Db, ids: readonly number[]): Promise<Map<number, number[]>> {
  const { rows } = await db.execute<{ role_id: number; accounts: (number | string)[] }>(sql`
    select role_id, array_agg(account_id) as accounts from account_role
    where role_id = any (${sql.param([...ids])}::bigint[]) group by role_id`)
  return new Map(rows.map(({ role_id, accounts }) => [Number(role_id), accounts.map(Number)]))
}
