import { useEffect, useMemo, useState } from 'react'
import { useStable } from '#src/lib/use-stable.ts'
import { useCan } from '../can.tsx'
import type { ClearCache } from '../clear-cache.tsx'
import { hasTransfer, useKit } from '../kit-context.ts'
import { menuAt, type ShellMenu } from '../menu/shell-menu.ts'
import { useGo } from '../use-go.ts'
import { offeredActions } from './palette-actions.ts'
import { PaletteDialog } from './palette-dialog.tsx'
import { paletteEntries } from './palette-entries.tsx'
import { recentPagesOf } from './recent-pages.ts'
import { recordEntries } from './record-entries.tsx'
import { useShellActions } from './shell-actions.tsx'
import type { FindRecords, RecordGroup } from './use-records.ts'

export type PaletteProps = {
  menus: readonly ShellMenu[]
  userId: number
  currentPath: string
  /** Path of the user's profile page, if the site has one. */
  profilePath?: string
  onSignOut(): Promise<void>
  clearCache?: ClearCache
  /** Opens the terminal, for a user who has it. */
  openTerminal?: (() => void) | undefined
  /** Searches the records of all resources. */
  findRecords?: FindRecords
}

type Opening = { open: boolean; onClose(): void; from: HTMLElement | null }

/** The command palette with all pages and actions that the user may use. */
export function Palette({ open, onClose, from, ...props }: PaletteProps & Opening) {
  const { menus, userId, currentPath, profilePath } = props
  const can = useCan()
  const go = useGo()
  const imports = hasTransfer(useKit())
  const shell = useShellActions({ ...props, onProfile: profilePath ? () => go(profilePath) : undefined })
  const gather = () =>
    paletteEntries({
      menus,
      currentPath,
      shell,
      can,
      imports,
      go,
      recent: recentPagesOf(userId).read(),
      offered: offeredActions(),
    })
  // The entries are fixed while the palette is open, so that none moves before the user presses Enter.
  const [shown, setShown] = useState(() => ({ open, entries: gather() }))
  if (open !== shown.open) setShown({ open, entries: open ? gather() : shown.entries })
  // But a page that arrives behind it brings its own actions, and the page before becomes a recent one.
  const regather = useStable(() => open && setShown({ open, entries: gather() }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another page changes what there is
  useEffect(() => void regather(), [currentPath, regather])
  const recordsOf = useMemo(
    () => (groups: readonly RecordGroup[], text: string, pending: boolean) =>
      recordEntries(groups, text, pending, { menus, currentPath, go }),
    [menus, currentPath, go],
  )
  return (
    <PaletteDialog
      open={open}
      onClose={onClose}
      entries={shown.entries}
      from={from}
      find={props.findRecords}
      recordsOf={recordsOf}
      titleOf={(menu) => menuAt(menus, `/admin/${menu}`)?.title}
    />
  )
}
