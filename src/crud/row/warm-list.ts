import { keptCode } from '#src/lib/line.ts'

// What a list opens, the likeliest first: its form with the controls that many forms have, then the other parts.
const form = [
  keptCode(() => import('#src/ui/dialog-parts.tsx')),
  keptCode(() => import('./row-form.tsx')),
  keptCode(() => import('../fields/relation-field.tsx')),
  keptCode(() => import('../fields/multi-select-field.tsx')),
  keptCode(() => import('../fields/area-field.tsx')),
  keptCode(() => import('../fields/rows-field.tsx')),
]
const rest = [
  keptCode(() => import('#src/ui/menu-parts.tsx')),
  keptCode(() => import('./row-deletion.tsx')),
  keptCode(() => import('./details-dialog.tsx')),
  keptCode(() => import('../history/history-dialog.tsx')),
  keptCode(() => import('../query/filter-panel.tsx')),
  keptCode(() => import('../export/transfer.tsx')),
  keptCode(() => import('../views/view-list.tsx')),
]

/** Loads the code of what a list opens. */
export async function warmList(): Promise<void> {
  await Promise.all(form.map((load) => load()))
  await Promise.all(rest.map((load) => load()))
}
