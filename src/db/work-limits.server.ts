/** Time limits for one kind of work with the database, in milliseconds. */
export type WorkLimits = {
  /** A statement outside of a transaction. */
  read: number
  /** A statement in a transaction of `transactionWith`. */
  write: number
  /** Waiting for a lock that another transaction holds. */
  lock: number
  /** A transaction that sends nothing. Its locks would stop others. */
  idle: number
  /** A stream, for example of COPY, in which nothing is sent and nothing arrives. Its connection is lost. */
  silence: number
  /** Waiting for a free connection of the pool. */
  wait: number
}

/** The limits by kind of work. No request may stop the others for long; work in the background may take its time. */
export const workLimits = {
  request: { read: 15_000, write: 60_000, lock: 5_000, idle: 60_000, silence: 300_000, wait: 30_000 },
  /** Sign-in, sessions and heartbeats: small statements that everything else depends on. */
  vital: { read: 5_000, write: 5_000, lock: 4_000, idle: 20_000, silence: 20_000, wait: 10_000 },
  /**
   * The row lock of a session that is being refreshed. Its transaction is idle while the back end answers, for up to
   * five minutes. A statement is as short as the others, so that a lost connection heals as fast.
   */
  refresh: { read: 25_000, write: 25_000, lock: 24_000, idle: 310_000, silence: 310_000, wait: 60_000 },
  /** Imports, other jobs, and the preparation of the database. */
  job: { read: 3_600_000, write: 3_600_000, lock: 60_000, idle: 600_000, silence: 300_000, wait: 60_000 },
} as const satisfies Record<string, WorkLimits>
