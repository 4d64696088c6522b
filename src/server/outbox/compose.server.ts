import { and, eq } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { messageTemplate } from '#src/db/message.table.server.ts'
import { type Locale, withLocale } from '#src/i18n/locale.server.ts'
import type { MessageChannel, MessageEvent, MessageVariable } from '#src/lib/message-kinds.ts'
import { readConfig, siteNameIn } from '../config.server.ts'
import { builtInText, type MessageText } from './built-in-texts.server.ts'

/** The values of the variables of a message. */
export type MessageValues = Partial<Record<MessageVariable, string>>

/** What is sent, ready for its channel. */
export type Composed = { subject: string; text: string; html: string; code: string; template: string }

/** Which text is meant. */
export type TextKind = {
  channel: MessageChannel
  event: MessageEvent
  language: Locale
  /** The reminder of a module, as templates name it. */
  part?: string | undefined
  /** The text that it brings along. */
  builtIn?: MessageText | undefined
}

/** The text of an event as an administrator has written it, or as it is built in, with its variables filled in. */
export async function compose(db: Db, kind: TextKind, values: MessageValues): Promise<Composed> {
  const { channel, event, language, part = '', builtIn } = kind
  const [stored] = await db
    .select({ subject: messageTemplate.subject, text: messageTemplate.text, template: messageTemplate.gatewayName })
    .from(messageTemplate)
    .where(
      and(
        eq(messageTemplate.event, event),
        eq(messageTemplate.channel, channel),
        eq(messageTemplate.language, language),
        eq(messageTemplate.part, part),
      ),
    )
  const { template = '', ...text } = { ...(builtIn ?? builtInText(kind)), ...stored }
  return { ...(await fillText(db, language, text, values)), code: values.code ?? '', template }
}

/** A text with its variables filled in: as plain text, and as a page for mail programs. */
export async function fillText(db: Db, language: Locale, { subject, text }: MessageText, values: MessageValues) {
  const { siteName } = await readConfig(db, ['siteName'])
  const site = withLocale(language, () => siteNameIn(siteName))
  const all = { site, ...values }
  // A line break in a subject would begin another header.
  const line = fillIn(subject, all).replace(/\s+/g, ' ').trim()
  const body = fillIn(text, all)
  return { subject: line, text: body, html: htmlOf(language, site, line, body) }
}

/** Replaces each `{variable}` once, so that no value is read as a variable. */
function fillIn(text: string, values: MessageValues): string {
  // Seam: `Object.hasOwn` has checked the name.
  return text.replace(/\{(\w+)\}/g, (all, name: string) =>
    Object.hasOwn(values, name) ? (values[name as MessageVariable] ?? '') : all,
  )
}

/** One column of paragraphs, readable without pictures, styles or a wide screen. Everything in it is escaped. */
function htmlOf(language: Locale, site: string, subject: string, text: string): string {
  const paragraphs = text
    .split(/\r?\n\s*\r?\n/)
    .map((part) => `<p style="margin:0 0 1em">${escaped(part.trim()).replace(/\r?\n/g, '<br>')}</p>`)
  return `<!doctype html>
<html lang="${language === 'en' ? 'en' : 'zh-CN'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:24px 16px;background:#fff;color:#1f2937;font:16px/1.6 sans-serif">
<main style="max-width:36rem;margin:0 auto">
<h1 style="font-size:20px;margin:0 0 1em">${escaped(subject)}</h1>
${paragraphs.join('\n')}
<p style="margin:2em 0 0;padding-top:1em;border-top:1px solid #d1d5db;color:#4b5563;font-size:14px">${escaped(site)}</p>
</main>
</body>
</html>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
}
