import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { BackendError } from '#src/backend/backend-error.ts'
import { NameForm, type SavedName } from '#src/features/auth/name-form.tsx'
import { PasswordForm, type PasswordFormProps } from '#src/features/auth/password-form.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { baseLocale, overwriteGetLocale } from '#src/i18n/paraglide/runtime.js'
import { hasUnsaved } from '#src/layout/unsaved.ts'
import type { Side } from '#src/lib/side.ts'
import '../../app/styles.css'

afterEach(() => overwriteGetLocale(() => baseLocale))

async function openPassword(answer: PasswordFormProps['send'] = async () => 'Changed', side: Side = 'admin') {
  const send = vi.fn(answer)
  const onChanged = vi.fn()
  const page = await render(<PasswordForm side={side} username="wang" send={send} onChanged={onChanged} />)
  // A required field's label ends with a star.
  const field = (label: string) => page.getByLabelText(new RegExp(`^${label}\\*?$`))
  const fields = { old: field(m.password_current()), fresh: field(m.password_new()), again: field(m.password_repeat()) }
  const fill = async (old: string, fresh: string, again = fresh) => {
    await fields.old.fill(old)
    await fields.fresh.fill(fresh)
    await fields.again.fill(again)
  }
  const button = page.getByRole('button', { name: m.password_submit(), exact: true })
  return { page, send, onChanged, ...fields, fill, button }
}

const words = {
  'zh-cn': `密码须为 6 到 32 位，且不能包含 & < > " '`,
  en: `6 to 32 characters, must not contain & < > " '`,
}

for (const language of ['zh-cn', 'en'] as const) {
  test(`the rules at the fields of the password in ${language}`, async () => {
    overwriteGetLocale(() => language)
    const { page, send, fill, old, fresh, button } = await openPassword()
    await button.click()
    await expect.element(page.getByText(m.rule_required(), { exact: true })).toHaveLength(2)
    await expect.element(old).toHaveFocus()
    for (const value of ['12345', 'a'.repeat(33), 'abc&def', "abc'def"]) {
      await fill('Old-pass-1', value)
      await expect.element(page.getByText(words[language], { exact: true })).toBeVisible()
    }
    await fill('Old-pass-1', 'New-pass-2', 'New-pass-3')
    await button.click()
    await expect.element(page.getByText(m.password_differs())).toBeVisible()
    await fill('Old-pass-1', 'Old-pass-1')
    await expect.element(page.getByText(m.password_same())).toBeVisible()
    await expect.element(fresh).toHaveAttribute('aria-invalid', 'true')
    expect(send).not.toHaveBeenCalled()
  })
}

test('the first password asks for no current one', async () => {
  const send = vi.fn<PasswordFormProps['send']>(async () => 'Set')
  const page = await render(<PasswordForm side="admin" username="wang" first send={send} onChanged={() => {}} />)
  await expect.element(page.getByText(m.password_firstText())).toBeVisible()
  expect(page.getByLabelText(m.password_current()).elements()).toEqual([])
  await page.getByLabelText(new RegExp(`^${m.password_new()}`)).fill('New-pass-2')
  await page.getByLabelText(new RegExp(`^${m.password_repeat()}`)).fill('New-pass-3')
  const button = page.getByRole('button', { name: m.password_firstTitle(), exact: true })
  await button.click()
  await expect.element(page.getByText(m.password_differs())).toBeVisible()
  await page.getByLabelText(new RegExp(`^${m.password_repeat()}`)).fill('New-pass-2')
  await button.click()
  await expect.poll(() => send.mock.calls).toEqual([[{ newPassword: 'New-pass-2' }, expect.any(String)]])
})

