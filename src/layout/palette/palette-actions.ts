import { type ReactNode, useEffect, useRef } from 'react'
import type { Locale } from '#src/i18n/paraglide/runtime.js'
import type { Node } from '#src/resource/registry.ts'

/** Something that the command palette can do. */
export type PaletteAction = {
  /** Unique on its page. */
  id: string
  /** What it is called, in each language: people search in both. */
  say(locale: Locale): string
  icon?: ReactNode
  /** Only for those who hold it. */
  node?: Node
  run(): unknown
}

/** The id of the action by which a page adds to what it shows: it is offered from everywhere. */
export const ADD = 'add'

/** The id of the action by which a page brings rows in from a file: offered from everywhere as well. */
export const IMPORT = 'import'

type Offer = () => readonly PaletteAction[]

const offers = new Set<Offer>()

/**
 * Offers what can be done on a page to the command palette, for as long as the page is the one on screen. The list may
 * be made anew with every render.
 */
export function useActions(actions: readonly PaletteAction[]): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    const offer = () => latest.current
    offers.add(offer)
    takeWanted(latest.current)
    // Also when the page is hidden behind another tab.
    return () => void offers.delete(offer)
  }, [])
}

/** What the page on screen offers just now. */
export function offeredActions(): PaletteAction[] {
  // What a page is made of offers before the page itself does.
  return [...offers].reverse().flatMap((offer) => offer())
}

/** Milliseconds that a page may take to come. */
const PATIENCE = 15_000

let wanted: { id: string; path: string; until: number } | undefined

/** Runs an action of a page that is still to come: once, as soon as the page of that path offers it. */
export function wantAction(id: string, path: string): void {
  wanted = { id, path, until: Date.now() + PATIENCE }
}

function takeWanted(actions: readonly PaletteAction[]): void {
  if (!wanted || wanted.until < Date.now() || window.location.pathname !== wanted.path) return
  const action = actions.find(({ id }) => id === wanted?.id)
  if (!action) return
  wanted = undefined
  action.run()
}
