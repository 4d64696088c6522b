import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// docs/security.md says what is met, and which test shows it. Some of its lines are about what the source never does.

const source = globSync(['src/**/*.{ts,tsx}', 'app/**/*.{ts,tsx}'])
  .filter((file) => !file.startsWith('src/i18n/paraglide/'))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))

test('every line of docs/security.md that is met names a test that exists', () => {
  const lines = readFileSync('docs/security.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|') && /\bmet\b/i.test(line.split('|')[3] ?? ''))
  expect(lines.length).toBeGreaterThan(55)
  const without = lines.filter((line) => {
    const named = [...line.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`/g)].map(([, path = '']) => path)
    return named.length === 0 || !named.every((path) => existsSync(path) || existsSync(`tests/${path}`))
  })
  expect(without).toEqual([])
})

/** Files whose code has a pattern. */
function having(pattern: RegExp): string[] {
  return source.filter(({ text }) => pattern.test(text)).map(({ file }) => file)
}

const NETWORK = '(?:node:)?(?:https?|http2|net|tls|dgram)'
const CLIENTS = 'undici|node-fetch|axios|got|ky|ofetch|superagent|needle|request|nodemailer|ws'

/** Code that asks other machines: a fetch under any name, or a module that can. A method of that name cannot. */
const ASKING = new RegExp(
  [
    // Called, passed on, renamed. Not a key of an object.
    /(?<![.\w#'"`/-])fetch\b(?![\w'"`-])(?!\s*:)/.source,
    /\b(?:globalThis|global|window|self)\s*(?:\?\.|\.)?\s*(?:\[|fetch\b)/.source,
    // The object of all globals in parts, or under another name.
    /(?:=|=>|\(|,)\s*(?:globalThis|global)\b(?!\s*[.?[])/.source,
    /\bnew (?:\w+\.)?(?:WebSocket|EventSource|XMLHttpRequest)\b/.source,
    `^(?!import type ).*(?:\\b(?:from|import|require)[ (]*|\\)\\(\\s*)['"\`]${NETWORK}['"\`]`,
    /\bgetBuiltinModule\b/.source,
    `(?:\\b(?:from|import|require)[ (]*|\\)\\(\\s*)['"\`](?:${CLIENTS})['"\`/]`,
  ].join('|'),
  'm',
)

/** Code without its comments. */
const bare = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')

/** Files that may, and why. */
const MAY_ASK = {
  // The one way out of the server.
  'src/server/outgoing/send-once.server.ts': 'the connection',
  'src/server/mail/smtp.server.ts': 'SMTP to the configured mail server',
  'src/server/outgoing/gate.server.ts': 'the type of a name resolution',
  // The database is another machine, too.
  'src/db/cancel-query.server.ts': 'the database',
  'src/db/patient-client.server.ts': 'the database',
  'src/db/embedded/embedded.server.ts': 'a free port',
  'src/server/address.server.ts': 'reads addresses, opens nothing',
  // These run in browsers, and ask the server that sent them.
  'src/backend/browser-fetch.ts': 'the browser',
  'src/crud/export/download.ts': 'the browser',
  'src/layout/icons/icon-set.ts': 'the browser',
  'src/lib/line.ts': 'the browser',
  'src/crud/files/send-file.ts': 'the browser',
  'src/crud/import/upload.ts': 'the browser',
  'src/features/attachments/preview-content.tsx': 'the browser',
  'src/features/notices/member-feed.ts': 'the browser',
  'src/features/terminal/store/task-stream.ts': 'the browser',
  'src/crud/jobs/job-feed.ts': 'the browser',
  'src/lib/clear-local-stores.ts': 'the browser',
  // These listen.
  'scripts/lib/listen.ts': 'the server',
  'scripts/lib/port.ts': 'a free port',
  'scripts/lib/bootstrap-port.mjs': 'a free port',
  // Commands that somebody runs by hand.
  'scripts/dev.ts': 'a command',
  'scripts/lib/demo-client.ts': 'a command',
  // Functions of their own by this name.
  'src/crud/list/use-scroll-list.ts': 'the browser',
  'src/crud/list/chunk-store.ts': 'the browser',
  'app/lost-code.ts': 'the browser',
}

test('the server asks other machines through one client only', () => {
  const scripts = globSync('scripts/**/*.{ts,mjs}').map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  const asking = [...source, ...scripts].filter(({ text }) => ASKING.test(bare(text))).map(({ file }) => file)
  expect(asking.toSorted()).toEqual(Object.keys(MAY_ASK).toSorted())
  const inBrowsers = Object.entries(MAY_ASK).filter(([, why]) => why === 'the browser')
  expect(inBrowsers.filter(([file]) => /\.(server|functions)\.tsx?$/.test(file))).toEqual([])
})

test.each([
  ["await fetch('https://a')", true],
  ['const send = { fetch }', true],
  ['call(fetch, 1)', true],
  ['globalThis.fetch(url)', true],
  ["import { request } from 'node:https'", true],
  ["import https from 'https'", true],
  ["const { get } = require('node:http')", true],
  ["await import('undici')", true],
  ['const go = fetch', true],
  ['fetch.call(null, url)', true],
  ['fetch?.(url)', true],
  ['go ?? fetch', true],
  ['global.fetch(url)', true],
  ["globalThis['fetch'](url)", true],
  ['globalThis?.[name](url)', true],
  ['const { fetch: go } = globalThis', true],
  ["Reflect.get(globalThis, 'fetch')", true],
  ["import('node:http')", true],
  ['import(`node:http`)', true],
  ["import {\n  get,\n} from 'http'", true],
  ["createRequire(import.meta.url)('https')", true],
  ["process.getBuiltinModule('node:http')", true],
  ["import { fetch } from 'undici/index.js'", true],
  ["import { Agent } from 'undici'", true],
  ["import { connect } from 'node:tls'", true],
  ["import axios from 'axios'", true],
  ["import type { IncomingMessage } from 'node:http'", false],
  ['api.fetch(request)', false],
  ['this.#fetch({ a })', false],
  ['refetch()', false],
  ['export default { fetch: answer }', false],
  ['// a fetch of rows', false],
  ['export const http = 1', false],
])('the search for what asks other machines: %s', (code, found) => {
  expect(ASKING.test(bare(code))).toBe(found)
})

test('only the embedded database and the commands of the terminal are started as processes', () => {
  const starting = having(/child_process/)
  const others = starting.filter((file) => !file.startsWith('src/db/embedded/'))
  expect(others).toEqual(['src/features/terminal/run-process.server.ts'])
  expect(starting.length).toBeGreaterThan(0)
})

test('no text runs as code, and HTML as text is set for our own scripts only', () => {
  expect(having(/\beval\(|\bnew Function\(/)).toEqual([])
  expect(having(/dangerouslySetInnerHTML=/)).toEqual(['app/routes/__root.tsx'])
})

test('whoever makes an expression at run time is known', () => {
  const known = [
    // Of searched words, escaped.
    'src/crud/cells/highlight.tsx',
    'src/features/terminal/output/find-hits.ts',
    // Of names of attributes that the code gives.
    'src/server/sheet/xml-scan.server.ts',
    // Of constants.
    'src/backend/session-cookies.ts',
    'src/features/area/area-text.ts',
    'src/features/auth/captcha-answer.ts',
    'src/i18n/locale.server.ts',
    'src/server/export/csv-cell.ts',
    'src/server/import/cell-text.ts',
    'src/server/methods.server.ts',
    'src/server/sheet/cell.ts',
    'src/server/sheet/defused-text.ts',
  ]
  expect(having(/\bnew RegExp\(/).filter((file) => !known.includes(file))).toEqual([])
})
