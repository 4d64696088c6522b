import { isDeepStrictEqual } from 'node:util'
import { and, eq, inArray, like, type SQL } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { messageTemplate } from '#src/db/message.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { labelText } from '#src/resource/label.ts'
import type { MessageText } from '#src/server/outbox/built-in-texts.server.ts'
import type { ModuleReminder } from '../manifest.schema.ts'
import { moduleReminded } from '../module.table.server.ts'
import { reminderPart, reminderTexts } from '../reminder-texts.server.ts'
import type { Applying } from './applying.server.ts'

const KIND = { event: 'module_reminder', channel: 'mail' } as const
const languages = ['zh-cn', 'en'] as const

/** Adds the templates of reminders that are new, and gives the others their new texts where nobody has edited them. */
export async function applyReminders(on: Applying): Promise<void> {
  const earlier = new Map(on.before?.reminders?.map((one) => [one.key, one]))
  for (const one of on.after.reminders ?? []) {
    const old = earlier.get(one.key)
    // The rows of a new table are other ones, although they have the numbers of earlier ones.
    if (on.fresh.has(one.resource)) await forgetTold(on.by.tx, on.uid, one.key)
    const kept = await writeTexts(on, one, old)
    const title = labelText(one.title)
    if (!old) on.steps.push({ kind: 'reminder', text: m.remind_stepAdd({ title }), loss: false })
    else if (!isDeepStrictEqual(old, one))
      on.steps.push({
        kind: 'reminder',
        text: m.remind_stepChange({ title }),
        ...(kept ? { effect: m.remind_effectKept() } : {}),
        loss: false,
      })
  }
}

/** Removes the reminders that the new version lacks. */
export async function removeReminders(on: Applying): Promise<void> {
  const { tx } = on.by
  const kept = new Set(on.after.reminders?.map(({ key }) => key))
  for (const one of on.before?.reminders ?? []) {
    if (kept.has(one.key)) continue
    const known = await knownTexts(tx, on.uid, one.key)
    const loss = [...known].some(([language, text]) => !isDeepStrictEqual(text, reminderTexts(one)[language]))
    await tx.delete(messageTemplate).where(templatesOf(on.uid, one.key))
    await forgetTold(tx, on.uid, one.key)
    on.steps.push({
      kind: 'reminder',
      text: m.remind_stepGoes({ title: labelText(one.title) }),
      ...(loss ? { effect: m.remind_effectLost() } : {}),
      loss,
    })
  }
}

/** Removes all templates of a module, and with its rows what they have told. */
export async function dropReminders(tx: Db, uid: string, data: 'keep' | 'aside'): Promise<void> {
  await tx
    .delete(messageTemplate)
    .where(and(eq(messageTemplate.event, KIND.event), like(messageTemplate.part, reminderPart(uid, '%'))))
  if (data === 'aside') await tx.delete(moduleReminded).where(eq(moduleReminded.uid, uid))
}

/** @returns whether a text stays that the site has edited, though the module has a new one */
async function writeTexts(on: Applying, one: ModuleReminder, old: ModuleReminder | undefined): Promise<boolean> {
  const { tx } = on.by
  const part = reminderPart(on.uid, one.key)
  const [is, was] = [reminderTexts(one), reminderTexts(old ?? one)]
  const known = await knownTexts(tx, on.uid, one.key)
  let kept = false
  for (const language of languages) {
    const there = known.get(language)
    if (!there) await tx.insert(messageTemplate).values({ ...KIND, language, part, ...is[language] })
    else if (isDeepStrictEqual(there, is[language])) continue
    else if (!old || isDeepStrictEqual(there, was[language]))
      await tx
        .update(messageTemplate)
        .set(is[language])
        .where(and(templatesOf(on.uid, one.key), eq(messageTemplate.language, language)))
    else kept ||= !isDeepStrictEqual(is[language], was[language])
  }
  return kept
}

async function knownTexts(tx: Db, uid: string, key: string): Promise<Map<(typeof languages)[number], MessageText>> {
  const { language, subject, text } = messageTemplate
  const rows = await tx.select({ language, subject, text }).from(messageTemplate).where(templatesOf(uid, key))
  return new Map(rows.map(({ language: one, ...said }) => [one, said]))
}

function templatesOf(uid: string, key: string): SQL | undefined {
  const { event, channel, language, part } = messageTemplate
  return and(
    eq(event, KIND.event),
    eq(channel, KIND.channel),
    inArray(language, [...languages]),
    eq(part, reminderPart(uid, key)),
  )
}

async function forgetTold(tx: Db, uid: string, key: string): Promise<void> {
  await tx.delete(moduleReminded).where(and(eq(moduleReminded.uid, uid), eq(moduleReminded.key, key)))
}
