import { m } from '#src/i18n/paraglide/messages.js'

/** Why there is no mark, as staged files have it, by the flag of a paper. */
export const flagCodes = ['absent', 'cheat', 'exempt'] as const

export type FlagCode = (typeof flagCodes)[number]

const words: Record<FlagCode, () => string> = {
  absent: m.examImport_absent,
  cheat: m.examImport_cheat,
  exempt: m.examImport_exempt,
}

/** What a staged value means, for people: a flag as a word. Undefined for a mark. */
export function flagWord(value: string): string | undefined {
  const code = flagCodes.find((one) => one === value)
  return code && words[code]()
}

/** A stored mark or flag as a text; empty for no paper. */
export function paperWord(mark: number | null, flag: number | null): string {
  if (mark !== null) return String(mark / 100)
  const code = flag ? flagCodes[flag - 1] : undefined
  return code ? words[code]() : ''
}
