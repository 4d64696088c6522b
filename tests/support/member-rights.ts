import { and, eq } from 'drizzle-orm'
import { account, memberGroup, memberProfile, rule } from '#src/db/identity.table.server.ts'
import { systemAuthor, write } from '#src/db/write.server.ts'
import type { MenuRule } from '#src/features/rules/menu.server.ts'
import { type Caller, startApi } from './api.ts'

export const GROUPS = '/adminApi/member-group'
export const MEMBER_RULES = '/adminApi/member-rule'

/** A running product with its administrator, and ways to name groups and rules of the member side. */
export async function startMemberRights() {
  const api = await startApi()
  const admin = await api.signIn()
  const { db } = api
  const ruleId = async (name: string) => {
    const [row] = await db
      .select({ id: rule.id })
      .from(rule)
      .where(and(eq(rule.area, 'user'), eq(rule.name, name)))
    return row?.id ?? 0
  }
  const groupOf = async (name: string) => {
    const [row] = await db.select().from(memberGroup).where(eq(memberGroup.name, name))
    return row
  }
  /** Moves the member with this name to a group, as the list of members does. */
  const move = (groupId: number | null, username = 'member') =>
    write(db, systemAuthor, 'seed', async (tx) => {
      const [one] = await tx
        .select({ id: account.id })
        .from(account)
        .where(and(eq(account.kind, 'user'), eq(account.username, username)))
      await tx
        .update(memberProfile)
        .set({ groupId })
        .where(eq(memberProfile.accountId, one?.id ?? 0))
    })
  return { ...api, admin, ruleId, groupOf, move }
}

export const idIn = ({ data }: { data: unknown }) => (data as { id: number }).id

/** The names of the entries that a member has, on all levels. */
export async function menuNames(call: Caller): Promise<string[]> {
  const flat = (entries: readonly MenuRule[]): string[] =>
    entries.flatMap(({ name, children }) => [name, ...flat(children)])
  return flat((await call('GET', '/api/menu')).data as MenuRule[])
}
