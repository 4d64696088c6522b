import { type SQL, sql } from 'drizzle-orm'
import { m } from '#src/i18n/paraglide/messages.js'
import { getLocale, type Locale } from '#src/i18n/paraglide/runtime.js'
import type { ResourceColumns } from '../crud/resource.server.ts'

/** What the title of a rule is made from: a message key, or a text with its English version (empty for the same). */
type Titled = { title: string; titleEn?: string }

/** The messages that are titles of rules, by key. */
const messages = new Map<string, (inputs: object, options: { locale: Locale }) => string>(
  Object.entries(m).flatMap(([key, message]) =>
    // Seam: messages with these prefixes have no inputs, which the type of all messages does not say.
    /^(menu|button|pagesTitle)_/.test(key) ? [[key, message as (inputs: object) => string]] : [],
  ),
)

/** Whether a title is the key of a message, so that the product has it in every language. */
export function isTitleKey(title: string): boolean {
  return messages.has(title)
}

/**
 * Translates a title that is a message key; other titles stay as they are. Translating the result again changes
 * nothing. So it also translates the menu of a back end that does not translate.
 */
export function ruleTitle({ title, titleEn }: Titled, locale = getLocale()): string {
  return messages.get(title)?.({}, { locale }) ?? ((locale === 'en' && titleEn) || title)
}

/** The title in every language. */
export function ruleTitles(titled: Titled): Record<Locale, string> {
  return { 'zh-cn': ruleTitle(titled, 'zh-cn'), en: ruleTitle(titled, 'en') }
}

/** The same in SQL. The menu of a runtime resource that still has the resource's name has its English name, too. */
export function ruleTitleSql(locale: Locale): (columns: ResourceColumns) => SQL {
  const texts = Object.fromEntries([...messages].map(([key, message]) => [key, message({}, { locale })]))
  const known = sql.raw(`'${JSON.stringify(texts).replaceAll("'", "''")}'::jsonb`)
  return ({ title, titleEn, component }) =>
    locale === 'en'
      ? sql`coalesce(${known} ->> ${title}, nullif(${titleEn}, ''), ${runtimeName(sql`${title}`, sql`${component}`)}, ${title})`
      : sql`coalesce(${known} ->> ${title}, ${title})`
}

function runtimeName(title: SQL, component: SQL): SQL {
  const name = (locale: Locale) =>
    sql.raw(`coalesce(d.description -> 'plural', d.description -> 'title') ->> '${locale}'`)
  return sql`(select ${name('en')} from resource_description d
    where 'description:' || d.key = ${component} and ${name('zh-cn')} = ${title})`
}
