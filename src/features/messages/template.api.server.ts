import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { messageTemplate } from '#src/db/message.table.server.ts'
import { remindersHere, reminderTexts } from '#src/features/modules/reminder-texts.server.ts'
import { type Locale, withLocale } from '#src/i18n/locale.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatInstant } from '#src/lib/date.ts'
import { longDay } from '#src/lib/long-day.ts'
import { messageChannels, messageEvents } from '#src/lib/message-kinds.ts'
import { id } from '#src/lib/number-rules.ts'
import { labelText } from '#src/resource/label.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { readConfig } from '#src/server/config.server.ts'
import { compileResource } from '#src/server/crud/compile-resource.server.ts'
import { crud } from '#src/server/crud/crud.server.ts'
import type { Row } from '#src/server/crud/resource.server.ts'
import { changeSetId } from '#src/server/endpoint/answer-parts.server.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import { builtInText } from '#src/server/outbox/built-in-texts.server.ts'
import { fillText } from '#src/server/outbox/compose.server.ts'
import { templateErrors } from './template.rules.ts'
import { templateDescription } from './template.schema.ts'

export const templateResource = compileResource({
  description: templateDescription,
  table: messageTemplate,
  scope: 'unscoped',
  uniqueFields: { message_template_key: 'event' },
  check: async (_db, values, row) => templateErrors({ ...row, ...values }),
  checkRows: false,
  shown: withReminders,
})

export const templateApi = crud(templateResource)

/** Says in the language of the request which reminder of a module a template is of. */
async function withReminders(db: Db, _actor: Actor, rows: readonly Row[]): Promise<Row[]> {
  if (rows.every(({ part }) => part === '')) return [...rows]
  const reminders = await remindersHere(db)
  return rows.map((row) => {
    const found = reminders.get(String(row.part))
    return found ? { ...row, part: labelText(found.title) } : row
  })
}

async function textOfModule(tx: Db, { part, language }: { part: string; language: Locale }) {
  const found = (await remindersHere(tx)).get(part)
  return found && reminderTexts(found)[language]
}

const common = { method: 'post', tag: 'resource', security: 'admin' } as const
const text = (most: number) => v.pipe(v.string(), v.maxLength(most))

/** Looking at a template, and taking it back. */
export const templateEndpoints = {
  preview: endpoint({
    ...common,
    path: '/adminApi/template/preview',
    summary: m.call_templatePreview,
    node: 'routine/template/index',
    viewers: 'all',
    body: v.strictObject({
      event: v.picklist(messageEvents),
      channel: v.picklist(messageChannels),
      language: v.picklist(['zh-cn', 'en']),
      subject: text(200),
      text: text(5000),
    }),
    answer: v.strictObject({ subject: v.string(), text: v.string(), html: v.string() }),
    run: async ({ db, body: { language, subject, text } }) => {
      const { timeZone } = await readConfig(db, ['timeZone'])
      const values = withLocale(language, () => ({
        name: m.template_sampleName(),
        code: '123456',
        minutes: '10',
        time: formatInstant(new Date().toISOString(), timeZone),
        address: '203.0.113.7',
        device: 'Chrome, Windows',
        title: m.template_sampleTitle(),
        text: m.template_sampleText(),
        day: longDay(new Date().toISOString().slice(0, 10), language),
      }))
      return fillText(db, language, { subject, text }, values)
    },
  }),
  reset: endpoint({
    ...common,
    path: '/adminApi/template/reset',
    summary: m.call_templateReset,
    node: 'routine/template/edit',
    body: v.strictObject({ id }),
    answer: v.object({ changeSetId }),
    errors: [404],
    write: 'save',
    run: async ({ tx, body, changeSetId }) => {
      const [row] = await tx.select().from(messageTemplate).where(eq(messageTemplate.id, body.id)).for('update')
      if (!row) throw new AppError(404)
      const text = row.part === '' ? builtInText(row) : await textOfModule(tx, row)
      if (!text) throw new AppError(404)
      await tx.update(messageTemplate).set(text).where(eq(messageTemplate.id, body.id))
      return { changeSetId }
    },
    msg: () => m.template_resetDone(),
  }),
}
