import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { account } from '#src/db/identity.table.server.ts'
import { teaching } from '#src/db/teaching.table.server.ts'
import { accountsSeen } from '#src/features/auth/account.relation.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Actor } from '#src/server/access/actor.server.ts'
import { scope } from '#src/server/access/scope.server.ts'
import { invalid } from '#src/server/errors.server.ts'
import { termOne } from './term.relation.server.ts'

/** The terms to copy from and to. */
type Copying = { fromId: number; toId: number }

/** `existing`: assignments that the other term has already. `left`: those whose teacher cannot be assigned anew. */
export type Copied = { count: number; existing: number; left: number }

/**
 * Copies the assignments of a term, those that the actor sees, to another term. As with new assignments, only teachers
 * whom the actor may choose are assigned, and neither locked accounts nor organizations that are classes no more.
 * @throws AppError 422 for a term that is missing, and for the same term twice
 */
export async function copyAssignments(tx: Db, actor: Actor, { fromId, toId }: Copying): Promise<Copied> {
  const known = await termOne.labels(tx, [fromId, toId])
  if (known[fromId] === undefined) throw invalid<Copying>({ fromId: [m.rule_relation()] })
  if (known[toId] === undefined) throw invalid<Copying>({ toId: [m.rule_relation()] })
  if (fromId === toId) throw invalid<Copying>({ toId: [m.teaching_copySame()] })
  const seen: SQL = scope(actor, { organization: teaching.orgId }) ?? sql`true`
  const mayAssign = sql`exists (select from ${account} where ${account.id} = ${teaching.accountId} and ${account.status} = 1 and ${accountsSeen(actor)})
    and exists (select from organization class where class.id = ${teaching.orgId} and class.type = 'class')`
  const { rows } = await tx.execute<Copied>(sql`
    with given as materialized (
      select ${teaching.accountId} as account_id, ${teaching.orgId} as org_id, ${teaching.subjectId} as subject_id, ${mayAssign} as may,
        exists (select from teaching other where other.term_id = ${toId} and other.account_id = ${teaching.accountId}
          and other.org_id = ${teaching.orgId} and other.subject_id = ${teaching.subjectId}) as stored
      from ${teaching} where ${teaching.termId} = ${fromId} and ${seen}
    ), copied as (
      insert into teaching (account_id, org_id, subject_id, term_id)
      select account_id, org_id, subject_id, ${toId}::bigint from given where may and not stored
      on conflict on constraint teaching_key do nothing returning id
    )
    select (select count(*)::int from copied) as count,
      (select count(*)::int from given where stored) as existing,
      (select count(*)::int from given where not may and not stored) as left`)
  const [{ count, existing, left } = { count: 0, existing: 0, left: 0 }] = rows
  return { count, existing, left }
}
