import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { toastFailure } from '#src/layout/failure-toast.ts'
import { randomId } from '#src/lib/random-id.ts'
import { toaster } from '#src/ui/toast.tsx'
import type { ModuleAct } from './module-acts.ts'
import { storeCalls } from './store.queries.ts'
import type { ModuleCard } from './store.schema.ts'

/** The acts that ask before they are done. */
export type AskedAct = 'uninstall' | 'disable' | 'off' | 'back' | 'discard'

/** What is open above the store. */
export type StoreDialog =
  | { what: 'install'; uid: string; title?: string }
  | { what: AskedAct; card: ModuleCard }
  | { what: 'keys' }
  | { what: 'upload'; file?: File }

/**
 * What is done with modules: at once, or in a dialog.
 * @param onSite the site may have changed: its settings, its menus
 */
export function useModuleActs(onSite: () => Promise<void>) {
  const client = useQueryClient()
  const [open, setOpen] = useState<StoreDialog>()
  const [busy, setBusy] = useState<string>()
  // A ref, because state updates too late for the second of two clicks.
  const running = useRef(false)
  const changed = () => {
    // A module adds screens, roles, panels and settings, so that any page may show another content now.
    void client.invalidateQueries()
    void onSite()
  }
  const run = async (uid: string, work: () => Promise<void>) => {
    if (running.current) return
    running.current = true
    setBusy(uid)
    await work().catch(toastFailure)
    running.current = false
    setBusy(undefined)
  }
  const act = (card: ModuleCard, what: ModuleAct) => {
    const { uid, title } = card
    switch (what) {
      case 'install':
      case 'update':
        return void run(uid, async () => {
          await storeCalls.download({ uid }, randomId())
          void client.invalidateQueries({ queryKey: ['moduleStore'] })
          setOpen({ what: 'install', uid, title })
        })
      case 'goOn':
        return setOpen({ what: 'install', uid, title })
      case 'enable':
      case 'on':
        return void run(uid, async () => {
          const { msg } = await storeCalls.changeState({ uid, state: 1 }, randomId())
          toaster.success(msg)
          changed()
        })
      default:
        return setOpen({ what, card })
    }
  }
  return { open, setOpen, close: () => setOpen(undefined), busy, act, changed }
}
