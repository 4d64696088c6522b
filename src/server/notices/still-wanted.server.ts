import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { wantsByMail } from './mail-choice.server.ts'
import { noticeKindNames } from './notice-kinds.server.ts'
import { isShownTo, readersOf } from './readers.server.ts'

type Due = { id: number; noticeKind: string | null; accountId: number | null }

/**
 * Whether a message that repeats a notice may leave: between its notice and now, its account may have been locked or
 * deleted, or may have chosen otherwise; an announcement may not be shown to it any more. Other messages always may.
 */
export async function isStillWanted(db: Db, { id, noticeKind, accountId }: Due): Promise<boolean> {
  if (noticeKind === null) return true
  const kind = noticeKindNames.find((one) => one === noticeKind)
  if (!kind || accountId === null) return false
  const { rows } = await db.execute<{ chosen: Record<string, boolean> | null; shown: boolean }>(sql`
    select p.notice_mail as chosen, exists (select from announcement_mail am
      join announcement a on a.id = am.announcement_id, ${readersOf([accountId])}
      where am.message_id = ${id} and ${isShownTo}) as shown
    from account left join account_preference p on p.account_id = account.id
    where account.id = ${accountId} and account.status = 1`)
  const [row] = rows
  return row !== undefined && wantsByMail(kind, row.chosen) && (kind !== 'announcement' || row.shown)
}
