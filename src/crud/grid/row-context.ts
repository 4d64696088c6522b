import { createContext, use } from 'react'

type RowState = { active: boolean; selected: boolean }

export const RowContext = createContext<RowState>({ active: false, selected: false })

/** The tab index of a control in a row. Tab reaches only the controls of the row that was visited last. */
export function useRowTabIndex(): 0 | -1 {
  return use(RowContext).active ? 0 : -1
}

export function useRowSelected(): boolean {
  return use(RowContext).selected
}
