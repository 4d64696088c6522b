import { expect, test } from 'vitest'
import { browserName } from '#src/lib/browser-name.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0 Safari/537.36 Edg/140.0`, 'Edge · Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0 Safari/537.36`, 'Chrome · Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1 Version/18.0 Safari/605.1', 'Safari · macOS'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/140.0 Mobile Safari/604.1', 'Chrome · iOS'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox · Linux'],
  [`Mozilla/5.0 (Linux; Android 15) ${webkit} Chrome/140.0 Mobile MicroMessenger/8.0`, 'WeChat · Android'],
  ['curl/8.5.0', 'curl'],
  ['', ''],
])('%s', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name)
})
