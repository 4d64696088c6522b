/** Makes a seeded source of numbers (mulberry32). The same seed gives the same requests. */
export function random(seed: number) {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    chance: (share: number) => next() < share,
    pick: <T>(list: readonly [T, ...T[]] | readonly T[]): T => {
      const found = list[below(list.length)]
      if (found === undefined) throw new Error('nothing to pick from')
      return found
    },
  }
}

export type Random = ReturnType<typeof random>
