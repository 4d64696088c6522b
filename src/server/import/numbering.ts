/** Plain titles of columns that only number the rows. */
const NUMBERING = new Set(
  '序号 序 序列 序列号 顺序 顺序号 次序 项次 行号 行次 行 # no nr sn serial serialno serialnumber row rowno rownumber line lineno index'.split(
    ' ',
  ),
)

/** Plain titles that may mean a code, and number the rows when their values count up. */
const OFTEN_NUMBERING = new Set(['编号', '号', '号码', '流水号', 'number', 'num', ''])

/** Whether a column only numbers the rows. @param title the plain title @param values the texts of its first cells */
export function isNumbering(title: string, values: readonly string[]): boolean {
  return NUMBERING.has(title) || (OFTEN_NUMBERING.has(title) && countsUp(values))
}

/**
 * Whether texts count up from 0 or 1 in steps of one: `1, 2, 3` or `001, 002`. Other texts, as in a total, are left
 * out.
 */
export function countsUp(values: readonly string[]): boolean {
  const numbers = values.flatMap((text) => (/^\d{1,9}(\.0)?$/.test(text) ? [Number(text)] : []))
  const [first = -1] = numbers
  // A last row may hold a total or a note in place of its number.
  if (numbers.length < 2 || numbers.length < values.length - 3 || first > 1) return false
  return first >= 0 && numbers.every((number, at) => number === first + at)
}
