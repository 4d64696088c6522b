import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { account, adminProfile } from '#src/db/identity.table.server.ts'
import { organization } from '#src/db/organization.table.server.ts'
import type { RoleScope } from '#src/lib/role-scope.ts'
import type { Actor } from '../access/actor.server.ts'
import { permissionsOf } from '../access/permissions.server.ts'
import { scope, scopedBy } from '../access/scope.server.ts'
import { taughtBy } from '../access/taught.server.ts'
import { containsSql, searchWords } from '../list/contains.server.ts'
import type { Resource } from './resource.server.ts'

/** Somebody who sees a row, and why: by which kinds of data scope, and through which roles. */
export type RowViewer = {
  id: number
  username: string
  name: string
  organization: string
  super: boolean
  /** The names of the roles that let them read rows of this kind. */
  reads: string[]
  /** How they see this row. Empty when everybody who reads sees all rows. */
  sees: { scope: RoleScope; roles: string[] }[]
}

/** `after`: the user name that the last page ended with. */
export type ViewersQuery = { quickSearch: string; after: string; limit: number }

/** Accounts that are looked at for one page. Those who see the row may be rare among them. */
const LOOKED_AT = 500
const BATCH = 100

/**
 * Those among the accounts in the asker's data scope that see a row, in the order of their user names.
 * @param node the permission that reading rows of the resource takes
 */
export async function rowViewers(
  db: Db,
  asker: Actor,
  { resource, node, id }: { resource: Resource; node: string; id: number },
  { quickSearch, after, limit }: ViewersQuery,
): Promise<{ list: RowViewer[]; next: string | null }> {
  const list: RowViewer[] = []
  let from = after
  for (let looked = 0; looked < LOOKED_AT; looked += BATCH) {
    const people = await candidates(db, asker, quickSearch, from)
    const found = await viewersAmong(db, people, { resource, node, id })
    for (const person of people) {
      from = person.actor.username
      const viewer = found.get(person.actor.id)
      if (viewer) list.push(viewer)
      if (list.length === limit) return { list, next: from }
    }
    if (people.length < BATCH) return { list, next: null }
  }
  return { list, next: from }
}

type Candidate = { actor: Actor; name: string; organization: string }

async function candidates(db: Db, asker: Actor, quickSearch: string, after: string): Promise<Candidate[]> {
  const mine = scope(asker, { organization: adminProfile.deptId, of: account.id, by: adminProfile.accountId })
  const words = searchWords(quickSearch).map(
    (word) => sql`(${containsSql(account.username, word)} or ${containsSql(account.nickname, word)})`,
  )
  const [state] = (
    await db.execute<{ epoch: string; now: string }>(sql`
      select coalesce((select epoch from permission_epoch where id = 1), '') as epoch, (extract(epoch from now()) * 1000)::text as now`)
  ).rows
  const rows = await db
    .select({
      id: account.id,
      username: account.username,
      name: sql<string>`coalesce(nullif(${account.nickname}, ''), ${account.username})`,
      super: account.super,
      orgId: organization.id,
      orgPath: organization.path,
      organization: organization.name,
    })
    .from(account)
    .leftJoin(adminProfile, eq(adminProfile.accountId, account.id))
    .leftJoin(organization, eq(organization.id, adminProfile.deptId))
    .where(and(eq(account.kind, 'admin'), eq(account.status, 1), gt(account.username, after), mine, ...words))
    .orderBy(asc(account.username))
    .limit(BATCH)
  const taught = await taughtBy(
    db,
    rows.map(({ id }) => id),
  )
  return Promise.all(
    rows.map(async ({ name, organization: own, ...row }) => {
      const side = 'admin' as const
      const epoch = state?.epoch ?? ''
      const held = await permissionsOf(db, { id: row.id, side }, epoch, Number(state?.now))
      const classes = { taught: taught.get(row.id) ?? [] }
      return {
        actor: { ...row, ...held, ...classes, side, epoch, familyId: 0, unseen: false },
        name,
        organization: own ?? '',
      }
    }),
  )
}

async function viewersAmong(
  db: Db,
  people: readonly Candidate[],
  { resource, node, id }: { resource: Resource; node: string; id: number },
): Promise<Map<number, RowViewer>> {
  const readers = people.filter(({ actor }) => actor.super || actor.nodes.has(node))
  const { table, columns, scopeRule } = resource
  const isSeen = (condition: SQL | undefined) =>
    sql`exists (select from ${table} where ${and(eq(columns.id, id), condition)})`
  // One line for each way in which somebody might see the row; an empty kind stands for the scope as a whole.
  const lines = readers.flatMap(({ actor }) => {
    const whole = sql`select ${actor.id}::bigint as id, ''::text as kind where ${isSeen(scope(actor, resource.scope))}`
    const kinds = actor.super ? [] : [...actor.scopes]
    return [
      whole,
      ...kinds.flatMap((kind) => {
        const condition = scopedBy(actor, scopeRule, kind)
        if (condition === false) return []
        return [sql`select ${actor.id}::bigint, ${kind}::text where ${isSeen(condition)}`]
      }),
    ]
  })
  if (lines.length === 0) return new Map()
  const { rows } = await db.execute<{ id: number; kind: RoleScope | '' }>(sql.join(lines, sql` union all `))
  const ways = Map.groupBy(rows, (row) => Number(row.id))
  const roles = await rolesOf(db, [...ways.keys()], node)
  return new Map(
    readers.flatMap(({ actor, name, organization: own }): [number, RowViewer][] => {
      const how = ways.get(actor.id)
      if (!how?.some(({ kind }) => kind === '')) return []
      const held = roles.get(actor.id) ?? []
      const sees = how.flatMap(({ kind }) =>
        kind === '' ? [] : [{ scope: kind, roles: held.filter((one) => one.scope === kind).map((one) => one.name) }],
      )
      const reads = actor.super ? [] : held.filter((one) => one.reads).map((one) => one.name)
      const { id: of, username, super: all } = actor
      return [[of, { id: of, username, name, organization: own, super: all, reads, sees }]]
    }),
  )
}

type HeldRole = { account_id: number; name: string; scope: RoleScope; reads: boolean }

/** The roles that are in force for these accounts, and whether each lets them read. */
async function rolesOf(db: Db, ids: readonly number[], node: string): Promise<Map<number, HeldRole[]>> {
  const { rows } = await db.execute<HeldRole>(sql`
    select ar.account_id, r.name, r.scope, exists (select from role_rule rr join rule ru on ru.id = rr.rule_id
      where rr.role_id = r.id and ru.name = ${node} and ru.area = 'admin' and ru.status = 1) as reads
    from account_role ar join role r on r.id = ar.role_id and r.status = 1
    where ar.account_id = any (${sql.param(ids)}::bigint[]) and (ar.end_time is null or ar.end_time > now())
    order by r.name`)
  return Map.groupBy(rows, (row) => Number(row.account_id))
}
