import { createContext, use } from 'react'

/** The words that a list was searched for. */
export const HighlightContext = createContext('')

/** A text with the searched words marked in it. */
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

/** A text cut at the words that are searched for, whatever their case. */
export function highlightedParts(
  text: string,
  words: readonly string[],
): { text: string; marked: boolean; at: number }[] {
  const pattern = new RegExp(`(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`, 'gi')
  let at = 0
  // Splitting by a group puts what was found at every second place.
  return text.split(pattern).flatMap((part, index) => {
    const piece = { text: part, marked: index % 2 === 1, at }
    at += part.length
    return part === '' ? [] : [piece]
  })
}
