import { type ReactNode, useEffect, useRef } from 'react'
import type { Locale } from '#src/i18n/paraglide/runtime.js'
import type { Node } from '#src/resource/registry.ts'

/** An action of the command palette. */
export type PaletteAction = {
  /** Unique on its page. */
  id: string
  /** The action's name in a language. Users search in both languages. */
  say(locale: Locale): string
  icon?: ReactNode
  /** The permission node that the action requires. */
  node?: Node
  run(): unknown
}

/** The id of a page's action that adds a record. The palette offers it on every page. */
export const ADD = 'add'

/** The id of a page's action that imports rows from a file. The palette offers it on every page. */
export const IMPORT = 'import'

type Offer = () => readonly PaletteAction[]

const offers = new Set<Offer>()

/**
 * Adds the actions of a page to the command palette while the page is on the screen. Every render may pass a new
 * array.
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
    // The cleanup also runs when the page is hidden behind another tab.
    return () => void offers.delete(offer)
  }, [])
}

/** Returns the current actions of the page on the screen. */
export function offeredActions(): PaletteAction[] {
  // The parts of a page register before the page itself. Reversing puts the page's own actions first.
  return [...offers].reverse().flatMap((offer) => offer())
}

/** Milliseconds that a page may take to load. */
const PATIENCE = 15_000

let wanted: { id: string; path: string; until: number } | undefined

/** Runs an action of a page that is not loaded yet. It runs once, as soon as the page of that path offers it. */
export function wantAction(id: string, path: string): void {
  wanted = { id, path, until: Date.now() + PATIENCE }
}

/** A row that a page shall show, or open the form of, as soon as it is on the screen. */
type WantedRow = { path: string; id: number; edit: boolean }

let wantedRow: (WantedRow & { until: number }) | undefined

const rowTakers = new Set<() => void>()

/** Shows a row on the page of a path, or opens its form there, also when that page has still to load. */
export function wantRow(row: WantedRow): void {
  wantedRow = { ...row, until: Date.now() + PATIENCE }
  for (const take of rowTakers) take()
}

/** Takes the row that is wanted on this page: once, while the page is on the screen. */
export function useWantedRow(show: (row: Pick<WantedRow, 'id' | 'edit'>) => void): void {
  const latest = useRef(show)
  useEffect(() => {
    latest.current = show
  })
  useEffect(() => {
    const take = () => {
      // The browser encodes the signs of a path that are not ASCII.
      if (!wantedRow || window.location.pathname !== new URL(wantedRow.path, window.location.href).pathname) return
      const { until, ...row } = wantedRow
      wantedRow = undefined
      if (until > Date.now()) latest.current(row)
    }
    rowTakers.add(take)
    take()
    return () => void rowTakers.delete(take)
  }, [])
}

function takeWanted(actions: readonly PaletteAction[]): void {
  if (!wanted || wanted.until < Date.now() || window.location.pathname !== wanted.path) return
  const action = actions.find(({ id }) => id === wanted?.id)
  if (!action) return
  wanted = undefined
  action.run()
}
