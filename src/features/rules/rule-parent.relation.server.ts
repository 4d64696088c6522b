import { and, asc, desc, eq, ne, type SQL, sql } from 'drizzle-orm'
import { anyOf } from '#src/db/any-of.server.ts'
import type { Db } from '#src/db/client.server.ts'
import { rule } from '#src/db/identity.table.server.ts'
import { halfWidth } from '#src/lib/any-width.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { ruleTitle, ruleTitles } from '#src/server/access/rule-titles.server.ts'
import { relationTo } from '#src/server/crud/relation.server.ts'
import type { Relation } from '#src/server/crud/resource.server.ts'
import { rulesSeen } from './rule-scope.server.ts'

const level = sql`length(${rule.treePath}) - length(replace(${rule.treePath}, '/', ''))`
const order = [level, desc(rule.weight), asc(rule.sortKey)]

/** The parent of a rule of the back office: a directory or a menu that the actor sees. */
export const parentRelation = parentsIn((actor) =>
  and(eq(rule.area, 'admin'), ne(rule.type, 'button'), rulesSeen(actor)),
)

/** The parent of a rule of the member side. */
export const memberParentRelation = parentsIn(() => and(eq(rule.area, 'user'), ne(rule.type, 'button')))

type Seen = (actor: Actor) => SQL | undefined

/** Users read the title of a parent, and files have its name, which tells it from others with the same title. */
function parentsIn(scope: Seen): Relation {
  // The tree is small, so it needs no levels.
  const { levels: _levels, ...byName } = relationTo({
    table: rule,
    scope,
    tree: true,
    template: '{name}',
    search: ['name'],
    order,
  })
  return {
    ...byName,
    async labels(db, ids) {
      const rows = await db
        .select({ id: rule.id, title: rule.title, titleEn: rule.titleEn })
        .from(rule)
        .where(anyOf(rule.id, ids.map(Number)))
      return Object.fromEntries(rows.map(({ id, ...titled }) => [String(id), ruleTitle(titled)]))
    },
    nodes: async (db, actor, limit) =>
      (await parents(db, scope(actor))).slice(0, limit).map(({ id, pid, name, ...titled }) => ({
        value: id,
        parent: pid,
        label: ruleTitle(titled),
        hint: name,
      })),
    // Titles are message keys in the database, so the search looks at their translations.
    async search(db, actor, { quickSearch, limit, offset, parent }) {
      const words = plain(quickSearch)
      const all = await parents(db, scope(actor))
      const known = new Set(all.map(({ id }) => id))
      const above = (pid: number | null) => (pid !== null && known.has(pid) ? pid : null)
      const found = all.filter(({ pid, name, ...titled }) =>
        words === '' ? parent === undefined || above(pid) === parent : textsOf(titled, name).join(' ').includes(words),
      )
      return found.slice(offset, offset + limit).map(({ id, name, pid: _pid, ...titled }) => ({
        value: id,
        label: ruleTitle(titled),
        hint: name,
        ...(all.some(({ pid }) => pid === id) ? { children: true as const } : {}),
      }))
    },
    async find(db, actor, names) {
      const all = await parents(db, scope(actor))
      return new Map(
        names.map((wanted) => {
          const named = all.filter(({ name }) => name === wanted)
          const found =
            named.length > 0 ? named : all.filter(({ name, ...one }) => textsOf(one, name).includes(plain(wanted)))
          return [wanted, found.map(({ id }) => id)]
        }),
      )
    },
  }
}

type Parent = { id: number; pid: number | null; name: string; title: string; titleEn: string }

/** All parents that the actor sees, in the order of the menu. */
async function parents(db: Db, seen: SQL | undefined): Promise<Parent[]> {
  const rows = await db
    .select({ id: rule.id, pid: rule.pid, name: rule.name, title: rule.title, titleEn: rule.titleEn })
    .from(rule)
    .where(seen)
    .orderBy(...order)
  const ids = new Set(rows.map(({ id }) => id))
  const byParent = Map.groupBy(rows, ({ pid }) => (pid !== null && ids.has(pid) ? pid : null))
  const below = (pid: number | null): Parent[] => (byParent.get(pid) ?? []).flatMap((row) => [row, ...below(row.id)])
  return below(null)
}

function textsOf(titled: { title: string; titleEn: string }, name: string): string[] {
  return [...Object.values(ruleTitles(titled)), name].map(plain)
}

function plain(text: string): string {
  return halfWidth(text).trim().toLowerCase()
}
