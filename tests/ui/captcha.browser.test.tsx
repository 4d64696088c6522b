import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { CaptchaChecked, CaptchaLoaded, CaptchaProof } from '#src/features/auth/captcha-answer.ts'
import { CaptchaDialog } from '#src/features/auth/captcha-dialog.tsx'
import { LoginPage } from '#src/features/auth/login.page.tsx'
import type { CaptchaCalls } from '#src/features/auth/use-captcha.ts'
import type { LoginSubmit } from '#src/features/auth/use-login.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { solves } from '#src/lib/proof-of-work.ts'
import { expectListening } from '../support/listening.ts'
import { renderPage } from '../support/with-router.tsx'
import '../../app/styles.css'

const image =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const right = { ok: true, message: '验证成功', proof: { id: 'pass-1', info: 'pass' } } as const
const wrong = { ok: false, message: '未点击正确区域，请重试' } as const

/** Mocks the captcha calls. Challenges are named c1, c2, …; every check returns the given answer. */
function calls(answer: CaptchaChecked = right, loaded?: CaptchaLoaded) {
  let number = 0
  return {
    load: vi.fn(async (): Promise<CaptchaLoaded> => {
      if (loaded) return loaded
      const id = `c${++number}`
      return {
        ok: true,
        challenge: { id, image, width: 350, height: 200, text: ['山', '水'], puzzle: { id, bits: 8 } },
      }
    }),
    check: vi.fn(async (_: CaptchaProof): Promise<CaptchaChecked> => answer),
  } satisfies CaptchaCalls
}

async function open(given = calls()) {
  const [solved, closed] = [vi.fn(), vi.fn()]
  const page = await render(<CaptchaDialog open calls={given} onSolved={solved} onClose={closed} />)
  const picture = page.getByRole('img', { name: m.captcha_image() })
  return { page, picture, solved, closed, ...given }
}

test('the characters to click stand there in order', async () => {
  const { page, picture } = await open()
  await expect.element(picture).toBeVisible()
  await expect.element(page.getByText(m.captcha_order())).toBeVisible()
  await expect.element(page.getByText('山')).toBeVisible()
  await expect.element(page.getByText('水')).toBeVisible()
})

test('two clicks are two numbered marks, are sent with the size of the picture, and lead on', async () => {
  const { page, picture, check, solved } = await open()
  await picture.click({ position: { x: 30, y: 40 } })
  await expect.element(page.getByRole('button', { name: m.captcha_removeDot({ number: 1 }) })).toHaveTextContent('1')
  await expect.element(page.getByText(m.captcha_placed({ number: 1, count: 2 }))).toBeInTheDocument()
  await picture.click({ position: { x: 200, y: 100 } })
  const { width, height } = picture.element().getBoundingClientRect()
  await expect.poll(() => check).toHaveBeenCalledOnce()
  const { id, info } = check.mock.calls[0]?.[0] ?? { id: '', info: '' }
  expect(id).toBe('c1')
  expect(info).toMatch(
    new RegExp(`^(29|30|31),(39|40|41)-(199|200|201),(99|100|101);${Math.round(width)};${Math.round(height)}$`),
  )
  await expect.element(page.getByText('验证成功')).toBeVisible()
  await expect.poll(() => solved).toHaveBeenCalledWith({ id: 'pass-1', info: 'pass' })
})

test('a click on a mark takes it away', async () => {
  const { page, picture, check } = await open()
  await picture.click({ position: { x: 30, y: 40 } })
  await page.getByRole('button', { name: m.captcha_removeDot({ number: 1 }) }).click()
  await expect.element(page.getByRole('button', { name: m.captcha_removeDot({ number: 1 }) })).not.toBeInTheDocument()
  await expect.element(page.getByText(m.captcha_removed({ number: 1 }))).toBeInTheDocument()
  expect(check).not.toHaveBeenCalled()
})

test('a wrong answer is told, and another picture comes', async () => {
  const { page, picture, load, solved } = await open(calls(wrong))
  await picture.click({ position: { x: 30, y: 40 } })
  await picture.click({ position: { x: 90, y: 90 } })
  await expect.element(page.getByRole('alert')).toHaveTextContent('未点击正确区域，请重试')
  await expect.poll(() => load).toHaveBeenCalledTimes(2)
  await expect.element(page.getByRole('button', { name: m.captcha_removeDot({ number: 1 }) })).not.toBeInTheDocument()
  expect(solved).not.toHaveBeenCalled()
})

test('a picture that cannot be loaded says so; refresh tries again', async () => {
  const given = calls(right, { ok: false, message: '' })
  const { page, load } = await open(given)
  await expect.element(page.getByRole('alert')).toHaveTextContent(m.captcha_loadFailed())
  await page.getByRole('button', { name: m.captcha_refresh() }).click()
  await expect.poll(() => load).toHaveBeenCalledTimes(2)
})

