import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from 'srvx'
import { createPig } from '../tests/support/pig-app.ts'
import { expect, speak, test } from './support/fixtures.ts'

const pig = createPig({ captcha: true, encodeKey: 'thanks,pig4cloud' })
const gateway = serve({ fetch: (request) => pig.app.fetch(request), port: 0, hostname: '127.0.0.1', silent: true })
let product: ChildProcess
let dataDir: string
let site: string

test.beforeAll(async () => {
  await gateway.ready()
  dataDir = await mkdtemp(join(tmpdir(), 'yardstick-pig-'))
  const env = {
    ...{ PORT: '0', HOST: 'localhost', DATA_DIR: dataDir, BACKEND_KIND: 'pig', PIG_ENCODE_KEY: 'thanks,pig4cloud' },
    ...{ BACKEND_URL: gateway.url?.replace(/\/$/, ''), OAUTH_ADMIN_CLIENT: 'pig:pig' },
  }
  product = spawn(process.execPath, ['scripts/start.ts'], { env: { ...process.env, ...env } })
  site = await new Promise((resolve, reject) => {
    let said = ''
    product.stdout?.on('data', (chunk) => {
      said += chunk
      const address = /ready: (\S+)/.exec(said)?.[1]
      if (address) resolve(address.replace(/\/$/, ''))
    })
    product.once('exit', (code) => reject(new Error(`ended with ${code}: ${said}`)))
  })
})

test.afterAll(async () => {
  product.kill('SIGTERM')
  await new Promise((resolve) => product.once('exit', resolve))
  await gateway.close(true)
  await rm(dataDir, { recursive: true, force: true })
})

test('on a pig back end: its captcha, its sentences, its person and menu; an expired token, and the way out', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 40[14]/)
  await speak(page, 'en', site)
  await page.goto(`${site}/admin`)
  await page.locator('html[data-hydrated]').waitFor()
  const signIn = async (password: string, code: string) => {
    await page.locator('input[name=username]').fill('admin')
    await page.locator('input[name=password]').fill(password)
    await page.getByRole('textbox', { name: 'Verification code' }).fill(code)
    await page.keyboard.press('Enter')
  }

  await signIn('Pa55word!', '41')
  await expect(page.getByRole('alert')).toContainText('验证码不合法')
  await signIn('wrong-pa55word', '42')
  await expect(page.getByRole('alert')).toContainText('用户名不存在或者密码错误')
  await signIn('Pa55word!', '42')
  await expect(page).toHaveURL(`${site}/admin/dashboard`)

  // It knows neither files in and out nor background jobs, so nothing offers them.
  await expect(page.getByRole('button', { name: /admin/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Background jobs' })).toHaveCount(0)
  const palette = page.getByRole('combobox')
  // The shell listens once it stands; until then nobody hears the keys.
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(palette).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await palette.fill('import')
  await expect(page.getByRole('option')).toHaveCount(0)
  await page.keyboard.press('Escape')

  // 424 is its word for an expired token: one refresh, and the page is there.
  pig.expireAccess()
  await page.reload()
  await expect(page.getByRole('button', { name: /admin/ })).toBeVisible()

  // Members do not exist there.
  await page.goto(`${site}/user/login`)
  await expect(page).toHaveURL(`${site}/404?path=%2Fuser%2Flogin`)

  // A refresh that is refused with 426 ends the session.
  pig.expireAccess()
  pig.forgetRefresh()
  await page.goto(`${site}/admin/dashboard`)
  await expect(page).toHaveURL(/\/admin\/login/)
  expect(pig.seen.filter(({ url }) => url.includes('grant_type=refresh_token'))).toHaveLength(2)
})
