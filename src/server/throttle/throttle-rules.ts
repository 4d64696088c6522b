/** The rules for failures of one kind. Counts are failures, times are seconds. */
export type Policy = {
  /** From this number of failures on, a captcha is required. */
  captchaAfter: number
  /** From this number of failures on, each failure makes all clients of the key wait. The wait doubles each time. */
  blockAfter: number
  firstWait: number
  maxWait: number
  /** One failure is forgotten each time this many seconds have passed. */
  forget: number
}

/** The counter of a key. Times are seconds since 1970. */
export type Counter = {
  failures: number
  pending: number
  pendingTime: number
  countTime: number
  blockedUntil: number
}

/** Whether an attempt may start: at once, only with a captcha, after attempts under way, or after some seconds. */
export type Admission = { kind: 'go' } | { kind: 'captcha' } | { kind: 'busy' } | { kind: 'wait'; seconds: number }

// An attempt without a result for a minute has died with its process. It then counts as a failure.
export const LOST_SECONDS = 60

/** The current counter: old failures are forgotten, lost attempts are counted. */
export function settled(counter: Counter, policy: Policy, now: number): Counter {
  const lost = counter.pending > 0 && now - counter.pendingTime > LOST_SECONDS
  const known = lost ? { ...counter, failures: counter.failures + counter.pending, pending: 0 } : counter
  const steps = Math.max(0, Math.floor((now - known.countTime) / policy.forget))
  if (steps >= known.failures) return { ...known, failures: 0, countTime: now }
  return { ...known, failures: known.failures - steps, countTime: known.countTime + steps * policy.forget }
}

/**
 * Whether one more attempt may start. Attempts under way count as failures, so that parallel attempts get no further
 * than sequential ones.
 * @param proven whether a captcha was solved for this attempt
 */
export function admit(counter: Counter, policy: Policy, now: number, proven: boolean): Admission {
  if (counter.blockedUntil > now) return { kind: 'wait', seconds: Math.ceil(counter.blockedUntil - now) }
  const { failures, pending } = settled(counter, policy, now)
  if (!proven && failures >= policy.captchaAfter) return { kind: 'captcha' }
  // Above the limit, only one attempt runs at a time, each with its wait.
  return pending >= Math.max(1, limitOf(policy, proven) - failures) ? { kind: 'busy' } : { kind: 'go' }
}

/** Maximum parallel attempts when nothing has failed. */
export function limitOf(policy: Policy, proven: boolean): number {
  return proven ? policy.blockAfter : Math.min(policy.captchaAfter, policy.blockAfter)
}

/** The counter after one more attempt has started. */
export function begun(counter: Counter, policy: Policy, now: number): Counter {
  const current = settled(counter, policy, now)
  return { ...current, pending: current.pending + 1, pendingTime: now }
}

/** The counter after an attempt under way has ended. It counts no failure. */
export function released(counter: Counter): Counter {
  return { ...counter, pending: Math.max(0, counter.pending - 1) }
}

/** The counter after a failure. */
export function failed(counter: Counter, policy: Policy, now: number): Counter {
  const current = settled(counter, policy, now)
  const failures = current.failures + 1
  const over = failures - policy.blockAfter
  const wait = over < 0 ? 0 : Math.min(policy.maxWait, policy.firstWait * 2 ** Math.min(over, 30))
  return {
    ...current,
    failures,
    blockedUntil: wait > 0 ? Math.max(current.blockedUntil, now + wait) : current.blockedUntil,
  }
}
