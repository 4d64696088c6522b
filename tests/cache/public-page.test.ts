import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { config } from '#src/db/config.table.server.ts'
import { startBackend } from '../support/backend.ts'

/** Starts the application with a home page that counts how often it is rendered and shows its nonce. */
async function start() {
  const { createHttp, requestFacts, db, readConfig } = await startBackend()
  let made = 0
  const app = createHttp(async () => {
    made += 1
    const { siteName } = await readConfig(db, ['siteName'])
    const { nonce } = requestFacts()
    return new Response(`<h1>${siteName} ${made}</h1><script nonce="${nonce}"></script>`, {
      headers: { 'content-type': 'text/html' },
    })
  }, true)
  const read = async (path: string, cookie = '') => {
    const answer = await app(new Request(`http://localhost${path}`, { headers: { cookie } }))
    const html = await answer.text()
    const policy = answer.headers.get('content-security-policy') ?? ''
    const nonce = /nonce="([^"]+)"/.exec(html)?.[1] ?? ''
    expect(policy).toContain(`'nonce-${nonce}'`)
    return { nonce, title: /<h1>(.*)<\/h1>/.exec(html)?.[1] }
  }
  // The process caches nothing before it listens for changes.
  await expect
    .poll(async () => {
      const { title } = await read('/')
      return title === (await read('/')).title
    })
    .toBe(true)
  return { read, db, made: () => made }
}

test('the home page of strangers is made once, with a nonce of its own each time', async () => {
  const { read, made } = await start()
  const before = made()
  const answers = [await read('/'), await read('/'), await read('/')]
  expect(made()).toBe(before)
  expect(new Set(answers.map(({ nonce }) => nonce)).size).toBe(3)
})

test('each language, theme and address has its own, and whoever has a session is not served another one’s', async () => {
  const { read, made } = await start()
  const first = await read('/')
  const others = ['ys_lang=en', 'ys_theme=dark', 'ys_lang=en; ys_theme=dark']
  const titles = [first.title]
  for (const cookie of others) titles.push((await read('/', cookie)).title)
  titles.push((await read('/?lang=en')).title)
  expect(new Set(titles).size).toBe(5)
  for (const [at, cookie] of others.entries()) expect((await read('/', cookie)).title).toBe(titles[at + 1])
  const before = made()
  for (const path of ['/?lang=xx', '/?a=b', '/other']) await read(path)
  for (const cookie of ['ys_admin=1', 'ys_user=1']) await read('/', cookie)
  expect(made()).toBe(before + 5)
  expect((await read('/')).title).toBe(first.title)
})

test.each([
  { path: '/admin/login', side: 'admin', other: 'user' },
  { path: '/user/login', side: 'user', other: 'admin' },
])('$path is made once for strangers, and for each browser that remembers an account there', async (login) => {
  const { read, made } = await start()
  const first = await read(login.path)
  const before = made()
  expect((await read(login.path)).title).toBe(first.title)
  expect((await read(login.path, `ys_account_${login.other}=alice`)).title).toBe(first.title)
  expect(made()).toBe(before)
  for (const cookie of [`ys_account_${login.side}=alice`, 'ys_admin=1', 'ys_user=1']) await read(login.path, cookie)
  await read(`${login.path}?to=${encodeURIComponent('{"path":"/admin"}')}`)
  expect(made()).toBe(before + 4)
  expect((await read('/')).title).not.toBe(first.title)
})

test('a setting that changes, in whatever process, makes it anew', async () => {
  const { read, db } = await start()
  await db.update(config).set({ value: 'Another name' }).where(eq(config.name, 'siteName'))
  await expect.poll(async () => (await read('/')).title).toMatch(/^Another name/)
})
