import type { Db } from '#src/db/client.server.ts'
import type { Actor } from '../access/actor.server.ts'
import type { Relation } from '../crud/resource.server.ts'

/** Maximum remembered names. Beyond it, all are forgotten: a column has few names, or each name only once. */
const MOST = 20_000

export type FoundNames = number | string

/** Finds the rows of a relation by their names, among those that the actor may choose. Each name is looked up once. */
export class Names {
  readonly #db: Db
  readonly #actor: Actor
  readonly #relation: Relation
  #known = new Map<string, readonly FoundNames[]>()

  constructor(db: Db, actor: Actor, relation: Relation) {
    this.#db = db
    this.#actor = actor
    this.#relation = relation
  }

  /** Looks up all names that are not known yet, together. */
  async learn(names: Iterable<string>): Promise<void> {
    const fresh = [...new Set(names)].filter((name) => !this.#known.has(name))
    if (fresh.length === 0) return
    if (this.#known.size + fresh.length > MOST) this.#known = new Map()
    const wanted = [...new Set(fresh.flatMap(spellings))]
    const found = await (this.#relation.find?.(this.#db, this.#actor, wanted) ?? this.#search(wanted))
    for (const name of fresh) {
      const spelling = spellings(name).find((one) => (found.get(one)?.length ?? 0) > 0)
      this.#known.set(name, (spelling !== undefined && found.get(spelling)) || [])
    }
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

/** A name as it is written, in half-width signs, and with the brackets that Chinese names have. The first found counts. */
function spellings(name: string): string[] {
  const half = name.normalize('NFKC').trim()
  const brackets = half.replaceAll('(', '（').replaceAll(')', '）')
  return [...new Set([name, half, brackets])]
}
