/** A slip: whose it is, and the code. */
export type Slip = { username: string; name: string; organization: string; code: string }

/** What lies together on paper. */
type Grouped = { organization: string }

/** Slips that are printed at once: those of several organizations, or some of a large one. */
export type SlipBatch<T extends Grouped = Slip> = {
  key: string
  /** The first and the last organization. An empty text stands for people without one. */
  first: string
  last: string
  slips: readonly T[]
}

/** Slips that a browser prints at once without becoming slow: some seventy sheets. */
export const AT_ONCE = 1000

/**
 * Slips in batches of at most 1000. An organization is in one batch if it fits, so that its slips lie together.
 * @param slips in the order of the organizations
 */
export function slipBatches<T extends Grouped>(slips: readonly T[], atOnce = AT_ONCE): SlipBatch<T>[] {
  const batches: T[][] = []
  for (const own of Map.groupBy(slips, ({ organization }) => organization).values()) {
    for (let from = 0; from < own.length; from += atOnce) {
      const part = own.slice(from, from + atOnce)
      const open = batches.at(-1)
      if (open && open.length + part.length <= atOnce) open.push(...part)
      else batches.push(part)
    }
  }
  return batches.map((one, at) => batchOf(`batch-${at}`, one))
}

/** The batches of the organizations whose name contains a text: each of them alone. */
export function slipBatchesOf(slips: readonly Slip[], text: string, atOnce = AT_ONCE): SlipBatch[] {
  const wanted = text.trim().toLowerCase()
  const found = slips.filter(({ organization }) => organization.toLowerCase().includes(wanted))
  return [...Map.groupBy(found, ({ organization }) => organization)].flatMap(([organization, own]) =>
    slipBatches(own, atOnce).map((batch, at) => ({ ...batch, key: `${organization}-${at}` })),
  )
}

function batchOf<T extends Grouped>(key: string, slips: readonly T[]): SlipBatch<T> {
  return { key, first: slips[0]?.organization ?? '', last: slips.at(-1)?.organization ?? '', slips }
}
