import { useState } from 'react'
import { type ListSearch, searchKey } from '../query/list-search.ts'

/**
 * Whether the rows on screen, and their number, are those of another search. The page and the order do not matter.
 * @param list `old`: the loaded rows are not those of the current query
 */
export function useAnotherSearch(
  search: Pick<ListSearch, 'quickSearch' | 'filter'>,
  { old }: { old: boolean },
): boolean {
  const key = searchKey(search)
  const [shown, setShown] = useState(key)
  if (!old && shown !== key) setShown(key)
  return old && shown !== key
}

/** The words that the rows on screen were found by. New words are there when their rows are. */
export function useAnswered(words: string, { old }: { old: boolean }): string {
  const [shown, setShown] = useState(words)
  if (!old && shown !== words) setShown(words)
  return old ? shown : words
}
