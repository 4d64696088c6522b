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

/** What the window was like before it became narrow. */
const wide = v.object({ layoutMode: v.picklist(layoutModes), menuCollapse: v.boolean() })

/**
 * The layout in this window. Choices are kept for the browser, and its other windows follow them; what a narrow window
 * makes of them is its own affair.
 */
export function createLayoutStore() {
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

  /** A browser that lost its storage, but not its cookies, goes on with what the server has drawn. */
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
  /** A narrow window shows every layout as Classic, and remembers what it was. */
  const narrow = (choices: LayoutChoices, menuCollapse: boolean) => {
    former.write({ layoutMode: choices.layoutMode, menuCollapse: choices.menuCollapse })
    set({ ...withTabBackground({ ...choices, layoutMode: 'Classic' }), menuCollapse, shrink: true })
  }
  /** Follows what was chosen, here or in another window. */
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
    /** Keeps a choice. */
    choose,
    subscribe(changed: () => void) {
      if (listeners.size === 0) stop = local.subscribe(follow)
      listeners.add(changed)
      return () => {
        listeners.delete(changed)
        if (listeners.size === 0) stop?.()
      }
    },
    /** What was chosen: in a narrow window not what is shown. */
    chosen,
    /** Opens or closes the menu. In a narrow window it lies over the page, so that is for now only. */
    collapse(menuCollapse: boolean) {
      if (read().shrink) set({ menuCollapse })
      else choose({ menuCollapse })
    },
    showDrawer(showDrawer: boolean) {
      set({ showDrawer })
    },
    /** The window is narrow, or wide. Asked again it changes nothing: a menu opened since then stays open. */
    resize(isNarrow: boolean) {
      if (isNarrow === read().shrink) return
      if (isNarrow) return narrow(chosen(), true)
      set({ ...chosen(), ...former.read(), shrink: false })
      former.clear()
    },
    /** As the product comes. */
    restore() {
      writeLayoutCookies(defaultChoices)
      local.clear()
      former.clear()
      follow()
    },
  }
}

/** One for the window; on a server nobody reads it. */
export const layout = createLayoutStore()
