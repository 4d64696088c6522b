import { createContext, type ReactNode, use, useState, useSyncExternalStore } from 'react'
import { useMedia } from '../use-media.ts'
import type { MemberRoutes } from './member-center.ts'
import { type MemberPreferences, memberPreferences } from './member-preferences.ts'

/** Below this width the menu is a drawer. The style sheet uses the same breakpoint as `desk`. */
const NARROW = '(width < 62rem)'

/** The state of the member center. */
export type MemberCenter = MemberRoutes & {
  layoutMode: 'mainCenter'
  /** Names of the buttons that the member may use, by menu path. */
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
  /** The preferences as the server knows them. The first render uses them. */
  initial: MemberPreferences
  /** False for a shell without an aside. The member's choice of showing the aside then has no effect. */
  aside?: boolean
  children: ReactNode
}

/** Provides the member center's state to its shell and its pages. */
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

/**
 * Returns the member center's state.
 * @throws Error outside of a MemberCenterProvider
 */
export function useMemberCenter(): MemberCenter {
  const state = use(MemberCenterContext)
  if (!state) throw new Error('useMemberCenter is used outside of the member center')
  return state
}

/** Returns the function that sets whether the member center's drawer is open. */
export const useMenuExpand = () => use(ExpandContext)
