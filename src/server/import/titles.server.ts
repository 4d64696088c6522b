import { withLocale } from '#src/i18n/locale.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Label } from '#src/resource/description.ts'
import { ID } from '#src/resource/importable.ts'
import { labelText } from '#src/resource/label.ts'
import type { Resource } from '../crud/resource.server.ts'
import type { ReturnTitles } from './file-task.ts'
import { plainTitle } from './plain-title.ts'

export type Titled = Pick<Resource, 'importable' | 'description' | 'synonyms' | 'isForeign'>

/** The field of each exact title: a label in either language, a field name, or the id. */
export function exactTitles({
  importable,
  description,
}: Pick<Resource, 'importable' | 'description'>): Map<string, string> {
  const titles = new Map<string, string>()
  for (const field of importable.values()) for (const label of labels(field)) learn(titles, label, field.name)
  // A line that is no row has no id of a row.
  for (const name of [...importable.keys(), ...(description.lines ? [] : [ID])]) learn(titles, name, name)
  return titles
}

/** The field of each title that the resource lists as another name of a field. A title with two fields is left out. */
export function synonymTitles({
  importable,
  description,
  synonyms: given = description.synonyms ?? {},
}: Titled): Map<string, string> {
  const titles = new Map<string, string>()
  const unclear = new Set<string>()
  for (const [field, synonyms] of Object.entries<readonly string[] | undefined>(given)) {
    if (!importable.has(field)) continue
    for (const synonym of synonyms ?? []) {
      if ((titles.get(plainTitle(synonym)) ?? field) !== field) unclear.add(plainTitle(synonym))
      learn(titles, synonym, field)
    }
  }
  for (const title of unclear) titles.delete(title)
  return titles
}

/** The labels of each field in both languages, as plain titles. */
export function labelTitles({ importable }: Pick<Resource, 'importable'>): [title: string, field: string][] {
  return [...importable.values()].flatMap((field) =>
    labels(field).map((label): [string, string] => [plainTitle(label), field.name]),
  )
}

/** The labels of all options in both languages, as plain titles. Cells contain them, and titles seldom do. */
export function optionTitles({ importable }: Pick<Resource, 'importable'>): Set<string> {
  const options = [...importable.values()].flatMap((field) => ('options' in field ? field.options : []))
  return new Set(options.flatMap((option) => labels(option).map(plainTitle)))
}

function learn(titles: Map<string, string>, title: string, field: string): void {
  const plain = plainTitle(title)
  if (plain !== '' && !titles.has(plain)) titles.set(plain, field)
}

function labels({ label }: { label: Label }): string[] {
  return [withLocale('zh-cn', () => labelText(label)), withLocale('en', () => labelText(label))]
}

/**
 * The titles of the columns that a returned file has in addition: the reasons, and the numbers of the rows. `known`: in
 * each language, for comparison. In a new upload, such columns belong to no field.
 */
export function returnTitles(): ReturnTitles {
  const inAll = (title: () => string) =>
    (['zh-cn', 'en'] as const).map((locale) => plainTitle(withLocale(locale, title)))
  return {
    reason: { own: m.import_reasonColumn(), known: inAll(() => m.import_reasonColumn()) },
    row: { own: m.import_rowColumn(), known: inAll(() => m.import_rowColumn()) },
  }
}
