import { expect, test } from 'vitest'
import { htmlText } from '#src/lib/html-text.ts'

test.each([
  ['<h2>Rules</h2><p>Be <strong>qui</strong>et.</p>', 'Rules Be quiet.'],
  ['<p>a &lt; b &amp;amp; c&nbsp;&#39;d&#39;</p>', "a < b &amp; c 'd'"],
  ['<table><tbody><tr><td><p>1</p></td><td><p>2</p></td></tr></tbody></table>', '1 2'],
  ['<p></p>', ''],
])('%s reads %s', (html, text) => {
  expect(htmlText(html)).toBe(text)
})
