/** What becomes of the pupils of a class when their year moves up. */
export const promotionActions = ['move', 'create', 'stay', 'graduate'] as const
export type PromotionAction = (typeof promotionActions)[number]

const HAN = '一二三四五六七八九十'

/** The ways in which names of classes tell the grade: what stands before it, the grade, what stands behind it. */
const patterns: readonly RegExp[] = [
  // 初一(1)班, 高二3班
  /^(.*?[初高])([一二])(.*)$/,
  // 七年级1班
  /^(.*?)([一二三四五六七八])(年级.*)$/,
  // 7年级1班
  /^(.*?)(\d{1,2})(年级.*)$/,
  // Grade 7 Class 1, Year 7A
  /^(.*?\b(?:Grade|Year)\s*)(\d{1,2})(.*)$/i,
  // 7(1)班, 7.1, 7-1
  /^()(\d{1,2})([(（.．\-－—].*)$/,
  // 701班
  /^()([1-9])(\d{2}班?)$/,
]

/**
 * The name of the class one grade above. Classes that are called after the grade (七年级1班) have another name then.
 * Classes that are called after the year of entry (2024级1班) keep theirs, and pupils stay in them.
 * @param gradeNames the grades of the level, first to last. A name with one of them gets the next one
 * @returns undefined when the name tells no grade
 */
export function nextClassName(name: string, gradeNames: readonly string[]): string | undefined {
  const named = gradeNames
    .flatMap((grade, at) => (grade !== '' && name.includes(grade) ? [{ grade, next: gradeNames[at + 1] }] : []))
    .toSorted((one, other) => other.grade.length - one.grade.length)[0]
  if (named) return named.next === undefined ? undefined : name.replace(named.grade, named.next)
  for (const pattern of patterns) {
    const [, before = '', grade = '', after = ''] = pattern.exec(name) ?? []
    const next = grade === '' ? undefined : oneMore(grade)
    if (next !== undefined) return `${before}${next}${after}`
  }
  return undefined
}

function oneMore(grade: string): string | undefined {
  if (/^\d+$/.test(grade)) return String(Number(grade) + 1)
  return HAN[HAN.indexOf(grade) + 1]
}

/** The name of a class without what differs only in how it is typed: width, spaces and the kind of brackets. */
export function plainClassName(name: string): string {
  return name
    .normalize('NFKC')
    .replaceAll(/\s/g, '')
    .replaceAll(/[[【〔]/g, '(')
    .replaceAll(/[\]】〕]/g, ')')
    .toLowerCase()
}

/** The calendar year in which the school year of a day begins: September 1 begins a new one. */
export function schoolYearOf(day: string): number {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return month >= 9 ? year : year - 1
}