test('password managers know the fields, and the passwords can be shown', async () => {
  const { page, old, fresh, again, fill } = await openPassword()
  await expect.element(old).toHaveAttribute('autocomplete', 'current-password')
  await expect.element(fresh).toHaveAttribute('autocomplete', 'new-password')
  await expect.element(again).toHaveAttribute('autocomplete', 'new-password')
  const username = page.container.querySelector('input[autocomplete=username]')
  expect(username).toHaveProperty('value', 'wang')
  await fill('Old-pass-1', 'New-pass-2')
  await expect.element(fresh).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: m.ui_showPassword() }).nth(1).click()
  await expect.element(fresh).toHaveAttribute('type', 'text')
})

test('a changed password is sent once, without its repetition, and leaves empty fields and no question', async () => {
  let answer: (said: string) => void = () => {}
  const { send, onChanged, old, again, fill, button } = await openPassword(() => new Promise((done) => (answer = done)))
  await fill('Old-pass-1', 'New-pass-2')
  expect(hasUnsaved()).toBe(true)
  await button.dblClick()
  expect(send).toHaveBeenCalledExactlyOnceWith(
    { oldPassword: 'Old-pass-1', newPassword: 'New-pass-2' },
    expect.any(String),
  )
  answer('2 ended')
  await expect.poll(() => onChanged.mock.calls).toEqual([['2 ended']])
  await expect.element(old).toHaveValue('')
  await expect.element(again).toHaveValue('')
  expect(hasUnsaved()).toBe(false)
})

test('a wrong current password is said at its field until it changes, and everything typed stays', async () => {
  const { page, old, again, fill, button, send } = await openPassword(async () => {
    throw new BackendError(422, 'wrong', { errors: { oldPassword: ['This is not it'] } })
  })
  await fill('Wrong-pass', 'New-pass-2')
  await button.click()
  await expect.element(page.getByText('This is not it')).toBeVisible()
  await expect.element(old).toHaveFocus()
  await expect.element(again).toHaveValue('New-pass-2')
  await old.fill('Other-pass')
  await expect.element(page.getByText('This is not it')).not.toBeInTheDocument()
  await button.click()
  // A refused attempt wrote nothing, so the next one is another write.
  expect(new Set(send.mock.calls.map(([, key]) => key)).size).toBe(2)
})

test.each([
  ['admin', '/admin/login'],
  ['user', '/user/login'],
] as const)('%s: when the session has ended, the way back is there and nothing is lost', async (side, path) => {
  const { page, old, fresh, fill, button } = await openPassword(async () => {
    throw new BackendError(401, 'over')
  }, side)
  await fill('Old-pass-1', 'New-pass-2')
  await button.click()
  await expect.element(page.getByRole('link', { name: m.crud_signIn() })).toHaveAttribute('href', path)
  await expect.element(page.getByRole('link', { name: m.crud_signIn() })).toHaveAttribute('target', '_blank')
  await expect.element(old).toHaveValue('Old-pass-1')
  await expect.element(fresh).toHaveValue('New-pass-2')
})

test('after a lost answer the same key is used again; too many attempts are told', async () => {
  const failures = [new TypeError('network'), new BackendError(429, 'Wait 30 s')]
  const { page, send, fill, button } = await openPassword(async () => {
    const failure = failures.shift()
    if (failure) throw failure
    return 'Changed'
  })
  await fill('Old-pass-1', 'New-pass-2')
  await button.click()
  await expect.element(page.getByText(m.crud_lost({ reason: m.error_network() }))).toBeVisible()
  await button.click()
  await expect.element(page.getByText('Wait 30 s')).toBeVisible()
  expect(new Set(send.mock.calls.map(([, key]) => key)).size).toBe(1)
})

const wang = { username: 'wang', nickname: 'Wang', signature: 'Hello', version: 3 }

async function openName(send: (name: SavedName) => Promise<SavedName>) {
  const sent = vi.fn(send)
  const onSaved = vi.fn()
  const show = (person: typeof wang) => <NameForm side="admin" person={person} send={sent} onSaved={onSaved} />
  const page = await render(show(wang))
  const name = page.getByRole('textbox', { name: m.profile_nickname() })
  const save = page.getByRole('button', { name: m.profile_saveName(), exact: true })
  return { page, sent, onSaved, name, save, again: (person: typeof wang) => page.rerender(show(person)) }
}

