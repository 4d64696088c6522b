import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import en from '../../messages/en.json' with { type: 'json' }
import zh from '../../messages/zh-cn.json' with { type: 'json' }

/** A text without variants, or with variants that depend on its inputs. */
const textOf = (message: unknown) => (typeof message === 'string' ? message : JSON.stringify(message))
const entries = (catalogue: object) => Object.entries(catalogue).filter(([key]) => key !== '$schema')
const placeholders = (message: unknown) =>
  [...new Set([...textOf(message).matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].sort()

function textsOf(...patterns: string[]): string {
  return globSync(patterns, { exclude: (path) => /node_modules|paraglide/.test(String(path)) })
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
}

/** The texts of a message: one, or one of each variant. */
function variantsOf(message: unknown): string[] {
  if (typeof message === 'string') return [message]
  const texts: string[] = []
  JSON.stringify(message, (key, value) => {
    if (key.includes('=')) texts.push(value)
    return value
  })
  return texts
}

/** The longest part of each text of a message between its placeholders. */
function cores(message: unknown): string[] {
  return variantsOf(message).map((text) =>
    text
      .split(/\{[^}]*\}/)
      .reduce((longest, part) => (part.trim().length > longest.length ? part.trim() : longest), ''),
  )
}

test('every message is there in both languages, with the same placeholders, and none is empty', () => {
  const chinese = new Map(entries(zh))
  const english = new Map(entries(en))
  expect([...chinese.keys()].filter((key) => !english.has(key))).toEqual([])
  expect([...english.keys()].filter((key) => !chinese.has(key))).toEqual([])
  for (const [key, text] of english) {
    expect(placeholders(chinese.get(key)), key).toEqual(placeholders(text))
    expect(textOf(text).trim(), key).not.toBe('')
    expect(textOf(chinese.get(key)).trim(), key).not.toBe('')
  }
})

/** Messages that no test can cause. */
const UNREAD: Record<string, string> = {
  export_tooMany: 'takes a table of a million rows',
  import_diskFull: 'takes a disk of its own; the first start proves how a full one is recognized',
}

test('every refusal, and every sentence of the server, is read by a test, in the words of a language or by its key', () => {
  const tests = textsOf('tests/**/*.{ts,tsx}', 'e2e/**/*.ts')
  const said = new Set(textsOf('src/**/*.server.{ts,tsx}').match(/(?<=\bm\.)\w+/g))
  const chinese = new Map(entries(zh))
  const unread = entries(en).filter(([key, text]) => {
    // Summaries of operations appear only in the OpenAPI document.
    const matters = /^(error|rule|success)_/.test(key) || (said.has(key) && !key.startsWith('call_'))
    if (!matters || key in UNREAD || tests.includes(`m.${key}(`)) return false
    return ![text, chinese.get(key)].some((words) => cores(words).some((core) => tests.includes(core)))
  })
  expect(unread.map(([key]) => key)).toEqual([])
})

test('no message is there that nobody says', () => {
  const words = new Set(textsOf('src/**/*.{ts,tsx}', 'app/**/*.{ts,tsx}', 'scripts/**/*.ts').match(/\w+/g))
  // The code builds the keys of the standard buttons from the names of the actions.
  const unsaid = entries(en).filter(([key]) => !words.has(key) && !key.startsWith('button_'))
  expect(unsaid.map(([key]) => key)).toEqual([])
})

/** Counts that are never one. */
const ALWAYS_MANY = [
  // The texts say "this" or "it" when it is one.
  'error_undoRefused',
  'history_undoAll',
  'undo_askText',
  'undo_askTitle',
  'undo_confirm',
  // One attempt needs no number.
  'signIns_times',
  // Limits of the product.
  'error_bulkTooMany',
  'error_treeDepth',
  'export_tooLong',
  'export_tooMany',
  'familyCodes_tooMany',
  'family_crowded',
  'family_full',
  'family_mostReached',
  'import_cellCut',
  'import_marksMore',
  'import_returnCut',
  'import_warnCut',
  'layout_menuWidthHint',
  'list_printTooMany',
  'profile_characters',
  'sheet_tooWide',
  'tree_tooMany',
  // Said of several only.
  'promotion_all',
  'student_lineClasses',
  'student_lineSchools',
  'teaching_lineClasses',
  'teaching_lineSchools',
  'teaching_lineSubjects',
  'teaching_lineTeachers',
  'teaching_lineTerms',
]

test('what may be counted as one has a form for one', () => {
  const counted = entries(en).filter(
    ([, text]) => typeof text === 'string' && /\{(count|cells|max|min|years)\} [a-z]+s\b/.test(text),
  )
  const keys = counted.map(([key]) => key)
  expect(keys.filter((key) => !ALWAYS_MANY.includes(key))).toEqual([])
  expect(ALWAYS_MANY.filter((key) => !keys.includes(key))).toEqual([])
})
