import { createServer, type Socket } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { withLocale } from '#src/i18n/locale.server.ts'
import { MailError } from '#src/server/mail/mail-error.server.ts'
import { type MailSettings, smtpTransport } from '#src/server/mail/smtp.server.ts'
import { certificate, refusal, smtpServer } from '../../support/smtp.ts'

const mail = { to: 'wang@school.test', subject: '测试', text: '正文', messageId: '<one@school.test>' }

/** How sending fails: the reason, the server's words, and the sentences in both languages. */
async function failureOf(settings: MailSettings, limits = {}) {
  try {
    await smtpTransport(settings, limits).send(mail)
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    const { reason, answer, isFinal } = error
    const said = [withLocale('en', () => error.sentence()), withLocale('zh-cn', () => error.sentence())]
    return { reason, answer, isFinal, said }
  }
  return undefined
}

test('an e-mail arrives with its sender, subject, text and id', async () => {
  const { settings, arrived } = await smtpServer()
  expect(await smtpTransport(settings).send({ ...mail, html: '<p>正文</p>' })).toMatch(/^250 /)
  expect(arrived).toHaveLength(1)
  expect(arrived[0]).toMatchObject({ from: 'yardstick@school.test', to: ['wang@school.test'], secure: false })
  const { source = '' } = arrived[0] ?? {}
  expect(source).toContain('Message-ID: <one@school.test>')
  expect(source).toContain('multipart/alternative')
})

test('no text adds a recipient or a header', async () => {
  const { settings, arrived } = await smtpServer()
  for (const to of [
    'a@school.test, b@school.test',
    'a@school.test\r\nRCPT TO:<b@school.test>',
    'group: b@school.test;',
  ])
    await expect(smtpTransport(settings).send({ ...mail, to })).rejects.toMatchObject({ reason: 'refused', answer: '' })
  expect(arrived).toEqual([])
  await smtpTransport(settings).send({ ...mail, subject: 'x\r\nBcc: c@school.test' })
  expect(arrived[0]?.to).toEqual(['wang@school.test'])
  expect(arrived[0]?.source).not.toMatch(/^Bcc:/m)
})

test('the server refuses for now, or for good, at each step', async () => {
  const later = await smtpServer({ onRcptTo: (_address, _session, done) => done(refusal(451, 'greylisted')) })
  expect(await failureOf(later.settings)).toMatchObject({ reason: 'later', isFinal: false })
  const good = await smtpServer({ onRcptTo: (_address, _session, done) => done(refusal(550, 'no such user')) })
  expect(await failureOf(good.settings)).toEqual({
    reason: 'refused',
    isFinal: true,
    answer: '550 no such user',
    said: [
      `The mail server localhost:${good.settings.smtpPort} refuses the message`,
      `邮件服务器 localhost:${good.settings.smtpPort} 拒绝接收该邮件`,
    ],
  })
  const data = await smtpServer({
    onData: (stream, _session, done) => stream.resume().on('end', () => done(refusal(554, 'spam'))),
  })
  expect(await failureOf(data.settings)).toMatchObject({ reason: 'refused', answer: '554 spam' })
  const said = (await failureOf(later.settings))?.said
  expect(said?.[0]).toContain('does not accept the message at the moment')
  expect(said?.[1]).toContain('暂时不接收该邮件')
})

test('a wrong password is told apart, and its answer has no password', async () => {
  const { settings, arrived } = await smtpServer({
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      password === 'right' ? done(null, { user: username }) : done(new Error('no')),
  })
  const failure = await failureOf({ ...settings, smtpUser: 'desk', smtpPassword: 'wrong-word' })
  expect(failure).toMatchObject({ reason: 'login', isFinal: false })
  expect(failure?.said[0]).toContain('does not accept the user name and the password')
  expect(failure?.said[1]).toContain('不接受该用户名和密码')
  expect(JSON.stringify(failure)).not.toContain('wrong-word')
  await smtpTransport({ ...settings, smtpUser: 'desk', smtpPassword: 'right' }).send(mail)
  expect(arrived[0]?.user).toBe('desk')
})

test('an untrusted certificate, and a server without encryption, are refused; a trusted one is used', async () => {
  const own = certificate()
  const tls = await smtpServer({ ...own, secure: true })
  const starttls = await smtpServer({ ...own, disabledCommands: [] })
  const plain = await smtpServer()
  const safe = { ...tls.settings, smtpSecurity: 'tls' as const }
  const upgraded = { ...starttls.settings, smtpSecurity: 'starttls' as const }
  for (const settings of [safe, upgraded, { ...plain.settings, smtpSecurity: 'starttls' as const }]) {
    const failure = await failureOf(settings)
    expect(failure).toMatchObject({ reason: 'secure', isFinal: false })
    expect(failure?.said[0]).toContain('No secure connection')
    expect(failure?.said[1]).toContain('无法与邮件服务器')
  }
  const before = getCACertificates('default')
  onTestFinished(() => setDefaultCACertificates(before))
  setDefaultCACertificates([...before, own.cert])
  await smtpTransport(safe).send(mail)
  await smtpTransport(upgraded).send(mail)
  expect([tls.arrived[0]?.secure, starttls.arrived[0]?.secure]).toEqual([true, true])
  expect(plain.arrived).toEqual([])
})

test('a server that is silent, is not there, or drops the line', async () => {
  const { settings } = await smtpServer()
  const sockets: Socket[] = []
  const mute = createServer((socket) => void sockets.push(socket))
  const rude = createServer((socket) => socket.end('220 hello\r\n'))
  const port = async (server: typeof mute) => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy()
      server.close()
    })
    const address = server.address()
    return typeof address === 'object' && address ? address.port : 0
  }
  const silent = await failureOf({ ...settings, smtpPort: await port(mute) }, { greetingTimeout: 100 })
  expect(silent).toMatchObject({ reason: 'time', isFinal: false })
  expect(silent?.said[0]).toContain('took too long to answer')
  expect(silent?.said[1]).toContain('响应太慢')
  const whole = await failureOf(
    { ...settings, smtpPort: await port(createServer((s) => void sockets.push(s))) },
    { whole: 100 },
  )
  expect(whole).toMatchObject({ reason: 'time' })
  const dropped = await failureOf({ ...settings, smtpPort: await port(rude) })
  expect(dropped).toMatchObject({ reason: 'unreachable', isFinal: false })
  expect(dropped?.said[0]).toContain('could not be reached')
  expect(dropped?.said[1]).toContain('无法连接邮件服务器')
})

test('a name that is none, and an address that no mail server has', async () => {
  const { settings } = await smtpServer()
  for (const smtpHost of ['', 'no-such-host.invalid', '169.254.169.254', 'fe80::1', '0.0.0.0']) {
    const failure = await failureOf({ ...settings, smtpHost })
    expect(failure, smtpHost).toMatchObject({ reason: 'host' })
    expect(failure?.said[0]).toContain('cannot be found or used')
    expect(failure?.said[1]).toContain('找不到邮件服务器')
  }
})
