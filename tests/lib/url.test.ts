import { expect, test } from 'vitest'
import { isAbsoluteUrl } from '#src/lib/url.ts'

test.each([
  'http://example.cn',
  'https://example.cn/a?b=1',
  'HTTPS://EXAMPLE.CN',
  'ftp://example.cn/f',
  'mailto:a@example.cn',
  'tel:+8657112345',
])('%s is absolute', (address) => {
  expect(isAbsoluteUrl(address)).toBe(true)
})

test.each(['', '/a', 'a/b', '//example.cn', 'javascript:alert(1)', 'data:text/html,x', 'httpx://a', 'see http://a'])(
  '%j is not',
  (address) => {
    expect(isAbsoluteUrl(address)).toBe(false)
  },
)
