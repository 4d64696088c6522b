import { type PhoneRule, plainPhone } from '#src/lib/phone-number.ts'

/**
 * A phone number in its normal form. Several numbers give `several`. A text that is no phone number gives undefined.
 */
export function readPhone(given: string, rule: PhoneRule): { number: string } | 'several' | undefined {
  const number = plainPhone(given, rule)
  if (number !== undefined) return { number }
  // A longer text takes long to search, and is no phone number.
  if (given.length > 200) return undefined
  const parts = given
    .normalize('NFKC')
    .split(/[,;、/|\n或和及]|\s+/)
    .filter((part) => part.trim() !== '')
  const numbers = parts.filter((part) => plainPhone(part, 'phone') !== undefined)
  return numbers.length > 1 ? 'several' : undefined
}
