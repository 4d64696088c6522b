/** How failures of one kind are answered. Counts are of failures, times in seconds. */
export type Policy = {
  /** From here on a captcha is asked for. */
  captchaAfter: number
  /** From here on each further failure makes everybody behind the key wait, twice as long each time. */
  blockAfter: number
  firstWait: number
  maxWait: number
  /** One failure is forgotten each time that this has passed. */
  forget: number
}

/** What is counted behind a key; times in seconds since 1970. */
export type Counter = {
  failures: number
  pending: number
  pendingTime: number
  countTime: number
  blockedUntil: number
}

/** May go, must bring a captcha, must wait for attempts under way, or must come back after so many seconds. */
export type Admission = { kind: 'go' } | { kind: 'captcha' } | { kind: 'busy' } | { kind: 'wait'; seconds: number }

// An attempt that nobody has heard of for a minute died with its process; it then counts as a failure.
export const LOST_SECONDS = 60

/** The counter as it stands now: old failures forgotten, lost attempts counted. */
export function settled(counter: Counter, policy: Policy, now: number): Counter {
  const lost = counter.pending > 0 && now - counter.pendingTime > LOST_SECONDS
  const known = lost ? { ...counter, failures: counter.failures + counter.pending, pending: 0 } : counter
  const steps = Math.max(0, Math.floor((now - known.countTime) / policy.forget))
  if (steps >= known.failures) return { ...known, failures: 0, countTime: now }
  return { ...known, failures: known.failures - steps, countTime: known.countTime + steps * policy.forget }
}

/**
 * Whether one more attempt may begin.
 * Attempts under way count as if they had failed, so that many at once get no further than one after the other.
 * @param proven a captcha was solved for this attempt
 */
export function admit(counter: Counter, policy: Policy, now: number, proven: boolean): Admission {
  if (counter.blockedUntil > now) return { kind: 'wait', seconds: Math.ceil(counter.blockedUntil - now) }
  const { failures, pending } = settled(counter, policy, now)
  if (!proven && failures >= policy.captchaAfter) return { kind: 'captcha' }
  // Behind the limit it goes on one at a time, each with its wait.
  return pending >= Math.max(1, limitOf(policy, proven) - failures) ? { kind: 'busy' } : { kind: 'go' }
}

/** How many attempts may be under way at once where nothing has failed. */
export function limitOf(policy: Policy, proven: boolean): number {
  return proven ? policy.blockAfter : Math.min(policy.captchaAfter, policy.blockAfter)
}

/** The counter after one more attempt has begun. */
export function begun(counter: Counter, policy: Policy, now: number): Counter {
  const current = settled(counter, policy, now)
  return { ...current, pending: current.pending + 1, pendingTime: now }
}

/** The counter after an attempt ended without a verdict, or well. */
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
