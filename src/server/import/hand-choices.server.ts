import type { Memory } from './import-store.server.ts'
import { plainTitle } from './plain-title.ts'
import type { ImportPlan } from './plan.server.ts'
import type { ImportView } from './view.server.ts'

/**
 * The choices of a plan that are worth remembering: those that the user made by hand. A title that occurs twice in the
 * file, or that is the exact title of a field, is left out: it needs no memory, or would mislead the next guess.
 */
export function choicesOf(
  plan: ImportPlan,
  columns: ImportView['columns'],
  { columns: places = [], keys = false }: { columns?: number[]; keys?: boolean },
): Memory {
  const titles = columns.map(({ title }) => plainTitle(title))
  const chosen = places.flatMap((at) => {
    const title = titles[at] ?? ''
    const isUnclear = title === '' || titles.indexOf(title) !== titles.lastIndexOf(title)
    return isUnclear || columns[at]?.by === 'title' ? [] : [[title, plan.mapping[at] ?? null] as const]
  })
  const remembered = Object.fromEntries(chosen)
  return keys ? { chosen: remembered, keys: plan.keys } : { chosen: remembered }
}
