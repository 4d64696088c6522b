import type { Db } from '#src/db/client.server.ts'
import type { Actor } from '../access/actor.server.ts'
import type { Relation } from '../crud/resource.server.ts'

/** Maximum remembered names. Beyond it, all are forgotten: a column has few names, or each name only once. */
const MOST = 20_000

/** Maximum candidates that a message names. */
const MOST_NAMED = 5

export type FoundNames = number | string

/** Finds the rows of a relation by their names, among those that the actor may choose. Each name is looked up once. */
export class Names {
  readonly #db: Db
  readonly #actor: Actor
  readonly #relation: Relation
  #known = new Map<string, readonly FoundNames[]>()
  #candidates = new Map<string, string>()

  constructor(db: Db, actor: Actor, relation: Relation) {
    this.#db = db
    this.#actor = actor
    this.#relation = relation
  }

  /** Looks up all names that are not known yet, together. */
  async learn(names: Iterable<string>): Promise<void> {
    const fresh = [...new Set(names)].filter((name) => !this.#known.has(name))
    if (fresh.length === 0) return
    if (this.#known.size + fresh.length > MOST) {
      this.#known = new Map()
      this.#candidates = new Map()
    }
    const wanted = [...new Set(fresh.flatMap(spellings))]
    const found = await (this.#relation.find?.(this.#db, this.#actor, wanted) ?? this.#search(wanted))
    for (const name of fresh) {
      const spelling = spellings(name).find((one) => (found.get(one)?.length ?? 0) > 0)
      const ids = (spelling !== undefined && found.get(spelling)) || []
      this.#known.set(name, ids)
      if (ids.length > 1) this.#candidates.set(name, await this.#named(spelling ?? name, ids))
    }
  }

  /** The rows that an ambiguous name may mean, in words. */
  candidates(name: string): string {
    return this.#candidates.get(name) ?? ''
  }

  async #named(name: string, ids: readonly FoundNames[]): Promise<string> {
    const options = await this.#relation.search(this.#db, this.#actor, { quickSearch: name, limit: 50, offset: 0 })
    const known = new Map(options.map(({ value, label, hint }) => [String(value), hint ? `${label} (${hint})` : label]))
    const few = ids.slice(0, MOST_NAMED)
    const labels = await this.#relation.labels(this.#db, few)
    const words = few.map((id) => known.get(String(id)) ?? labels[String(id)] ?? String(id))
    return words.join('; ') + (ids.length > few.length ? ' …' : '')
  }

  /** The rows with this name. Several rows may have the same name. */
  of(name: string): readonly FoundNames[] {
    return this.#known.get(name) ?? []
  }

  /** For relations that can only be searched. */
  async #search(names: readonly string[]): Promise<Map<string, readonly FoundNames[]>> {
    const found = new Map<string, readonly FoundNames[]>()
    for (const name of names) {
      const options = await this.#relation.search(this.#db, this.#actor, { quickSearch: name, limit: 50, offset: 0 })
      found.set(
        name,
        options.filter((one) => one.label === name || one.hint === name).map((one) => one.value),
      )
    }
    return found
  }
}

/**
 * A name as it is written, in half-width signs, and with the brackets that Chinese names have. The first found counts.
 */
function spellings(name: string): string[] {
  const half = name.normalize('NFKC').trim()
  const brackets = half.replaceAll('(', '（').replaceAll(')', '）')
  return [...new Set([name, half, brackets])]
}
