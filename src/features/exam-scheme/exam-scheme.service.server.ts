import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { account } from '#src/db/identity.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { AppError, invalid, stale } from '#src/server/errors.server.ts'
import { formerName } from '#src/server/list/account-names.server.ts'
import { examScheme, examSchemeRevision } from './exam-scheme.table.server.ts'

type Wanted = { id: number; version?: number }

/**
 * Publishes the scheme's current content as its next revision. Exams use revisions, which never change.
 * @throws AppError 404, 409 when another user has changed the scheme, 422 when nothing has changed since the last
 * revision
 */
export async function publishScheme(tx: Db, { id, version, note }: Wanted & { note: string }) {
  const scheme = await lockScheme(tx, { id, version })
  if (scheme.state === 'published') throw invalid({}, m.examScheme_unchanged({ number: scheme.revision }))
  const [last] = await tx
    .select({ number: examSchemeRevision.number })
    .from(examSchemeRevision)
    .where(eq(examSchemeRevision.schemeId, id))
    .orderBy(desc(examSchemeRevision.number))
    .limit(1)
  // A deleted scheme may have come back without its revisions. Their numbers are not used again.
  const number = Math.max(last?.number ?? 0, scheme.revision) + 1
  await tx.execute(sql`insert into ${examSchemeRevision} (scheme_id, number, content, level_id, subject_ids, note)
    select id, ${number}, scheme_content(exam_scheme), level_id,
      array(select (item ->> 'subjectId')::bigint from jsonb_array_elements(subjects) item), ${note}
    from ${examScheme} where id = ${id}`)
  const saved = await setScheme(tx, id, { revision: number })
  return { id, number, version: saved }
}

/** Restores the content of a published revision in the scheme. Does not publish it again. */
export async function revertScheme(tx: Db, { id, version, number }: Wanted & { number: number }) {
  await lockScheme(tx, { id, version })
  const [found] = await tx
    .select({ content: examSchemeRevision.content })
    .from(examSchemeRevision)
    .where(and(eq(examSchemeRevision.schemeId, id), eq(examSchemeRevision.number, number)))
  if (!found) throw new AppError(404, m.error_rowMissing())
  return { id, version: await setScheme(tx, id, found.content) }
}

/** The published revisions of a scheme, the last first. */
export async function revisionsOf(db: Db, id: number) {
  return db
    .select({
      number: examSchemeRevision.number,
      publishTime: examSchemeRevision.publishTime,
      publisher: sql<string | null>`coalesce(${account.username}, ${formerName(sql`${examSchemeRevision.createBy}`)})`,
      note: examSchemeRevision.note,
      content: examSchemeRevision.content,
    })
    .from(examSchemeRevision)
    .leftJoin(account, eq(account.id, examSchemeRevision.createBy))
    .where(eq(examSchemeRevision.schemeId, id))
    .orderBy(desc(examSchemeRevision.number))
}

async function lockScheme(tx: Db, { id, version }: Wanted) {
  const [scheme] = await tx.select().from(examScheme).where(eq(examScheme.id, id)).for('update')
  if (!scheme) throw new AppError(404, m.error_rowMissing())
  if (version !== undefined && scheme.version !== version) {
    throw stale(scheme)
  }
  return scheme
}

async function setScheme(tx: Db, id: number, values: Partial<typeof examScheme.$inferInsert>): Promise<number> {
  const [saved] = await tx
    .update(examScheme)
    .set(values)
    .where(eq(examScheme.id, id))
    .returning({ version: examScheme.version })
  return saved?.version ?? 0
}
