import { useEffect, useMemo, useState } from 'react'
import * as v from 'valibot'
import { useKit } from '#src/layout/kit-context.ts'
import { type LocalStore, localStore } from '#src/lib/local-store.ts'
import { storageKeys } from '#src/lib/storage-keys.ts'
import { useRested } from '#src/lib/use-debounced.ts'
import { useLocalStore } from '#src/lib/use-local-store.ts'
import { type KeptLayouts, readLayouts, writeLayouts } from './layout-cookie.ts'
import { densities, type ListLayout } from './list-layout.ts'

const side = v.picklist(['start', 'end'])
const layout = v.object({
  columns: v.optional(v.array(v.string())),
  widths: v.optional(v.record(v.string(), v.number())),
  pins: v.optional(v.record(v.string(), side)),
  density: v.optional(v.picklist(densities)),
})
const nothing: KeptLayouts = {}
const schema: v.GenericSchema<unknown, KeptLayouts> = v.record(v.string(), layout)

const stores = new Map<string, LocalStore<KeptLayouts>>()

function storeOf(resource: string): LocalStore<KeptLayouts> {
  const known = stores.get(resource)
  if (known) return known
  const made = localStore({ key: `${storageKeys.list}:${resource}`, version: 1, schema, fallback: nothing })
  stores.set(resource, made)
  return made
}

/** A new column width is stored after this pause in dragging, in milliseconds. */
const PAUSE = 400

type Options = {
  resource: string
  /** The path of the list's page. */
  path: string
  /** Id of the chosen view. Changes are kept separately for each view, until they are saved in it or reset. */
  view: number | undefined
  ofView: ListLayout | undefined
}

/**
 * The layout of a list in this browser: the user's last layout, else that of the chosen view. It is already correct in
 * the first paint.
 */
export function useListLayout({ resource, path, view, ofView }: Options) {
  const store = storeOf(resource)
  const key = String(view ?? 0)
  const { cookies } = useKit()
  const atFirst = useMemo(() => readLayouts(cookies?.() ?? ''), [cookies])
  const all = useLocalStore(store, atFirst)
  const kept = all[key]
  const [live, setLive] = useState<{ key: string; layout: ListLayout }>()
  const current = live?.key === key ? live.layout : (kept ?? ofView ?? none)

  const keep = (next: { key: string; layout: ListLayout }) => {
    store.write({ ...store.read(), [next.key]: next.layout })
    setLive(undefined)
  }
  useRested(live, keep, PAUSE)
  useEffect(() => writeLayouts(path, all, key), [path, all, key])

  return {
    layout: current,
    /** Whether the user has changed the layout of the view or of the resource. */
    changed: kept !== undefined || live !== undefined,
    change(patch: ListLayout) {
      const next = { key, layout: { ...current, ...patch } }
      if (patch.widths) setLive(next)
      else keep(next)
    },
    reset() {
      setLive(undefined)
      const { [key]: _, ...rest } = store.read()
      store.write(rest)
    },
  }
}

export type LayoutState = ReturnType<typeof useListLayout>

const none: ListLayout = {}
