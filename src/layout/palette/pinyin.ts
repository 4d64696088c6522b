import { match } from 'pinyin-pro'
import type { PinyinMatch } from './palette-search.ts'

// A dictionary: loaded when somebody opens the palette, and not before.

/** Whole syllables, their beginnings and first letters, in any mixture, without a gap. */
export const pinyinMatch: PinyinMatch = (text, letters) => match(text, letters, { continuous: true })
