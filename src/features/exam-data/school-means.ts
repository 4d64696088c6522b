/** With fewer schools, their means say nothing about one of them. */
const FEWEST = 8
/** Standard deviations of the means of the others. */
const FAR = 3

/**
 * The schools whose mean is far from those of the others. Each is compared with the others alone: in the same spread,
 * a school would hide its own distance.
 */
export function distantSchools<T extends { mean: number }>(schools: readonly T[]): (T & { others: number })[] {
  if (schools.length < FEWEST) return []
  return schools.flatMap((one) => {
    const rest = schools.filter((other) => other !== one)
    const others = rest.reduce((sum, { mean }) => sum + mean, 0) / rest.length
    const square = rest.reduce((sum, { mean }) => sum + (mean - others) ** 2, 0)
    const spread = Math.sqrt(square / (rest.length - 1))
    return Math.abs(one.mean - others) > FAR * spread && one.mean !== others ? [{ ...one, others }] : []
  })
}
