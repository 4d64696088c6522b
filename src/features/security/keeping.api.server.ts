import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { recycleRule } from '#src/db/watch.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { integer } from '#src/lib/number-rules.ts'
import { labelText } from '#src/resource/label.ts'
import { readConfig } from '#src/server/config.server.ts'
import { namesOf } from '#src/server/crud/table-names.server.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { ruleNameText } from './watch-rules.seed.server.ts'

type Wish = { kind: 'recycle' | 'undo' | 'published' | 'hold'; id: number; name: string }
type Month = { month: string; old: boolean; goes: boolean; wanted: Wish[]; rows: number }

/** The one rule of keeping, as it would act now. */
export const keepingEndpoints = {
  keeping: endpoint({
    method: 'get',
    tag: 'resource',
    security: 'admin',
    path: '/adminApi/data-recycle/keeping',
    summary: m.call_keeping,
    node: ['security/dataRecycle/index', 'security/legalHold/index'],
    /** Another number of months than the setting has, to see what it would do. */
    query: v.object({ months: v.optional(integer(0, 1200)) }),
    answer: v.strictObject({
      /** The setting: for how many whole months the history is kept; 0 for ever. */
      setting: v.number(),
      months: v.number(),
      list: v.array(
        v.strictObject({
          month: v.string(),
          /** About how many changes it has. */
          rows: v.number(),
          /** Old enough to go. */
          old: v.boolean(),
          goes: v.boolean(),
          /** What keeps it: rules of deletions, an undo that is still offered, what is published, legal holds. */
          wanted: v.array(
            v.strictObject({
              kind: v.picklist(['recycle', 'undo', 'published', 'hold']),
              id: v.number(),
              name: v.string(),
            }),
          ),
        }),
      ),
    }),
    run: async ({ db, query }) => {
      const { historyMonths: setting } = await readConfig(db, ['historyMonths'])
      const months = query.months ?? setting
      const { rows } = await db.execute<Month>(sql`
        select to_char(h.month, 'YYYY-MM') as month, h.old, h.goes, h.wanted,
          greatest(c.reltuples, 0)::float8 as rows
        from history_months(${months}::int) h join pg_class c on c.relname = h.part and c.relkind = 'r'
        where h.month <= now() order by h.month desc`)
      const rules = await db.select({ id: recycleRule.id, resource: recycleRule.resource }).from(recycleRule)
      const watched = new Map(rules.map(({ id, resource }) => [id, resource]))
      const list = rows.map((row) => ({
        ...row,
        rows: Number(row.rows),
        wanted: row.wanted.map((wish) => named(wish, watched)),
      }))
      return { setting, months, list }
    },
  }),
}

/** What is published is named by its table, a rule in the language of the request. */
function named({ kind, id, name }: Wish, watched: ReadonlyMap<number, string>): Wish {
  if (kind === 'published') return { kind, id, name: labelText(namesOf(name).title) }
  return { kind, id, name: kind === 'recycle' ? ruleNameText(watched.get(id) ?? '', name) : name }
}
