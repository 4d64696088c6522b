import type { Random } from '../random.ts'

// Which sums over few unknowns follow from equations? Each equation is a row of whole numbers, one for each unknown.
// All sums that follow are the combinations of the rows. Those with few unknowns are found as low words of a code are:
// the rows are solved for some unknowns, which leaves many zeros, again and again for others.

/** A combination of equations: how often each of them is taken, and what it says about each unknown. */
export type Combination = { taken: readonly number[]; row: readonly number[] }

/** So often the equations are solved, each time for other unknowns. */
const ROUNDS = 8

/**
 * The combinations that a search finds, each once: the equations, what elimination gives, and sums and differences of
 * two of both.
 */
export function combinations(rows: readonly (readonly number[])[], unknowns: number, random: Random): Combination[] {
  const own = rows.map((row, at): Combination => ({ row, taken: rows.map((_, other) => (other === at ? 1 : 0)) }))
  const found = new Map<string, Combination>()
  const keep = (one: Combination) => {
    const [row, taken] = withoutDivisor(one)
    if (row.every((value) => value === 0)) return
    const key = row.join()
    const known = found.get(key)
    // The simplest way to a sum has the least error.
    if (!known || weight(taken) < weight(known.taken)) found.set(key, { row, taken })
  }
  const keepPairs = (some: readonly Combination[]) => {
    for (const [at, one] of some.entries()) {
      keep(one)
      for (const other of some.slice(0, at)) for (const sign of [1, -1]) keep(plus(one, other, sign))
    }
  }
  keepPairs(own)
  for (let round = 0; round < ROUNDS; round++) {
    const order = [...Array(unknowns).keys()].map((at) => ({ at, key: random.next() }))
    keepPairs(
      eliminated(
        own,
        order.sort((one, other) => one.key - other.key).map(({ at }) => at),
      ),
    )
  }
  return [...found.values()]
}

const weight = (taken: readonly number[]) => taken.reduce((sum, times) => sum + Math.abs(times), 0)

/** Each row has an unknown that no other row has. */
function eliminated(rows: readonly Combination[], order: readonly number[]): Combination[] {
  let left = [...rows]
  const done: Combination[] = []
  for (const unknown of order) {
    const pivot = left.find(({ row }) => row[unknown] !== 0)
    if (!pivot) continue
    const clear = (one: Combination) => {
      const [by, own] = [pivot.row[unknown] ?? 1, one.row[unknown] ?? 0]
      return own === 0 ? one : reduced(plus(times(one, by), times(pivot, own), -1))
    }
    left = left
      .filter((one) => one !== pivot)
      .map(clear)
      .filter(({ row }) => row.some((value) => value !== 0))
    done.splice(0, done.length, ...done.map(clear), pivot)
  }
  return done
}

const times = ({ taken, row }: Combination, by: number): Combination => ({
  taken: taken.map((value) => exact(value * by)),
  row: row.map((value) => exact(value * by)),
})

function plus(one: Combination, other: Combination, sign: number): Combination {
  return {
    taken: one.taken.map((value, at) => value + sign * (other.taken[at] ?? 0)),
    row: one.row.map((value, at) => value + sign * (other.row[at] ?? 0)),
  }
}

function reduced(one: Combination): Combination {
  const divisor = [...one.row, ...one.taken].reduce((all, value) => common(all, Math.abs(value)), 0)
  if (divisor <= 1) return one
  return { row: one.row.map((value) => value / divisor), taken: one.taken.map((value) => value / divisor) }
}

/** In smallest whole numbers, the first one above zero. How often equations are taken may become a fraction. */
function withoutDivisor({ row, taken }: Combination): [row: number[], taken: number[]] {
  const divisor = row.reduce((all, value) => common(all, Math.abs(value)), 0) || 1
  const by = (row.find((value) => value !== 0) ?? 1) < 0 ? -divisor : divisor
  return [row.map((value) => value / by || 0), taken.map((value) => value / by || 0)]
}

const common = (one: number, other: number): number => (other === 0 ? one : common(other, one % other))

function exact(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not exact`)
  return value
}