const changedTo = (nickname: string, version: number, signature = 'Hello') =>
  new BackendError(409, 'stale', { reason: 'stale', current: { nickname, signature, version }, labels: {} })

test('a name is saved against its version; an unchanged one cannot be saved', async () => {
  const { sent, onSaved, name, save } = await openName(async (values) => ({ ...values, version: 4 }))
  await expect.element(save).toBeDisabled()
  await name.fill('Ms Wang')
  await save.click()
  expect(sent.mock.calls[0]?.[0]).toEqual({ nickname: 'Ms Wang', signature: 'Hello', version: 3 })
  await expect.poll(() => onSaved.mock.calls).toEqual([[{ nickname: 'Ms Wang', signature: 'Hello', version: 4 }]])
  await expect.element(name).toHaveValue('Ms Wang')
  await expect.element(save).toBeDisabled()
})

test('a name that another window has saved is shown, and replaced or taken over as the user decides', async () => {
  const { page, sent, onSaved, name, save } = await openName(async (values) => {
    if (values.version === 3) throw changedTo('Li', 7)
    return { ...values, version: 8 }
  })
  await name.fill('Ms Wang')
  await save.click()
  await expect.element(page.getByText(m.profile_conflict({ name: 'Li' }))).toBeVisible()
  await expect.element(name).toHaveValue('Ms Wang')
  await save.click()
  await expect.poll(() => onSaved.mock.calls).toEqual([[{ nickname: 'Ms Wang', signature: 'Hello', version: 8 }]])
  expect(sent.mock.calls.map(([{ version }]) => version)).toEqual([3, 7])
  await expect.element(page.getByText(m.profile_conflict({ name: 'Li' }))).not.toBeInTheDocument()
})

test('the other name can be taken over', async () => {
  const { page, onSaved, name, save } = await openName(async () => {
    throw changedTo('Li', 7)
  })
  await name.fill('Ms Wang')
  await save.click()
  await page.getByRole('button', { name: m.profile_takeTheirs({ name: 'Li' }) }).click()
  await expect.element(name).toHaveValue('Li')
  expect(onSaved).toHaveBeenCalledWith({ nickname: 'Li', signature: 'Hello', version: 7 })
})

test('a change of something else does not get into the way, and a new name from outside is shown unless one is typed', async () => {
  const { sent, name, save, again } = await openName(async (values) => {
    if (values.version === 3) throw changedTo('Wang', 5)
    return { ...values, version: 6 }
  })
  await name.fill('Ms Wang')
  await save.click()
  await expect.element(save).toBeDisabled()
  expect(sent.mock.calls.map(([{ version }]) => version)).toEqual([3, 5])
  await again({ ...wang, nickname: 'Zhao', version: 9 })
  await expect.element(name).toHaveValue('Zhao')
  await name.fill('Qian')
  await again({ ...wang, nickname: 'Sun', version: 10 })
  await expect.element(name).toHaveValue('Qian')
})

test('a signature is saved with the name, and one that another window has saved is shown', async () => {
  const { page, sent, save } = await openName(async (values) => {
    if (values.version === 3) throw changedTo('Wang', 7, 'Goodbye')
    return { ...values, version: 8 }
  })
  const signature = page.getByRole('textbox', { name: m.profile_signature() })
  await signature.fill('Good morning')
  await save.click()
  await expect.element(page.getByText(m.profile_signatureConflict({ text: 'Goodbye' }))).toBeVisible()
  await expect.element(signature).toHaveValue('Good morning')
  await save.click()
  await expect.element(save).toBeDisabled()
  expect(sent.mock.calls[1]?.[0]).toEqual({ nickname: 'Wang', signature: 'Good morning', version: 7 })
})
