import { expect, test } from 'vitest'
import '#src/layout/frame-titles.ts'
import { type PageTitle, pageTitle, titleText } from '#src/layout/page-title.ts'
import zh from '../../messages/zh-cn.json' with { type: 'json' }

test('a key is translated, followed by a dash and the site name', () => {
  expect(pageTitle('pagesTitle_home', '量尺测评')).toBe('首页 - 量尺测评')
})

test('without a site name there is no dash', () => {
  expect(pageTitle('pagesTitle_home', '')).toBe('首页')
})

test('other texts are shown as they are', () => {
  expect(pageTitle({ text: '第一中学' }, '量尺测评')).toBe('第一中学 - 量尺测评')
  expect(pageTitle('toString', '')).toBe('toString')
})

test.each([undefined, '', { text: '' }])('%j is "no title"', (title) => {
  expect(pageTitle(title, '量尺测评')).toBe('无标题 - 量尺测评')
})

test('every page title of the messages is known', () => {
  const keys = Object.keys(zh).filter((key) => key.startsWith('pagesTitle_'))
  expect(keys.length).toBeGreaterThan(8)
  for (const key of keys) expect(titleText(key)).toBe(Object.entries(zh).find(([name]) => name === key)?.[1])
})

test('a route takes a known key or a text', () => {
  expect(['pagesTitle_login', { text: 'x' }] satisfies PageTitle[]).toHaveLength(2)
})
