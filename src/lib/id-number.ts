import { isDay } from './calendar.ts'

// Weights and check digits of GB 11643-1999.
const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const checks = '10X98765432'

/**
 * Whether a text is a Chinese resident identity number: 18 digits with a correct check digit, or the 15 digits of old
 * cards. Both need an existing date of birth.
 */
export function isIdNumber(value: string): boolean {
  if (/^\d{15}$/.test(value)) return isBirthday(`19${value.slice(6, 12)}`)
  if (!/^[1-9]\d{16}[\dXx]$/.test(value) || !isBirthday(value.slice(6, 14))) return false
  const sum = weights.reduce((total, weight, at) => total + weight * Number(value[at]), 0)
  return checks[sum % 11] === value[17]?.toUpperCase()
}

/**
 * Whether a text holds the 18 characters of such a number anywhere, as many student numbers do behind a letter. Hyphens
 * between them hide nothing.
 */
export function holdsIdNumber(value: string): boolean {
  const signs = value.replaceAll('-', '')
  return Array.from({ length: Math.max(0, signs.length - 17) }, (_, at) => signs.slice(at, at + 18)).some(isIdNumber)
}

function isBirthday(digits: string): boolean {
  return isDay(`${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6, 8)}`)
}
