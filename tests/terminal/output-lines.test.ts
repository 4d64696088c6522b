import { expect, test } from 'vitest'
import { OutputLines, withoutColours } from '#src/features/terminal/output-lines.server.ts'
import { secretHider, secretsOf } from '#src/features/terminal/output-secrets.server.ts'
import { SgrState } from '#src/features/terminal/sgr-state.ts'

const open = (secrets: readonly string[] = []) => new OutputLines(secretHider(secrets))
const linesOf = (text: string, secrets?: readonly string[]) => {
  const lines = open(secrets)
  return [...lines.take(Buffer.from(text)), ...lines.end()]
}

test.each([
  ['lines, and a last one without an end', 'one\ntwo\nthree', ['one', 'two', 'three']],
  ['lines of Windows', 'one\r\ntwo\r\n', ['one', 'two']],
  ['an empty line', 'one\n\ntwo\n', ['one', '', 'two']],
  ['a progress bar that is written over', '10 %\r50 %\r100 %\n', ['100 %']],
  ['the tab', 'a\tb\n', ['a\tb']],
  ['moves of the cursor', '\x1b[2K\x1b[1Gdone\x1b[?25h\n', ['done']],
  ['titles and links', '\x1b]0;title\x07a \x1b]8;;https://a.example\x1b\\link\x1b]8;;\x1b\\\n', ['a link']],
  ['a bell, a null and a stray escape', 'a\x07b\x00c\x1b\u6821\n', ['abc\u6821']],
  ['colours', '\x1b[31mred\x1b[0m plain\n', ['\x1b[31mred\x1b[0m plain']],
])('%s', (_, text, lines) => {
  expect(linesOf(text)).toEqual(lines)
})

test('a line that goes on in a colour says so itself', () => {
  expect(linesOf('\x1b[1m\x1b[31mone\ntwo\x1b[0m\nthree\n')).toEqual([
    '\x1b[1m\x1b[31mone\x1b[0m',
    '\x1b[1;31mtwo\x1b[0m',
    'three',
  ])
})

test.each([
  ['31', '\x1b[31m'],
  ['1;31;42', '\x1b[1;31;42m'],
  ['31;39', ''],
  ['1;2;22', ''],
  ['1;4;24', '\x1b[1m'],
  ['38;5;208;1', '\x1b[1;38;5;208m'],
  ['38;2;1;2;3;48;5;7', '\x1b[38;2;1;2;3;48;5;7m'],
  ['38;5;208;39', ''],
  ['91;104;49', '\x1b[91m'],
  ['31;', ''],
  ['', ''],
  ['31;32', '\x1b[32m'],
])('the colours in force after %s', (numbers, code) => {
  const state = new SgrState()
  state.take(numbers)
  expect(state.code()).toBe(code)
})

test('a character that comes in two pieces is one', () => {
  const lines = open()
  const bytes = Buffer.from('学校\n')
  expect([...lines.take(bytes.subarray(0, 2)), ...lines.take(bytes.subarray(2))]).toEqual(['学校'])
})

test('a line that never ends is cut, and what follows it is not taken for a line', () => {
  const lines = open(['secret-of-the-site'])
  const long = lines.take(Buffer.from(`${'a'.repeat(70_000)}secret-of`))
  expect(long).toHaveLength(1)
  expect(long[0]).toBe(`${'a'.repeat(4_000)} …\x1b[0m`)
  expect(lines.take(Buffer.from('-the-site\nnext\n'))).toEqual(['next'])
})

test.each([
  ['as it is', 'key=secret-of-the-site.', 'key=••••••.'],
  ['with a colour in it', 'secret-of\x1b[1m-the-site', '••••••\x1b[0m'],
  ['across the end of a long line', `${'x'.repeat(3_995)}secret-of-the-site`, `${'x'.repeat(3_995)}••••• …\x1b[0m`],
])('a secret is hidden %s', (_, text, shown) => {
  expect(linesOf(`${text}\n`, ['secret-of-the-site'])).toEqual([shown])
})

test('secrets are found in the environment by their names, also as a part of an address', () => {
  const secrets = secretsOf({
    SESSION_SECRET: 'site-secret-site-secret-site-secret',
    DATABASE_URL: 'postgresql://yard:pass%2Fword1@db.example:5432/yard',
    OAUTH_ADMIN_CLIENT: 'office:client-secret',
    OAUTH_USER_CLIENT: 'user:user',
    SMTP_TOKEN: 'abc',
    HOME: '/home/somebody',
    smtpPassword: 'mail-Pass-1',
  })
  const hide = secretHider(secrets)
  const line =
    'site-secret-site-secret-site-secret pass/word1 pass%2Fword1 client-secret mail-Pass-1 /home/somebody user:user abc'
  expect(hide(line)).toBe('•••••• •••••• •••••• •••••• •••••• /home/somebody user:user abc')
})

test.each([
  ['https://reader:s3cret@registry.example/', 'https://••••••@registry.example/'],
  ['//registry.example/:_authToken=npm_0123456789abcdefghijklmnop', '//registry.example/:_authToken=••••••'],
  ['authorization: Bearer abcdefgh12345678', 'authorization: Bearer ••••••'],
  ['token npm_0123456789abcdefghijABCDEFGHIJ012345', 'token ••••••'],
  ['see https://example.org/a@b and mail a@b.example', 'see https://example.org/a@b and mail a@b.example'],
])('what looks like a secret is hidden: %s', (line, shown) => {
  expect(secretHider([])(line)).toBe(shown)
})

test('a line without its colours', () => {
  expect(withoutColours('\x1b[1;31mred\x1b[0m')).toBe('red')
})
