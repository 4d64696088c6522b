import type { ModuleCategory } from './manifest.schema.ts'
import { categoryNames } from './module-acts.ts'
import type { ModuleCard } from './store.schema.ts'
import type { StoreSearch } from './store-search.ts'

type Wanted = Pick<StoreSearch, 'find' | 'category' | 'show'>

/**
 * The modules that a search finds. Each word of it stands in one of the texts of a card.
 * @prop counts how many there are by category, whatever category is chosen
 * @prop all how many there are in all categories
 * @prop updates how many modules have one, whatever is searched for
 */
export function findModules(modules: readonly ModuleCard[], { find = '', category, show }: Wanted) {
  const words = find.toLowerCase().split(/\s+/).filter(Boolean)
  const matching = modules.filter((card) => {
    if (show === 'updates' && !card.update) return false
    if (show === 'here' && card.state === 0) return false
    const text = `${card.title}\n${card.intro}\n${card.author}\n${card.uid}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const counts = new Map<ModuleCategory, number>()
  for (const card of matching) counts.set(card.category, (counts.get(card.category) ?? 0) + 1)
  // A category that is in the URL and not in the store hides nothing.
  const chosen = category !== undefined && category in categoryNames ? category : undefined
  return {
    found: matching.filter((card) => chosen === undefined || card.category === chosen),
    counts,
    chosen,
    all: matching.length,
    updates: modules.filter(({ update }) => update).length,
  }
}
