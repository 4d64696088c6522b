import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../support/database.ts'
import { passwords } from '../support/passwords.ts'

/** Starts a process of the application behind a proxy, so that a request can come from any address. */
async function startProcess(url: string): Promise<string> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../support/backend-process.ts')], {
    env: {
      ...process.env,
      DATABASE_URL: url,
      SESSION_SECRET: 'a secret of at least thirty-two characters',
      LOG_LEVEL: 'silent',
      TRUST_PROXY: 'true',
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    child.stdin.end()
    if (child.exitCode === null) await once(child, 'exit')
  })
  for await (const chunk of child.stdout) {
    const address = /ready (\S+?)\/?\n/.exec(String(chunk))?.[1]
    if (address) return address
  }
  throw new Error('the process ended')
}

test('a saved setting holds in every process at once: the site name, and who may not come in', {
  timeout: 120_000,
}, async () => {
  const database = await freshDatabase()
  onTestFinished(() => database.drop())
  const [one = '', other = ''] = await Promise.all([startProcess(database.url), startProcess(database.url)])
  const form = new URLSearchParams({ username: 'admin', password: passwords.admin })
  const headers = { authorization: `Basic ${btoa('admin:admin')}` }
  const signIn = await fetch(`${one}/auth/oauth/token?grant_type=password&scope=server`, {
    method: 'POST',
    headers,
    body: form,
  })
  const { access_token: token } = (await signIn.json()) as { access_token: string }
  const save = async (values: object, address = '192.0.2.1') => {
    const answer = await fetch(`${one}/adminApi/config/edit`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'accept-language': 'en',
        'x-forwarded-for': address,
      },
      body: JSON.stringify({ values }),
    })
    return (await answer.json()) as { code: number; data: unknown }
  }
  const at = async (path: string, address: string) => {
    const answer = await fetch(other + path, { headers: { 'x-forwarded-for': address, 'accept-language': 'en' } })
    return { status: answer.status, text: await answer.text() }
  }
  await at('/api/site', '192.0.2.1')
  expect(await save({ 'siteName@en': 'North' })).toMatchObject({ code: 200 })
  await expect.poll(async () => (await at('/api/site', '192.0.2.1')).text).toContain('"siteName":"North"')

  const list = '203.0.113.0/24\n2001:db8::/32'
  for (const address of ['203.0.113.9', '2001:db8::9', '::ffff:203.0.113.9']) {
    const own = `Your own address ${address} is in this list, and you would lock yourself out.`
    expect(await save({ forbiddenAddresses: list }, address)).toMatchObject({
      code: 422,
      data: { errors: { forbiddenAddresses: [own] } },
    })
  }
  expect(await save({ forbiddenAddresses: list })).toMatchObject({ code: 200 })
  const said = 'Access from your address is not allowed. Please contact the administrator of this site.'
  await expect.poll(async () => (await at('/api/site', '203.0.113.9')).status).toBe(403)
  for (const path of ['/', '/api/site', '/icons/x.json', '/assets/x.js', '/healthz', '/adminApi/menu']) {
    const answer = await at(path, '2001:db8::9')
    expect(answer.status, path).toBe(403)
    expect(
      [said, '不允许从您的地址访问，请联系本站管理员。'].some((one) => answer.text.includes(one)),
      path,
    ).toBe(true)
  }
  expect((await at('/api/site', '198.51.100.1')).status).toBe(200)
  expect(await save({ forbiddenAddresses: `${list}\n127.0.0.0/8` })).toMatchObject({ code: 200 })
  await expect.poll(async () => (await at('/api/site', '127.0.0.1')).status).toBe(403)
  expect((await at('/healthz', '127.0.0.1')).status).toBe(200)
})
