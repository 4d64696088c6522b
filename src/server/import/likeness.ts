/** Words with the same meaning, at the start or end of a title. */
const WORDS = {
  code: ['编码', '代码', '编号', '代号', '号码', '标识码', 'code', 'number'],
  name: ['名称', '名字', '全称', '全名', '姓名', 'name', 'title'],
  short: ['简称', '缩写', '别名', 'shortname', 'abbreviation', 'alias'],
  parent: ['上级', '父级', '主管', '隶属', '所属', 'parent'],
  type: ['类型', '类别', '种类', '性质', 'type', 'kind'],
  status: ['状态', '启用', 'status', 'enabled'],
  phone: ['电话', '手机', '手机号', '电话号码', '手机号码', '联系方式', 'phone', 'mobile', 'tel', 'phonenumber'],
  address: ['地址', '住址', 'address'],
  area: ['地区', '区域', '区划', '行政区', '区县', '区划代码', 'area', 'region'],
  level: ['学段', '办学层次', 'level', 'levels'],
  remark: ['备注', '说明', '描述', 'remark', 'remarks', 'note', 'notes', 'description'],
  date: ['日期', 'date'],
  time: ['时间', 'time'],
  person: ['负责人', '联系人', '联络人', 'contact', 'person'],
} as const

type Kind = keyof typeof WORDS

/** Kinds of a title that only says how a thing is named: `联系人姓名` is the contact. */
const NAMING: readonly (Kind | undefined)[] = ['code', 'name']

/** The least score of two titles of which one is part of the other. Below it they only have the same kind. */
export const IN_PART = 50
/** The score of two titles that only have the same kind. */
const SAME_KIND = 40
/** The score of a synonym from the description. */
export const SYNONYM = 90

/**
 * How well a title fits a label or synonym of a field. Both are plain titles. The last word of a title says what a
 * column contains, so titles whose last words have different meanings do not fit, whatever else they share.
 * @returns 0 when it does not fit, or a score up to `SYNONYM`
 */
export function likeness(title: string, label: string): number {
  if (title === label) return SYNONYM
  // A label of the other language says nothing: “Short name” ends in “name”, and 学校名称 is no short name.
  if (isHan(title) !== isHan(label)) return 0
  const [kind, other] = [kindOf(title), kindOf(label)]
  const share = Math.min(title.length, label.length) / Math.max(title.length, label.length)
  const least = isHan(label) ? 2 : 3
  const long = title.length >= least && label.length >= least
  if (long && title.startsWith(label) && NAMING.includes(kind) && !NAMING.includes(other)) return IN_PART + 10 * share
  if (kind !== undefined && other !== undefined && kind !== other) return 0
  if (long && title.endsWith(label)) return 70 + 10 * share
  if (long && label.endsWith(title)) return 60 + 10 * share
  if (long && (title.includes(label) || label.includes(title)) && kind === other) return IN_PART + 10 * share
  return kind !== undefined && kind === other ? SAME_KIND + 10 * common(title, label) : 0
}

const isHan = (text: string) => /\p{Script=Han}/u.test(text)

/** Whether a note behind a title names other content than the title: of `联系人（电话）`, the column holds phone numbers. */
export function isOtherNote(title: string, note: string): boolean {
  const kind = kindOf(note)
  return kind !== undefined && kind !== kindOf(title)
}

/** What a title is about. The end decides, except that `上级机构代码` is a parent, named by its code. */
function kindOf(title: string): Kind | undefined {
  const last = kindBy((word) => title.endsWith(word))
  const isParent = WORDS.parent.some((word) => title.startsWith(word))
  if (isParent && (last === undefined || NAMING.includes(last))) return 'parent'
  return last ?? kindBy((word) => title.startsWith(word))
}

function kindBy(fits: (word: string) => boolean): Kind | undefined {
  let best: { kind: Kind; length: number } | undefined
  // Seam: Object.keys returns plain strings, but the keys of a constant object are its literal names.
  for (const kind of Object.keys(WORDS) as Kind[]) {
    for (const word of WORDS[kind]) {
      if (fits(word) && word.length > (best?.length ?? 0)) best = { kind, length: word.length }
    }
  }
  return best?.kind
}

/** The share of characters that two texts have in common, from 0 to 1. */
function common(one: string, other: string): number {
  const rest = [...other]
  let same = 0
  for (const character of one) {
    const at = rest.indexOf(character)
    if (at < 0) continue
    rest.splice(at, 1)
    same += 1
  }
  return (2 * same) / (one.length + other.length)
}
