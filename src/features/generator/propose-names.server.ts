import { columnNameOf } from '#src/server/crud/column-name.server.ts'

/** Names that a description keeps for itself, and those that every object has. */
const RESERVED = new Set(
  `id version createBy createTime updateBy updateTime path sortKey childCount pid searchGrams
  constructor toString valueOf hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString`.split(/\s+/),
)

/** The words of a name: `unit_price`, `UnitPrice` and `unit price` have the same two. */
export function wordsOf(name: string): string[] {
  return writtenWords(name).map((word) => word.toLowerCase())
}

function writtenWords(name: string): string[] {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z\d]+/)
    .filter((word) => word !== '')
}

/** A name of a field for a column, unlike those that are taken. Without Latin letters, it is made from the place. */
export function fieldNameOf(column: string, place: number, taken: ReadonlySet<string>): string {
  const [first = `column${place}`, ...rest] = wordsOf(column)
  const joined = [first, ...rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join('')
  const started = (/^[a-z]/.test(joined) ? joined : `n${joined}`).slice(0, 36)
  const plain = RESERVED.has(started) ? `${started}Field` : started
  if (!taken.has(plain)) return plain
  for (let number = 2; ; number++) if (!taken.has(`${plain}${number}`)) return `${plain}${number}`
}

/** The column of a field, where the name of the field does not say it. */
export function columnGiven(field: string, column: string): { column?: string } {
  return columnNameOf(field) === column ? {} : { column }
}

/**
 * A name as a title: `unit_price` → `Unit price`. Abbreviations keep their capitals: `websiteURL` → `Website URL`. A
 * name of another script stays as it is.
 */
export function titleFromName(name: string): string {
  const isLatin = /^[\x20-\x7E]*$/.test(name)
  const title = isLatin ? latinTitle(name) : name.trim()
  return (title.charAt(0).toUpperCase() + title.slice(1)).slice(0, 200) || 'Field'
}

/** Where all letters are capitals, only a name as short as an abbreviation is one: `AB`, `2B`, but `CITY`. */
function latinTitle(name: string): string {
  const isLoud = name === name.toUpperCase()
  if (isLoud && /^[A-Z\d]{1,3}$/.test(name)) return name
  const words = writtenWords(name).map((word) =>
    !isLoud && /^[A-Z]{2,}$/.test(word) && word !== 'ID' ? word : word.toLowerCase(),
  )
  return words.join(' ')
}

/**
 * The title of a relation: it shows the row itself, not its key. `customer_id` → `Customer`, and so do `customerid` and
 * `custkey` where the table is called so.
 * @param table the table that it points to
 */
export function relationTitle(name: string, table = ''): string {
  const words = wordsOf(name)
  const [, begin = '', key = ''] = /^(.*?)[\s_-]*(id|key|code|no|nr|num|number)$/i.exec(name) ?? []
  const [own, whole] = [wordsOf(begin).join(''), wordsOf(table).join('')]
  const one = whole.replace(/ies$/, 'y').replace(/([^s])s$/, '$1')
  if (own.length < 3 || one.length < 3) return titleFromName(words.length > 1 && words.at(-1) === 'id' ? begin : name)
  if (one.endsWith(own) || own.endsWith(one) || own === whole) return titleFromName(begin)
  if (whole.startsWith(own)) return titleFromName(table)
  return titleFromName(key.toLowerCase() === 'id' && words.at(-1) === 'id' ? begin : name)
}

/** What all names of a table begin with, when it is too short to say anything: `p_` of `p_name` and `p_size`. */
export function sharedPrefix(names: readonly string[]): string {
  const [prefix = ''] = /^[A-Za-z]{1,3}_(?=[A-Za-z])/.exec(names[0] ?? '') ?? []
  const isShared =
    names.length > 2 && names.every((name) => name.startsWith(prefix) && /[A-Za-z]/.test(name[prefix.length] ?? ''))
  return isShared ? prefix : ''
}

/** The title of a table from its comment, without the word for a table at its end. */
export function tableTitle(comment: string): string {
  return comment
    .trim()
    .replace(/\s*(数据表|信息表|表)$/, '')
    .replace(/\s+table$/i, '')
    .slice(0, 200)
}

/** A key for a table: `order_details` → `order-details`. It may still be taken. */
export function keyOf(table: string): string {
  const name = wordsOf(table.replace(/^res_/, '')).join('-').slice(0, 36).replace(/-+$/, '')
  return /^[a-z]/.test(name) ? name : `table${name === '' ? '' : `-${name}`}`.slice(0, 36)
}
