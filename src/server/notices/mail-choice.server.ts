import { eq, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { accountPreference } from '#src/db/identity.table.server.ts'
import { type Locale, locales } from '#src/i18n/paraglide/runtime.js'
import type { Side } from '#src/lib/side.ts'
import { type NoticeKind, noticeKindNames, noticeKinds } from './notice-kinds.server.ts'

/** The kinds of notices that accounts of a side can have by e-mail. */
export function kindsByMail(side: Side): NoticeKind[] {
  return noticeKindNames.filter((kind) => noticeKinds[kind].mail.sides.includes(side))
}

/** Whether an account with these choices wants notices of this kind by e-mail. */
export function wantsByMail(kind: NoticeKind, chosen: Readonly<Record<string, boolean>> | null | undefined): boolean {
  return chosen?.[kind] ?? noticeKinds[kind].mail.byDefault
}

/** Whether an account wants each kind of its side by e-mail. */
export async function mailChoices(db: Db, accountId: number, side: Side) {
  const [row] = await db
    .select({ chosen: accountPreference.noticeMail })
    .from(accountPreference)
    .where(eq(accountPreference.accountId, accountId))
  return kindsByMail(side).map((kind) => ({ kind, on: wantsByMail(kind, row?.chosen) }))
}

/** Stores a choice. Those of other kinds stay, also those that another window makes at the same time. */
export async function chooseByMail(db: Db, accountId: number, kind: NoticeKind, on: boolean): Promise<void> {
  const choice = { [kind]: on }
  await db
    .insert(accountPreference)
    .values({ accountId, noticeMail: choice })
    .onConflictDoUpdate({
      target: accountPreference.accountId,
      set: { noticeMail: sql`${accountPreference.noticeMail} || ${JSON.stringify(choice)}::jsonb` },
    })
}

/** The language that an account has chosen. */
export function chosenLanguage(stored: string | null | undefined): Locale | undefined {
  return locales.find((one) => one === stored)
}
