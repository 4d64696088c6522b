import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import type { Locale, Said } from '#src/i18n/locale.server.ts'
import type { MessageText } from '#src/server/outbox/built-in-texts.server.ts'
import type { ModuleReminder } from './manifest.schema.ts'

/** What a template of the reminder calls it. */
export function reminderPart(uid: string, key: string): string {
  return `${uid}/${key}`
}

/** The texts that a module brings along for a reminder. */
export function reminderTexts({ subject, text }: Pick<ModuleReminder, 'subject' | 'text'>): Said<MessageText> {
  const inLanguage = (locale: Locale) => ({ subject: subject[locale], text: text[locale] })
  return { 'zh-cn': inLanguage('zh-cn'), en: inLanguage('en') }
}

/** The reminders of all modules that are here, also of disabled ones, by the `part` of their templates. */
export async function remindersHere(db: Db): Promise<ReadonlyMap<string, ModuleReminder>> {
  // A manifest can be long, and all else in it is not asked for.
  const { rows } = await db.execute<{ uid: string; reminders: ModuleReminder[] }>(sql`
    select m.uid, r.manifest -> 'reminders' as reminders
    from module m join module_release r on r.uid = m.uid and r.version = m.version
    where r.manifest ? 'reminders'`)
  return new Map(
    rows.flatMap(({ uid, reminders }) => reminders.map((one) => [reminderPart(uid, one.key), one] as const)),
  )
}
