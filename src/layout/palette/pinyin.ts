import { match } from 'pinyin-pro'
import type { PinyinMatch } from './palette-search.ts'

// This module contains a dictionary. It is loaded only when the user opens the palette.

/** Matches full syllables, their beginnings and initials, in any mixture. The matched characters are adjacent. */
export const pinyinMatch: PinyinMatch = (text, letters) => match(text, letters, { continuous: true })