test('the server says why there is no picture now', async () => {
  const { page } = await open(calls(right, { ok: false, message: '尝试次数过多，请在 5 秒后再试' }))
  await expect.element(page.getByRole('alert')).toHaveTextContent('尝试次数过多，请在 5 秒后再试')
})

test('by keyboard alone, without the picture: a calculation that fits the challenge', async () => {
  const { page, picture, check, solved } = await open()
  await expect.element(picture).toBeVisible()
  const button = page.getByRole('button', { name: m.captcha_withoutPicture() })
  for (let i = 0; i < 5 && document.activeElement !== button.query(); i++) await userEvent.keyboard('{Tab}')
  await expect.element(button).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => check).toHaveBeenCalledOnce()
  const { id, info } = check.mock.calls[0]?.[0] ?? { id: '', info: '' }
  expect(solves({ id, bits: 8 }, info.replace('work:', ''))).toBe(true)
  await expect.poll(() => solved).toHaveBeenCalledOnce()
})

/** What the dialog tells at this moment, besides its fixed controls. */
const told = () =>
  [m.captcha_order(), m.captcha_working(), m.captcha_withoutHint(), right.message].filter((words) =>
    [...document.querySelectorAll('[role=dialog] p, [role=dialog] span, [role=dialog] [role=status]')].some(
      (one) =>
        one.textContent === words && one.checkVisibility({ visibilityProperty: true }) && !one.closest('.sr-only'),
    ),
  )

test('one thing is said at a time: how to click, that a calculation runs, or that the answer was right', async () => {
  let answer = (_: CaptchaChecked) => {}
  const given = calls()
  given.check.mockImplementation(() => new Promise((resolve) => (answer = resolve)))
  const { page, picture } = await open(given)
  await expect.element(picture).toBeVisible()
  expect(told()).toEqual([m.captcha_order(), m.captcha_withoutHint()])
  const button = page.getByRole('button', { name: m.captcha_withoutPicture() })
  const places = () => {
    const top = document.querySelector('[role=dialog]')?.getBoundingClientRect().top ?? 0
    const parts = document.querySelectorAll('[role=dialog] img, [role=dialog] button')
    // The dialog may still be on its way into place, where fractions of a pixel get lost.
    return [...parts].map((one) => Math.round(one.getBoundingClientRect().top - top))
  }
  const before = places()
  await button.click()
  await expect.poll(() => given.check).toHaveBeenCalledOnce()
  expect(told()).toEqual([m.captcha_working()])
  expect(document.querySelectorAll('[role=dialog] .spinner')).toHaveLength(0)
  expect(places()).toEqual(before)
  answer(right)
  await expect.element(page.getByRole('status').filter({ hasText: right.message })).toBeVisible()
  expect(told()).toEqual([right.message])
  expect(document.querySelectorAll('[role=dialog] .spinner')).toHaveLength(0)
  await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument()
  expect(places()).toEqual(before)
})

test('the focus goes to the way without a picture, not to the way out', async () => {
  const { page, picture } = await open()
  await expect.element(picture).toBeVisible()
  await expect.element(page.getByRole('button', { name: m.captcha_withoutPicture() })).toHaveFocus()
})

test('Esc closes', async () => {
  const { page, closed, picture } = await open()
  await expect.element(picture).toBeVisible()
  await expectListening(page.getByRole('dialog'))
  await userEvent.keyboard('{Escape}')
  expect(closed).toHaveBeenCalled()
})

async function login(onSubmit: LoginSubmit) {
  const submit = vi.fn(onSubmit)
  const page = await renderPage(<LoginPage side="admin" siteName="量尺测评" onSubmit={submit} captchaCalls={calls()} />)
  const account = page.getByLabelText(m.login_account(), { exact: true })
  const password = page.getByLabelText(m.login_password(), { exact: true })
  await account.fill('admin')
  await password.fill('secret1')
  await userEvent.keyboard('{Enter}')
  return { page, submit, account, password }
}

test('the login form asks when the server does, and sends the same again with the pass', async () => {
  const { page, submit } = await login(async ({ captcha }) =>
    captcha ? { ok: true } : { ok: false, message: '请先完成安全验证', captcha: true },
  )
  const picture = page.getByRole('img', { name: m.captcha_image() })
  await picture.click({ position: { x: 30, y: 40 } })
  await picture.click({ position: { x: 90, y: 90 } })
  await expect.poll(() => submit).toHaveBeenCalledTimes(2)
  expect(submit).toHaveBeenLastCalledWith({
    username: 'admin',
    password: 'secret1',
    keep: false,
    captcha: { id: 'pass-1', info: 'pass' },
  })
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('closing the captcha leaves the form as it was, with the reason', async () => {
  const { page, submit, account, password } = await login(async () => ({
    ok: false,
    message: '请先完成安全验证',
    captcha: true,
  }))
  await expectListening(page.getByRole('dialog'))
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(page.getByText('请先完成安全验证')).toBeVisible()
  await expect.element(account).toHaveValue('admin')
  await expect.element(password).toHaveValue('secret1')
  expect(submit).toHaveBeenCalledTimes(1)
})
