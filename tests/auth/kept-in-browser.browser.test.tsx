import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { type KnownPerson, knownPerson } from '#src/features/auth/known-person.ts'
import { readAccount, rememberAccount } from '#src/features/auth/remembered-account.ts'
import { useKnownPerson } from '#src/features/auth/use-known-person.ts'
import { storageKeys } from '#src/lib/storage-keys.ts'

afterEach(() => {
  localStorage.clear()
  for (const side of ['admin', 'user'] as const) rememberAccount(side, { username: '', keep: false })
})

test('the account is remembered for its side as long as the person wants to be kept', () => {
  rememberAccount('admin', { username: 'alice_1', keep: true })
  expect(readAccount(document.cookie, 'admin')).toBe('alice_1')
  expect(readAccount(document.cookie, 'user')).toBe('')
  rememberAccount('admin', { username: 'bob_2', keep: false })
  expect(readAccount(document.cookie, 'admin')).toBe('')
})

test.each(['', 'a', '1alice', '<script>', 'a'.repeat(16), '%00', 'alice bob'])(
  'the cookie %j is no account',
  (value) => {
    expect(readAccount(`x=1; ${storageKeys.accountCookie}_admin=${value}; y=2`, 'admin')).toBe('')
  },
)

test('a member is remembered by an address or a number too, without its spaces', () => {
  for (const [given, kept] of [
    ['Anna.Lee+1@school.test', 'Anna.Lee+1@school.test'],
    [' +86 138 0013 8000', '+8613800138000'],
    ['a;b=c', ''],
    ['<b>@school.test', ''],
  ] as const) {
    rememberAccount('user', { username: given, keep: true })
    expect(readAccount(document.cookie, 'user')).toBe(kept)
  }
  rememberAccount('user', { username: '', keep: false })
})

const alice = { userId: 1, username: 'alice', nickname: 'Alice' }
const bob = { userId: 2, username: 'bob', nickname: '' }

function Page({ person, onOther }: { person: KnownPerson; onOther(other: KnownPerson | null): void }) {
  useKnownPerson('admin', person, onOther)
  return null
}

/** Simulates a sign-in (or, with null, a sign-out) in another window, with the event that this window receives. */
function elsewhere(person: KnownPerson | null) {
  if (person) localStorage.setItem(storageKeys.adminInfo, JSON.stringify({ version: 1, value: person }))
  else localStorage.removeItem(storageKeys.adminInfo)
  window.dispatchEvent(new StorageEvent('storage', { key: storageKeys.adminInfo }))
}

test('a page hears when somebody else signs in, and when they sign out, and not of themselves', async () => {
  const onOther = vi.fn()
  const withSecrets = { ...alice, password: 'x', token: 'x' }
  const page = await render(<Page person={withSecrets} onOther={onOther} />)
  expect(knownPerson.admin.read()).toEqual(alice)
  expect(localStorage.getItem(storageKeys.adminInfo)).not.toMatch(/password|token/)
  elsewhere(alice)
  expect(onOther).not.toHaveBeenCalled()
  elsewhere(bob)
  expect(onOther).toHaveBeenLastCalledWith(bob)
  elsewhere(null)
  expect(onOther).toHaveBeenLastCalledWith(null)
  await page.rerender(<Page person={bob} onOther={onOther} />)
  expect(knownPerson.admin.read()).toEqual(bob)
  expect(onOther).toHaveBeenCalledTimes(2)
})

test('a broken value is replaced by who is really signed in', async () => {
  localStorage.setItem(storageKeys.adminInfo, '{"version":1,"value":{"userId":"one"}}')
  const onOther = vi.fn()
  await render(<Page person={alice} onOther={onOther} />)
  expect(knownPerson.admin.read()).toEqual(alice)
  expect(onOther).not.toHaveBeenCalled()
})
