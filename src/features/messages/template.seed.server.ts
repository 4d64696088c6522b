import { and, eq, isNull, ne, or } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { messageTemplate } from '#src/db/message.table.server.ts'
import { messageKinds, productEvents } from '#src/lib/message-kinds.ts'
import { builtInText } from '#src/server/outbox/built-in-texts.server.ts'

const languages = ['zh-cn', 'en'] as const

/** Adds the templates that are missing, and gives those that nobody has edited the texts of this release. */
export async function seedTemplates(db: Db): Promise<void> {
  const kinds = productEvents.flatMap((event) =>
    messageKinds[event].channels.flatMap((channel) => languages.map((language) => ({ event, channel, language }))),
  )
  const rows = kinds.map((kind) => ({ ...kind, ...builtInText(kind) }))
  const added = await db
    .insert(messageTemplate)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: messageTemplate.id })
  if (added.length === rows.length) return
  for (const { event, channel, language, subject, text } of rows) {
    const { updateBy } = messageTemplate
    await db
      .update(messageTemplate)
      .set({ subject, text })
      .where(
        and(
          eq(messageTemplate.event, event),
          eq(messageTemplate.channel, channel),
          eq(messageTemplate.language, language),
          eq(messageTemplate.part, ''),
          isNull(updateBy),
          or(ne(messageTemplate.subject, subject), ne(messageTemplate.text, text)),
        ),
      )
  }
}
