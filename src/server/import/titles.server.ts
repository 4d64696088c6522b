import { withLocale } from '#src/i18n/locale.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Field } from '#src/resource/description.ts'
import { ID } from '#src/resource/importable.ts'
import { labelText } from '#src/resource/label.ts'
import type { Resource } from '../crud/resource.server.ts'
import { plainTitle } from './plain-title.ts'

/** The field of each title: a title is a label in either language, or a field name. */
export function knownTitles({ importable }: Pick<Resource, 'importable'>, withNames = true): Map<string, string> {
  const titles = new Map<string, string>()
  const learn = (title: string, field: string) => {
    const plain = plainTitle(title)
    if (plain !== '' && !titles.has(plain)) titles.set(plain, field)
  }
  for (const field of importable.values()) for (const label of labels(field)) learn(label, field.name)
  if (!withNames) return titles
  for (const name of importable.keys()) learn(name, name)
  learn(ID, ID)
  return titles
}

function labels(field: Field): string[] {
  return [withLocale('zh-cn', () => labelText(field.label)), withLocale('en', () => labelText(field.label))]
}

/**
 * The titles of the reasons in a returned CSV file, in each language, for comparison. In a new upload, such a column
 * belongs to no field.
 */
export function reasonTitles(): string[] {
  return (['zh-cn', 'en'] as const).map((locale) => plainTitle(withLocale(locale, () => m.import_reasonColumn())))
}

/** How the field of a column was found. */
export type Guess = { field: string | null; by: 'memory' | 'title' | 'part' | null }

/**
 * Guesses the field of each column. Each field is used once. First comes the user's earlier choice for the title, then
 * equal titles. Then come titles that contain a label or are part of one, and at last similar words.
 * @param memory fields by plain title; null for a column that the user left out
 */
export function guessMapping(
  titles: readonly string[],
  resource: Pick<Resource, 'importable'>,
  memory: ReadonlyMap<string, string | null>,
): Guess[] {
  const known = knownTitles(resource)
  const fields = new Set([ID, ...resource.importable.keys()])
  const reasons = reasonTitles()
  const plain = titles.map(plainTitle).map((title) => (reasons.includes(title) ? '' : title))
  const guesses: Guess[] = titles.map(() => ({ field: null, by: null }))
  const taken = new Set<string>()
  const take = (find: (title: string) => string | null | undefined, by: NonNullable<Guess['by']>) => {
    plain.forEach((title, at) => {
      if (title === '' || guesses[at]?.by) return
      const field = find(title)
      if (field === undefined || (field !== null && (taken.has(field) || !fields.has(field)))) return
      guesses[at] = { field, by }
      if (field !== null) taken.add(field)
    })
  }
  take((title) => memory.get(title), 'memory')
  take((title) => known.get(title), 'title')
  take((title) => closest(title, known, taken), 'part')
  const spoken = knownTitles(resource, false)
  take((title) => alike(title, spoken, taken), 'part')
  return guesses
}

/** Words with the same meaning, at the start or end of a title. */
const ALIKE = [
  ['编码', '代码', '编号', '代号', '号码', '序号', 'code', 'number', 'no'],
  ['名称', '名字', '全称', '姓名', 'name', 'title'],
  ['上级', '父级', '所属', '隶属', 'parent'],
  ['类型', '类别', '种类', '性质', 'type', 'kind'],
  ['状态', '启用', 'status', 'enabled'],
  ['电话', '手机', '联系方式', 'phone', 'mobile', 'tel'],
  ['地区', '区域', '区划', '行政区', 'area', 'region'],
  ['学段', '学制', 'level', 'levels'],
  ['备注', '说明', '描述', 'remark', 'note', 'description'],
  ['日期', '时间', 'date', 'time'],
  ['人', '负责人', '联系人', 'contact', 'person'],
] as const

/** `学校编码` matches `机构代码`, as long as no other field is possible. */
function alike(title: string, known: ReadonlyMap<string, string>, taken: ReadonlySet<string>): string | undefined {
  const kinds = kindsOf(title)
  if (kinds.length === 0) return undefined
  const fields = [...known].filter(
    ([label, field]) => !taken.has(field) && kindsOf(label).some((kind) => kinds.includes(kind)),
  )
  const different = new Set(fields.map(([, field]) => field))
  return different.size === 1 ? fields[0]?.[1] : undefined
}

function kindsOf(title: string): number[] {
  return ALIKE.flatMap((words, kind) =>
    words.some((word) => title.endsWith(word) || title.startsWith(word)) ? [kind] : [],
  )
}

/** `联系电话号码` contains `联系电话`. The longest matching label is the best. A single character matches nothing. */
function closest(title: string, known: ReadonlyMap<string, string>, taken: ReadonlySet<string>): string | undefined {
  let best = ''
  for (const [label, field] of known) {
    if (taken.has(field) || label.length < 2 || title.length < 2) continue
    if ((title.includes(label) || label.includes(title)) && label.length > best.length) best = label
  }
  return best === '' ? undefined : known.get(best)
}
