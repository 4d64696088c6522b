import { useDeferredValue, useMemo, useState } from 'react'
import { useDebounced } from '#src/lib/use-debounced.ts'
import { findHits, type OutputHit } from './find-hits.ts'

/** Typing is not searched letter by letter: a long output takes a moment. */
const REST = 120

export type OutputFind = {
  typed: string
  /** What is looked for: what was typed, a moment later. */
  text: string
  /** The same, also when no loaded line has it. */
  wanted: string
  hits: readonly OutputHit[]
  /** The current hit: an index of `hits`, or -1. */
  at: number
  type(text: string): void
  go(step: 1 | -1): void
}

/** Finds a text in the loaded lines, and goes from hit to hit. The last comes first: the end of an output says most. */
export function useFind(lines: readonly string[]): OutputFind {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<number>()
  const rested = useDebounced(typed, REST)
  // Marking thousands of lines gives way to what the user does.
  const text = useDeferredValue(typed.trim() === '' ? '' : rested)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is in other lines
  const known = useMemo(() => new Map<string, number>(), [text])
  const hits = useMemo(() => findHits(lines, text, known), [lines, text, known])
  const at = hits.length === 0 ? -1 : Math.min(chosen ?? hits.length - 1, hits.length - 1)
  return {
    typed,
    text: hits.length === 0 ? '' : text,
    wanted: text,
    hits,
    at,
    type: (next) => {
      setTyped(next)
      setChosen(undefined)
    },
    go: (step) => {
      if (hits.length > 0) setChosen((at + step + hits.length) % hits.length)
    },
  }
}
