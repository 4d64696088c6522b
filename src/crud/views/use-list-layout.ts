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

/** A drag of a column's edge is kept when it has come to rest. */
const PAUSE = 400

type Options = {
  resource: string
  /** Path of the list's page. */
  path: string
  /** What is changed is kept beside each view by itself, until it is saved there or reset. */
  view: number | undefined
  ofView: ListLayout | undefined
}

/** How a list is shown in this browser: as it was left, else as the chosen view has it. The first paint is right already. */
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
    /** Whether it is another one than the view or the resource has. */
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
