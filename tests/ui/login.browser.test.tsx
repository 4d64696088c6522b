import { afterEach, expect, test, vi } from 'vitest'
import { userEvent, page as viewport } from 'vitest/browser'
import { LoginPage } from '#src/features/auth/login.page.tsx'
import type { CaptchaCalls } from '#src/features/auth/use-captcha.ts'
import type { LoginSubmit } from '#src/features/auth/use-login.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { baseLocale, type Locale, overwriteGetLocale } from '#src/i18n/paraglide/runtime.js'
import type { Side } from '#src/lib/side.ts'
import { renderPage } from '../support/with-router.tsx'
import '../../app/styles.css'

const noCaptcha: CaptchaCalls = {
  load: async () => ({ ok: false, message: '' }),
  check: async () => ({ ok: false, message: '' }),
}

async function open(onSubmit: LoginSubmit = async () => ({ ok: true }), side: Side = 'admin') {
  const submit = vi.fn(onSubmit)
  const page = await renderPage(
    <LoginPage side={side} siteName="量尺测评" onSubmit={submit} captchaCalls={noCaptcha} />,
  )
  const account = page.getByLabelText(m.login_account(), { exact: true })
  const password = page.getByLabelText(m.login_password(), { exact: true })
  const button = page.getByRole('button', { name: m.login_submit(), exact: true })
  return { page, submit, account, password, button }
}

afterEach(async () => {
  overwriteGetLocale(() => baseLocale)
  await viewport.viewport(1280, 720)
})

/** The required messages, word for word. */
const sentences = {
  'zh-cn': {
    required: '必填',
    account: '账号须为 3 到 15 位，以字母开头，只能包含字母、数字和下划线',
    password: `密码须为 6 到 32 位，且不能包含 & < > " '`,
  },
  en: {
    required: 'Required',
    account: '3 to 15 characters, starting with a letter, containing only letters, digits and underscores',
    password: `6 to 32 characters, must not contain & < > " '`,
  },
} as const

for (const language of ['zh-cn', 'en'] as const) {
  for (const side of ['admin', 'user'] as const) {
    test(`the rules at the fields of ${side} in ${language}`, async () => {
      overwriteGetLocale(() => language)
      const words = sentences[language]
      const { page, submit, account, password, button } = await open(undefined, side)
      await button.click()
      await expect.element(page.getByText(words.required)).toHaveLength(2)
      await account.fill('1a')
      await password.fill('12345&')
      await button.click()
      await expect.element(page.getByText(words.account)).toBeVisible()
      await expect.element(page.getByText(words.password)).toBeVisible()
      await expect.element(account).toHaveAttribute('aria-invalid', 'true')
      expect(submit).not.toHaveBeenCalled()
    })
  }
}

test('the first empty field has the focus', async () => {
  const { account } = await open()
  await expect.element(account).toHaveFocus()
})

test('nothing is sent while a rule is broken; every field says what is wrong, and the first one gets the focus', async () => {
  const { page, submit, account, button } = await open()
  await account.fill('1alice')
  await button.click()
  await expect.element(page.getByText(m.rule_account())).toBeVisible()
  await expect.element(page.getByText(m.rule_required())).toBeVisible()
  await expect.element(account).toHaveFocus()
  await expect.element(account).toHaveAccessibleDescription(m.rule_account())
  expect(submit).not.toHaveBeenCalled()
})

test('one press on an untouched form says of both fields that they are required', async () => {
  const { page, submit, account, button } = await open()
  await expect.element(account).toHaveFocus()
  await button.click()
  await expect.element(page.getByText(m.rule_required())).toHaveLength(2)
  expect(submit).not.toHaveBeenCalled()
})

test('an error that appears on leaving a field does not move the button, and its press counts', async () => {
  const { page, account, password, button } = await open()
  const before = button.element().getBoundingClientRect().top
  await password.fill('short')
  await account.click()
  await expect.element(page.getByText(m.rule_password())).toBeVisible()
  expect(Math.abs(button.element().getBoundingClientRect().top - before)).toBeLessThan(1)
  // This message has two lines. It appears only after the click that moves the focus has ended.
  await account.fill('ab')
  await button.click()
  await expect.element(page.getByText(m.rule_account())).toBeVisible()
  await expect.element(account).toHaveFocus()
})

test('an empty field that was only passed by says nothing', async () => {
  const { page, account } = await open()
  await expect.element(account).toHaveFocus()
  await userEvent.keyboard('{Tab}{Tab}{Tab}')
  await expect.element(page.getByText(m.rule_required())).not.toBeInTheDocument()
})

test('an error appears on leaving a field, not while it is first typed, and goes with its reason', async () => {
  const { page, account, password } = await open()
  await account.fill('ab')
  await expect.element(page.getByText(m.rule_account())).not.toBeInTheDocument()
  await password.click()
  await expect.element(page.getByText(m.rule_account())).toBeVisible()
  await account.fill('abc')
  await expect.element(page.getByText(m.rule_account())).not.toBeInTheDocument()
})

