import { expect, test } from 'vitest'
import {
  admit,
  begun,
  type Counter,
  failed,
  type Policy,
  released,
  settled,
} from '#src/server/throttle/throttle-rules.ts'

const policy: Policy = { captchaAfter: 3, blockAfter: 6, firstWait: 30, maxWait: 900, forget: 600 }
const fresh: Counter = { failures: 0, pending: 0, pendingTime: 0, countTime: 1000, blockedUntil: 0 }

test('attempts under way count as if they had failed', () => {
  let counter = fresh
  for (let i = 0; i < 3; i++) {
    expect(admit(counter, policy, 1000, false)).toEqual({ kind: 'go' })
    counter = begun(counter, policy, 1000)
  }
  expect(admit(counter, policy, 1000, false)).toEqual({ kind: 'busy' })
  // With a captcha, attempts are allowed until the wait begins.
  expect(admit(counter, policy, 1000, true)).toEqual({ kind: 'go' })
  expect(admit(released(counter), policy, 1000, false)).toEqual({ kind: 'go' })
})

test('the wait begins at its number of failures and doubles up to its longest', () => {
  let counter = fresh
  const waits = []
  for (let i = 0; i < 13; i++) {
    counter = failed(counter, policy, 1000)
    waits.push(Math.max(0, counter.blockedUntil - 1000))
  }
  expect(waits).toEqual([0, 0, 0, 0, 0, 30, 60, 120, 240, 480, 900, 900, 900])
  expect(admit(counter, policy, 1000, true)).toEqual({ kind: 'wait', seconds: 900 })
})

test('behind the limit it goes on one at a time', () => {
  const after = { ...fresh, failures: 8 }
  expect(admit(after, policy, 1000, true)).toEqual({ kind: 'go' })
  expect(admit(begun(after, policy, 1000), policy, 1000, true)).toEqual({ kind: 'busy' })
  expect(admit(after, policy, 1000, false)).toEqual({ kind: 'captcha' })
})

test('one failure is forgotten in each span, however often somebody looks', () => {
  let counter: Counter = { ...fresh, failures: 4 }
  for (let now = 1000; now <= 1000 + 1500; now += 7) counter = settled(counter, policy, now)
  expect(counter.failures).toBe(2)
  expect(settled(counter, policy, 1000 + 2400).failures).toBe(0)
  expect(settled({ ...fresh, failures: 1 }, policy, 0).failures).toBe(1)
})

test('attempts that nobody has heard of for a minute have failed', () => {
  const counter = { ...fresh, pending: 2, pendingTime: 1000 }
  expect(settled(counter, policy, 1060)).toMatchObject({ failures: 0, pending: 2 })
  expect(settled(counter, policy, 1061)).toMatchObject({ failures: 2, pending: 0 })
})

test('a policy without a wait never makes anybody wait', () => {
  const never = { ...policy, blockAfter: Infinity }
  let counter = fresh
  for (let i = 0; i < 500; i++) counter = failed(counter, never, 1000)
  expect(admit(counter, never, 1000, true)).toEqual({ kind: 'go' })
  expect(admit(counter, never, 1000, false)).toEqual({ kind: 'captcha' })
})
