import { createContext, use } from 'react'
import { anyWidth } from '#src/lib/any-width.ts'

/** The quick search of the list: words separated by spaces. */
export const HighlightContext = createContext('')

/** A text in which the searched words are highlighted. */
export function Highlight({ children }: { children: string }) {
  const words = use(HighlightContext).split(/\s+/).filter(Boolean)
  if (words.length === 0 || children === '') return children
  return highlightedParts(children, words).map(({ text, marked, at }) =>
    marked ? (
      <mark key={at} className="rounded-[2px] bg-warning-soft text-warning-ink">
        {text}
      </mark>
    ) : (
      text
    ),
  )
}

/** Splits a text at the searched words. Case and width are ignored. `at` is the index of each part in the text. */
export function highlightedParts(
  text: string,
  words: readonly string[],
): { text: string; marked: boolean; at: number }[] {
  const pattern = new RegExp(`(${words.map(anyWidth).join('|')})`, 'gi')
  let at = 0
  // Splitting by a capture group puts the matches at every second index.
  return text.split(pattern).flatMap((part, index) => {
    const piece = { text: part, marked: index % 2 === 1, at }
    at += part.length
    return part === '' ? [] : [piece]
  })
}
