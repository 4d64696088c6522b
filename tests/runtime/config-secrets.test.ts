import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { puzzleInfo } from '#src/features/auth/captcha-answer.ts'
import { solve } from '#src/lib/proof-of-work.ts'
import { listen } from '../support/outgoing.ts'
import { smtpServer } from '../support/smtp.ts'
import { bearer, provenCaller } from './support/http.ts'
import { preparedDirectory, query, runScript, startInstance, temporaryDirectory } from './support/instance.ts'

const at = '/adminApi/config'
const words = { smtpPassword: 'Mark-smtp-5b1f/x', smsSecret: 'Mark-sms-9c2e/y', gatewayKey: 'Mark-own-7d3a/z' }
/** Each word as it is, and as addresses and mail servers write it. */
const forms = Object.values(words).flatMap((word) => [
  word,
  encodeURIComponent(word),
  Buffer.from(word).toString('base64'),
])
const found = (where: string | Buffer) => forms.filter((form) => where.includes(form))

test('a secret leaves the product only for its own server: no answer, page, log, job, table or backup has it', {
  timeout: 180_000,
}, async () => {
  // Both servers repeat what they get, as some do when they refuse.
  const asked: string[] = []
  const port = await listen(async (request, response) => {
    const got = `${request.url} ${request.headers['x-key']} ${await text(request)}`
    asked.push(got)
    response.writeHead(500).end(got)
  })
  const mail = await smtpServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (auth, _session, done) => done(new Error(`wrong: ${auth.username} ${auth.password}`)),
  })
  const dataDir = await preparedDirectory()
  const env = { LOG_LEVEL: 'debug', OUTGOING_ALLOW: `127.0.0.1:${port}` }
  const instance = await startInstance({ dataDir, env })
  const token = await bearer(instance.url)
  const call = await provenCaller(instance.url, token)
  const said: unknown[] = []
  const keep = async (answer: ReturnType<typeof call>, status = 200) => {
    const got = await answer
    expect(got, JSON.stringify(got)).toMatchObject({ status })
    said.push(got)
    return got
  }

  await keep(call('POST', `${at}/add`, { name: 'gatewayKey', group: 'sms', title: 'Key', type: 'password' }))
  const { smtpPassword: _none, ...server } = mail.settings
  const sms = {
    smsMode: 'http',
    smsUrl: `http://127.0.0.1:${port}/send?key={secret}`,
    smsHeaders: [{ key: 'x-key', value: '{secret}' }],
    smsBody: 'key={secret}&text={text}',
  }
  await keep(call('POST', `${at}/edit`, { values: { ...server, mailMode: 'smtp', ...sms, smtpUser: 'me', ...words } }))
  await keep(call('POST', `${at}/testMail`, { to: 'a@school.test', values: {} }))
  await keep(call('POST', `${at}/edit`, { values: { ...words, smtpPort: 0 } }), 422)

  // A text message whose gateway answers 500 with the secret in it.
  const challenge = (await call('GET', '/api/captcha?purpose=sms')).data as { id: string; puzzle: Puzzle }
  const info = puzzleInfo(await solve(challenge.puzzle, () => {}, new AbortController().signal))
  const extras = { captcha_id: challenge.id, captcha_info: info }
  const change = { mobile: '13900139000', template_code: 'user_change_mobile', extras }
  await keep(call('POST', '/api/Sms/send', change))
  await expect.poll(() => asked.length, { timeout: 30_000 }).toBeGreaterThan(0)
  expect(asked[0]).toContain(words.smsSecret)

  // An e-mail whose server repeats the password.
  const other = (await call('GET', '/api/captcha?purpose=ems')).data as { id: string; puzzle: Puzzle }
  const solved = puzzleInfo(await solve(other.puzzle, () => {}, new AbortController().signal))
  const more = { captcha_id: other.id, captcha_info: solved }
  await keep(call('POST', '/api/Ems/send', { email: 'new@school.test', event: 'user_change_email', extras: more }))
  const ended = async () =>
    (
      await query<{ n: number }>(
        dataDir,
        `select count(*)::int as n from message_out where attempts > 0 and answer <> ''`,
      )
    )[0]?.n
  await expect.poll(ended, { timeout: 30_000 }).toBe(2)

  const exported = await keep(call('GET', `${at}/export`))
  await keep(call('POST', `${at}/compare`, exported.data))
  await keep(call('POST', `${at}/import`, exported.data))
  const { groups } = (await keep(call('GET', `${at}/index`))).data as { groups: Group[] }
  const id = groups.flatMap(({ items }) => items).find(({ name }) => name === 'gatewayKey')?.id
  for (const name of Object.keys(words)) await keep(call('GET', `${at}/history?name=${name}`))
  await keep(call('DELETE', `${at}/del?ids[]=${id}`))
  await keep(call('GET', `${at}/deleted`))
  for (const path of ['outbox/index', 'template/index', 'job/index', 'user/index'])
    said.push(await call('GET', `/adminApi/${path}`))
  expect(JSON.stringify(said)).toContain('gatewayKey')
  expect(found(JSON.stringify(said))).toEqual([])

  const pages = ['/', '/admin/login', '/terms', '/api/site', '/api/docs'].map(async (path) =>
    (await fetch(instance.url + path)).text(),
  )
  expect(found((await Promise.all(pages)).join('\n'))).toEqual([])
  expect(found(instance.output())).toEqual([])

  // Every table: changes, jobs, the outbox, kept answers. The sealed form is no word of these.
  const tables = await query<{ name: string }>(
    dataDir,
    `select quote_ident(relname) as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and not relispartition`,
  )
  expect(tables.length).toBeGreaterThan(20)
  for (const { name } of tables) {
    const rows = await query<{ row: string }>(dataDir, `select to_jsonb(t)::text as row from ${name} t`)
    expect(found(rows.map(({ row }) => row).join('\n')), name).toEqual([])
  }

  const archive = join(await temporaryDirectory(), 'b.tar.gz')
  const backup = await runScript('backup', ['--out', archive], { dataDir })
  expect(backup.code, backup.output).toBe(0)
  expect(found(backup.output)).toEqual([])
  expect(found(gunzipSync(await readFile(archive)))).toEqual([])
  for (const file of await readdir(join(dataDir, 'files'), { recursive: true })) expect(found(file)).toEqual([])
})

type Puzzle = Parameters<typeof solve>[0]
type Group = { items: { name: string; id: number }[] }
