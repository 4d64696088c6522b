/** The normal forms of telephone numbers, as they are stored and compared. */
export const phonePatterns = {
  mobile: /^1[3-9]\d{9}$/,
  // Mobile numbers, landline numbers with area code and extension, service numbers.
  phone: /^(1[3-9]\d{9}|(0\d{2,3}[- ]?)?[1-9]\d{6,7}([-转]\d{1,6})?|[48]00[- ]?\d{3}[- ]?\d{4})$/,
} as const

export type PhoneRule = keyof typeof phonePatterns

/**
 * The normal form of a telephone number: without +86, brackets and spaces, in half-width digits. Whatever stores or
 * compares numbers asks here, so that `+86 138-0013-8000` and `13800138000` are one number.
 * @returns undefined for a text that is no telephone number
 */
export function plainPhone(given: string, rule: PhoneRule): string | undefined {
  // A longer text takes long to search, and is no telephone number.
  if (given.length > 200) return undefined
  const text = given.normalize('NFKC').trim()
  if (phonePatterns[rule].test(text)) return text
  const bare = text
    .replaceAll(/[‐-―−]/g, '-')
    // From abroad, the area code is written without its zero.
    .replace(/^\(?(?:\+|00)86\)?[- ]*\(?(10|[2-9]\d{1,2})\)?[- ]+(?=\d)/, '0$1-')
    .replace(/^\(?(?:\+|00)86\)?[- ]*/, '')
    .replace(/^86[- ]?(?=1[3-9]\d)/, '')
  // The area code keeps its dash; all other signs between the digits go.
  const [, area, rest = bare] = /^\(?(0\d{2,3})\)?[- ]*(.*)$/s.exec(bare) ?? []
  const extension = /(?:-|转|ext\.?|x)\s*(\d{1,6})$/i.exec(rest)
  const main = (extension ? rest.slice(0, extension.index) : rest).replaceAll(/[- .]/g, '')
  const joined = rest.replaceAll(/[- .]/g, '')
  const begin = area === undefined ? '' : `${area}-`
  const candidates = [`${begin}${joined}`, ...(extension ? [`${begin}${main}-${extension[1]}`] : [])]
  return candidates.find((candidate) => phonePatterns[rule].test(candidate))
}
