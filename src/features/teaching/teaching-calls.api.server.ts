import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { currentTerm } from '#src/db/current-term.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { id } from '#src/lib/number-rules.ts'
import { tableChanged } from '#src/server/cache/table-cache.server.ts'
import { changeSetId } from '#src/server/endpoint/answer-parts.server.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { type Copied, copyAssignments } from './copy.server.ts'

/** The calls of teaching assignments besides those of the kit. */
export const teachingEndpoints = {
  current: endpoint({
    method: 'get',
    tag: 'resource',
    security: 'admin',
    node: ['baseInfo/teaching/index', 'baseInfo/teaching/add'],
    path: '/adminApi/teaching/current',
    summary: m.call_currentTerm,
    answer: v.strictObject({ id: v.nullable(v.number()) }),
    run: async ({ db }) => {
      const { rows } = await db.execute<{ id: number | string | null }>(sql`select ${currentTerm} as id`)
      const found = rows[0]?.id ?? null
      return { id: found === null ? null : Number(found) }
    },
  }),
  copy: endpoint({
    method: 'post',
    tag: 'resource',
    security: 'admin',
    node: 'baseInfo/teaching/add',
    write: 'bulk',
    path: '/adminApi/teaching/copy',
    summary: m.call_copyTeaching,
    body: v.strictObject({ fromId: id, toId: id }),
    answer: v.strictObject({
      count: v.number(),
      existing: v.number(),
      left: v.number(),
      /** Null when nothing was copied. */
      changeSetId,
    }),
    run: async ({ tx, actor, body, changeSetId: own }) => {
      const copied = await copyAssignments(tx, actor, body)
      return { ...copied, changeSetId: copied.count > 0 ? own : null }
    },
    msg: copiedText,
    committed: ({ db }) => tableChanged(db, 'teaching'),
  }),
}

function copiedText({ count, existing, left }: Copied): string {
  const parts = [
    count > 0 ? m.teaching_copied({ count }) : m.teaching_copiedNone(),
    ...(existing > 0 ? [m.teaching_copiedExisting({ count: existing })] : []),
    ...(left > 0 ? [m.teaching_copiedLeft({ count: left })] : []),
  ]
  return parts.reduce((first, second) => m.teaching_copiedAnd({ first, second }))
}
