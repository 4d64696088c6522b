import { fitsRule } from '#src/lib/rules.ts'

type PhoneRule = 'phone' | 'mobile'

/**
 * A phone number in the form that the field's rule accepts: without +86, brackets and spaces. Several numbers give
 * `several`. A text that is no phone number gives undefined.
 */
export function readPhone(given: string, rule: PhoneRule): { number: string } | 'several' | undefined {
  // A longer text takes long to search, and is no phone number.
  if (given.length > 200) return undefined
  const text = given.normalize('NFKC').trim()
  if (fitsRule(rule, text)) return { number: text }
  const number = plainPhone(text, rule)
  if (number !== undefined) return { number }
  const parts = text.split(/[,;、/|\n或和及]|\s+/).filter((part) => part.trim() !== '')
  const numbers = parts.filter((part) => plainPhone(part, 'phone') !== undefined)
  return numbers.length > 1 ? 'several' : undefined
}

function plainPhone(text: string, rule: PhoneRule): string | undefined {
  const bare = text
    .trim()
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
  return candidates.find((candidate) => fitsRule(rule, candidate))
}
