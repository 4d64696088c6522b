import type { RuntimeField } from './propose-field.server.ts'

/** What is known of a field besides itself: its rows may lack a text, it may be unique, or point to other rows. */
type Known = { blank(field: string): boolean; unique(field: string): boolean; points(field: string): boolean }

/** A family name tells people apart better than a given one. */
const NAMED = [
  /^(name|title)$/i,
  /^(fullName|label|subject)$/,
  /^(lastName|nameLast|familyName|surname)$/i,
  /(Name|Title)$/,
  /(name|title)$/,
]
/** Such texts say something about rows, and many have the same. */
const SHARED = /(status|state|flag|priority|comments?|remarks?|notes?|gender|sex|currency)$/i

/** The text by which people know the rows. Undefined when no text does. */
export function textTitle(fields: readonly RuntimeField[], known: Known): string | undefined {
  const texts = plainTexts(fields).filter(({ name }) => !known.points(name))
  const filled = texts.filter(({ name }) => !known.blank(name))
  const named = [filled, texts].flatMap((some) =>
    NAMED.flatMap((pattern) => some.find(({ name }) => pattern.test(name)) ?? []),
  )
  const [first] = texts
  const isShared = first && (SHARED.test(first.name) || (first.max ?? 100) <= 2 || known.blank(first.name))
  const own = texts.find(({ name }) => known.unique(name)) ?? (isShared ? undefined : first)
  return (named[0] ?? own)?.name
}

/** The field that stands for a row all the same. */
export function anyTitle(fields: readonly RuntimeField[], points: (field: string) => boolean): string {
  const own = fields.filter(({ name }) => !points(name))
  const text = plainTexts(own)[0] ?? plainTexts(fields)[0]
  return (text ?? own[0] ?? fields.find(({ type }) => type !== 'relation') ?? fields[0])?.name ?? ''
}

function plainTexts(fields: readonly RuntimeField[]) {
  return fields.flatMap((field) =>
    field.type === 'text' && !field.multiline && field.rule !== 'uuid' && !/url|link|website$/i.test(field.name)
      ? [field]
      : [],
  )
}
