/** Clocks of hosts differ, and what has no transaction is written a moment after its time. */
export const TOLERANCE = '10 minutes'

/** What is wrong with a link of the chain or with its rows. */
export const logFaults = [
  /** The content of a row is not what its digest says. */
  'changed',
  'missing',
  'added',
  /** Rows that the product has not written, whatever their digest says. */
  'forged',
  /**
   * Rows whose time lies before an earlier seal: added by hand, or while the clock was set back. A mark of the present
   * key says that the product has written a row, so this is asked of rows with the mark of another one.
   */
  'late',
  /** The seal itself is not what its hash says, or the product has not made it. */
  'seal',
  /** A seal is missing before this one, or it follows another one. */
  'link',
  /** The newest seals are missing: the product has noted another one as the newest. */
  'end',
  /** The seal that is known outside is not in the chain. */
  'outside',
] as const
export type LogFault = (typeof logFaults)[number]

export type BrokenLink = {
  fault: LogFault
  /** The number of the seal; null for rows that no seal covers yet. */
  number: number | null
  from: string | null
  to: string | null
  /** The rows that the seal counts, and those that are there. */
  sealed: number
  found: number
  /** Some of the rows concerned, by number. */
  rows: number[]
}
