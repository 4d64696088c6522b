import { createContext, type ReactNode, use, useState, useSyncExternalStore } from 'react'
import type { MemberRoutes } from './member-center.ts'
import { type MemberPreferences, memberPreferences } from './member-preferences.ts'
import { useMedia } from './use-media.ts'

/** Below this width the menu is a drawer; the style sheet says the same by `desk`. */
const NARROW = '(width < 62rem)'

/** How the member center stands (specification 3). */
export type MemberCenter = MemberRoutes & {
  layoutMode: 'mainCenter'
  /** Which buttons the member holds, by menu. */
  authNode: Readonly<Record<string, readonly string[]>>
  /** The window is too narrow for an aside. */
  shrink: boolean
  /** The drawer is open. */
  menuExpand: boolean
  showAside: boolean
  /** Ids of the groups that are folded. */
  folded: readonly number[]
}

const MemberCenterContext = createContext<MemberCenter | undefined>(undefined)
const ExpandContext = createContext<(menuExpand: boolean) => void>(() => {})

type MemberCenterProviderProps = {
  routes: MemberRoutes
  authNode: Readonly<Record<string, readonly string[]>>
  /** The preferences as the server knows them: what is painted first. */
  initial: MemberPreferences
  /** Shells without an aside have it whatever was chosen for the other one. */
  aside?: boolean
  children: ReactNode
}

/** Makes the member center's state known to its shell and to the pages in it. */
export function MemberCenterProvider({ routes, authNode, initial, aside = true, children }: MemberCenterProviderProps) {
  const [first] = useState(initial)
  const { showAside, folded } = useSyncExternalStore(memberPreferences.subscribe, memberPreferences.read, () => first)
  const [menuExpand, setMenuExpand] = useState(false)
  const shrink = useMedia(NARROW)
  const state: MemberCenter = {
    ...routes,
    layoutMode: 'mainCenter',
    authNode,
    shrink,
    menuExpand: shrink && menuExpand,
    showAside: aside && showAside,
    folded,
  }
  return (
    <ExpandContext value={setMenuExpand}>
      <MemberCenterContext value={state}>{children}</MemberCenterContext>
    </ExpandContext>
  )
}

/** The member center's state. */
export function useMemberCenter(): MemberCenter {
  const state = use(MemberCenterContext)
  if (!state) throw new Error('useMemberCenter is used outside of the member center')
  return state
}

/** Tells the member center that its drawer has opened or closed. */
export const useMenuExpand = () => use(ExpandContext)
