import * as v from 'valibot'
import { localStore } from '#src/lib/local-store.ts'
import { storageKeys } from '#src/lib/storage-keys.ts'
import {
  defaultChoices,
  type LayoutChoices,
  type LayoutConfig,
  layoutChoices,
  layoutModes,
  withTabBackground,
} from './layout-config.ts'
import { readLayoutCookies, writeLayoutCookies } from './layout-cookie.ts'
import { themeName } from './theme-cookie.ts'

/** The layout of the window before it became narrow. */
const wide = v.object({ layoutMode: v.picklist(layoutModes), menuCollapse: v.boolean() })

/**
 * Creates the store of this window's layout. The browser stores the choices, and its other windows follow them.
 * Changes that come only from a narrow window stay in that window.
 */
function createLayoutStore() {
  const local = localStore({
    key: storageKeys.storeConfig,
    version: 1,
    schema: layoutChoices,
    fallback: defaultChoices,
  })
  const former = localStore<v.InferOutput<typeof wide> | null>({
    key: storageKeys.layoutResize,
    version: 1,
    schema: v.nullable(wide),
    fallback: null,
    keep: 'session',
  })
  const listeners = new Set<() => void>()
  let config: LayoutConfig | undefined
  let stop: (() => void) | undefined

  /** Without stored choices the cookie decides, because the server has rendered the page with it. */
  const chosen = (): LayoutChoices => {
    const kept = local.read()
    return kept === defaultChoices ? readLayoutCookies(document.cookie) : kept
  }
  const read = (): LayoutConfig => {
    config ??= { ...chosen(), showDrawer: false, shrink: false }
    return config
  }
  const set = (patch: Partial<LayoutConfig>) => {
    config = { ...read(), ...patch }
    for (const changed of listeners) changed()
  }
  /** A narrow window shows every layout as Classic, and stores the former layout. */
  const narrow = (choices: LayoutChoices, menuCollapse: boolean) => {
    former.write({ layoutMode: choices.layoutMode, menuCollapse: choices.menuCollapse })
    set({ ...withTabBackground({ ...choices, layoutMode: 'Classic' }), menuCollapse, shrink: true })
  }
  /** Applies the choices of this window or of another one. */
  const follow = () => {
    const choices = chosen()
    document.documentElement.dataset.theme = themeName(choices.isDark)
    if (read().shrink) narrow(choices, read().menuCollapse)
    else set(choices)
  }
  const choose = (patch: Partial<LayoutChoices>) => {
    const next = withTabBackground({ ...chosen(), ...patch })
    writeLayoutCookies(next)
    local.write(next)
    follow()
  }
  return {
    read,
    /** Stores a choice and applies it. */
    choose,
    subscribe(changed: () => void) {
      if (listeners.size === 0) stop = local.subscribe(follow)
      listeners.add(changed)
      return () => {
        listeners.delete(changed)
        if (listeners.size === 0) stop?.()
      }
    },
    /** The user's choices. A narrow window shows something else. */
    chosen,
    /** Opens or closes the menu. In a narrow window the menu covers the page, so its state is not stored. */
    collapse(menuCollapse: boolean) {
      if (read().shrink) set({ menuCollapse })
      else choose({ menuCollapse })
    },
    showDrawer(showDrawer: boolean) {
      set({ showDrawer })
    },
    /** Sets whether the window is narrow. The same value again changes nothing, so an open menu stays open. */
    resize(isNarrow: boolean) {
      if (isNarrow === read().shrink) return
      if (isNarrow) return narrow(chosen(), true)
      set({ ...chosen(), ...former.read(), shrink: false })
      former.clear()
    },
    /** Restores the defaults of the product. */
    restore() {
      writeLayoutCookies(defaultChoices)
      local.clear()
      former.clear()
      follow()
    },
  }
}

/** The one store of this window. Server rendering does not read it. */
export const layout = createLayoutStore()