test.each(['12345', 'a'.repeat(33), 'with<angle', 'with"quote'])('the password %s is refused', async (secret) => {
  const { page, password, account } = await open()
  await password.fill(secret)
  await account.click()
  await expect.element(page.getByText(m.rule_password())).toBeVisible()
})

test('Enter sends what was typed', async () => {
  const { page, submit, account, password } = await open()
  await account.fill('admin')
  await page.getByText(m.login_keep()).click()
  await password.fill('secret1')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => submit).toHaveBeenCalledWith({ username: 'admin', password: 'secret1', keep: true })
})

test('a refusal is announced, keeps what was typed, and leads back to the password', async () => {
  const { page, account, password, button } = await open(async () => ({ ok: false, message: '账号或密码不正确' }))
  await account.fill('admin')
  await password.fill('wrong-1')
  await button.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('账号或密码不正确')
  await expect.element(password).toHaveFocus()
  await expect.element(account).toHaveValue('admin')
  await expect.element(password).toHaveValue('wrong-1')
})

/** What is said of a server that fails, with a number of the usual length. */
function failed(reason: string, locale: Locale): string {
  const number = crypto.randomUUID()
  return `${m.failure_safe({ reason }, { locale })} ${m.failure_numbered({ number }, { locale })}`
}

/** Messages with which a sign-in can be refused, the longest ones. */
const refusals = {
  'zh-cn': [
    '账号或密码不正确',
    '尝试次数过多，请在 15 分钟后再试。',
    '服务器磁盘已满，没有保存任何内容。请联系管理员。',
    failed('服务暂时无法访问，请稍后再试！', 'zh-cn'),
  ],
  en: [
    'The account or password is incorrect',
    'Too many attempts. Please try again in 15 min.',
    'The service is temporarily unavailable Please try again later!',
    'The server’s disk is full, so nothing was saved. Please ask an administrator.',
    failed('Server internal error!', 'en'),
    failed('The service is temporarily unavailable Please try again later!', 'en'),
  ],
} as const

for (const language of ['zh-cn', 'en'] as const) {
  for (const side of ['admin', 'user'] as const) {
    test(`a refusal moves nothing, on ${side} in ${language}, on a telephone either`, async () => {
      overwriteGetLocale(() => language)
      // The typeface may arrive in between, and breaks lines elsewhere than its fallback does.
      document.documentElement.style.setProperty('--font-sans', 'sans-serif')
      const messages = [...refusals[language]]
      const { page, account, password, button } = await open(
        async () => ({ ok: false, message: messages[0] ?? '' }),
        side,
      )
      const parts = () => [account, password, button].map((one) => one.element().getBoundingClientRect().top)
      await account.fill('admin')
      await password.fill('wrong-1')
      for (const width of [390, 1366]) {
        await viewport.viewport(width, 800)
        const before = parts()
        for (const message of refusals[language]) {
          messages[0] = message
          await button.click()
          await expect.element(page.getByRole('alert')).toHaveTextContent(message)
          expect(parts()).toEqual(before)
        }
      }
    })
  }
}

test('an error of the server stands at its field until the field changes', async () => {
  const { page, account, password, button } = await open(async () => ({
    ok: false,
    message: '未通过检查',
    errors: { username: ['账号已停用'] },
  }))
  await account.fill('admin')
  await password.fill('secret1')
  await button.click()
  await expect.element(page.getByText('账号已停用')).toBeVisible()
  await expect.element(account).toHaveFocus()
  await account.fill('admin2')
  await expect.element(page.getByText('账号已停用')).not.toBeInTheDocument()
})

test('a server that cannot be reached is told as such, and that nothing is lost', async () => {
  const { page, account, password, button } = await open(async () => {
    throw new TypeError('Failed to fetch')
  })
  await account.fill('admin')
  await password.fill('secret1')
  await button.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent(m.failure_safe({ reason: m.error_network() }))
})

test('a second press while the first is on its way is harmless', async () => {
  let answer = (_: Awaited<ReturnType<LoginSubmit>>) => {}
  const { submit, account, password, button } = await open(
    () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  )
  await account.fill('admin')
  await password.fill('secret1')
  await button.dblClick()
  await userEvent.keyboard('{Enter}')
  await expect.element(button).toHaveAttribute('aria-busy', 'true')
  expect(submit).toHaveBeenCalledTimes(1)
  answer({ ok: false, message: 'x' })
  await expect.element(button).not.toHaveAttribute('aria-busy')
})

test('the password can be looked at by keyboard', async () => {
  const { page, password } = await open()
  await password.fill('secret1')
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('button', { name: m.ui_showPassword() })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(password).toHaveAttribute('type', 'text')
})
