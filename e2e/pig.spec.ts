import { serve } from 'srvx'
import { createPig } from '../tests/support/pig-app.ts'
import { alive, expect, speak, test } from './support/fixtures.ts'
import { type Ground, newGround } from './support/ground.ts'
import { wordsOf } from './support/words.ts'

const t = wordsOf('en')
const encodeKey = 'thanks,pig4cloud'
const pig = createPig({ captcha: true, encodeKey })
const gateway = serve({ fetch: (request) => pig.app.fetch(request), port: 0, hostname: '127.0.0.1', silent: true })
let product: Ground

test.beforeAll(async () => {
  await gateway.ready()
  product = await newGround({
    BACKEND_KIND: 'pig',
    PIG_ENCODE_KEY: encodeKey,
    OAUTH_ADMIN_CLIENT: 'pig:pig',
    BACKEND_URL: gateway.url?.replace(/\/$/, '') ?? '',
  })
})
test.afterAll(async () => {
  await product.end()
  await gateway.close(true)
})

test('on a pig back end: its captcha, its sentences, its person and menu; an expired token, and the way out', async ({
  page,
  reload,
  allowConsole,
}) => {
  allowConsole(/status of 40[14]/)
  const site = product.url
  await speak(page, 'en', site)
  await page.goto(`${site}/admin`)
  await alive(page)
  const signIn = async (password: string, code: string) => {
    await page.locator('input[name=username]').fill('admin')
    await page.locator('input[name=password]').fill(password)
    // A used captcha is replaced. The old answer would not fit the new picture, so wait for it.
    await expect(page.getByRole('img', { name: t('login_pigCaptchaImage') })).toBeVisible()
    await page.getByRole('textbox', { name: t('login_pigCaptcha') }).fill(code)
    await page.keyboard.press('Enter')
  }

  await signIn('Pa55word!', '41')
  await expect(page.getByRole('alert')).toContainText('验证码不合法')
  await signIn('wrong-pa55word', '42')
  await expect(page.getByRole('alert')).toContainText('用户名不存在或者密码错误')
  await signIn('Pa55word!', '42')
  await expect(page).toHaveURL(`${site}/admin/dashboard`)

  // pig has no import, no export and no background jobs, so nothing offers them.
  const palette = page.getByRole('combobox', { name: t('palette_placeholder') })
  await page.getByRole('button', { name: t('palette_open') }).click()
  await palette.fill(t('shell_signOut'))
  await expect(page.getByRole('option', { name: t('shell_signOut') })).toBeVisible()
  await palette.fill('import')
  await expect(page.getByText(t('palette_nothing', { query: 'import' }))).toBeVisible()
  await expect(page.getByRole('option')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(palette).toHaveCount(0)
  await expect(page.getByRole('button', { name: /admin/ })).toBeVisible()
  await expect(page.getByRole('button', { name: t('job_open') })).toHaveCount(0)

  // pig answers 424 for an expired token. After one refresh the page appears.
  pig.expireAccess()
  await reload()
  await expect(page.getByRole('button', { name: /admin/ })).toBeVisible()

  // pig has no members.
  await page.goto(`${site}/user/login`)
  await expect(page).toHaveURL(`${site}/404?path=%2Fuser%2Flogin`)

  // pig refuses the refresh with 426. The session ends.
  pig.expireAccess()
  pig.forgetRefresh()
  await page.goto(`${site}/admin/dashboard`)
  await expect(page).toHaveURL(/\/admin\/login/)
  expect(pig.seen.filter(({ url }) => url.includes('grant_type=refresh_token'))).toHaveLength(2)
})
