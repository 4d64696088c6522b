import { expect, test } from 'vitest'
import { cleanSvg } from '#src/features/modules/archive/clean-svg.server.ts'

const clean = (text: string) => cleanSvg(Buffer.from(text))?.toString()
const NS = 'xmlns="http://www.w3.org/2000/svg"'
const svg = (inner: string) => `<svg ${NS} viewBox="0 0 8 8">${inner}</svg>`

test('shapes, gradients, clips and local references stay; what is cleaned once stays as it is', () => {
  const drawing = svg(
    '<title>A box &amp; more</title><defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient><clipPath id="c"><circle cx="4" cy="4" r="3"/></clipPath></defs><g clip-path="url(#c)" fill="url(#g)"><path d="M1 1h6v6z" stroke-linejoin="round"/></g><use href="#g" x="1"/>',
  )
  const once = clean(drawing)
  expect(once).toBe(
    svg(
      '<title>A box &amp; more</title><defs><linearGradient id="d-g"><stop offset="0" stop-color="#fff"></stop></linearGradient><clipPath id="d-c"><circle cx="4" cy="4" r="3"></circle></clipPath></defs><g clip-path="url(#d-c)" fill="url(#d-g)"><path d="M1 1h6v6z" stroke-linejoin="round"></path></g><use href="#d-g" x="1"></use>',
    ),
  )
  expect(clean(once ?? '')).toBe(once)
})

test.each([
  ['<script>alert(1)</script>', ''],
  ['<script xlink:href="//x"/>', ''],
  ['<SCRIPT>alert(1)</SCRIPT>', 'alert(1)'],
  ['<style>@import url(//x)</style>', ''],
  ['<foreignObject><body onload="x"><p>hi</p></body></foreignObject>', ''],
  ['<image href="//x/y.png"/>', ''],
  ['<a href="javascript:x"><path d="M0 0"/></a>', '<path d="M0 0"></path>'],
  ['<path d="M0 0" onclick="x" onload="y" style="background:url(//x)" class="a"/>', '<path d="M0 0"></path>'],
  ['<path d="M0 0" fill="url(//x#y)"/>', '<path d="M0 0"></path>'],
  ['<path d="M0 0" fill="URL(#x) url(//y)"/>', '<path d="M0 0"></path>'],
  ['<path d="M0 0" fill="u\\72l(//x)"/>', '<path d="M0 0"></path>'],
  ['<use href="//x#y"/>', '<use></use>'],
  ['<use xlink:href="data:image/svg+xml,x"/>', '<use></use>'],
  ['<path href="#a" d="M0 0"/>', '<path d="M0 0"></path>'],
  ['<animate attributeName="href" values="javascript:x"/>', ''],
  ['<set attributeName="onmouseover" to="x"/>', ''],
  ['<g xmlns="http://www.w3.org/1999/xhtml"><path d="M0"/></g>', '<g><path d="M0"></path></g>'],
  ['<svg:script xmlns:svg="http://www.w3.org/2000/svg">x</svg:script>', 'x'],
  ['<!-- a comment -->', ''],
  ['<?xml-stylesheet href="//x"?>', ''],
  ['<g id="a b"><path d="M0" id="&quot;&gt;&lt;x"/></g>', '<g><path d="M0"></path></g>'],
  ['&lt;script&gt;', '&lt;script&gt;'],
])('%s becomes %j', (given, kept) => {
  expect(clean(svg(given))).toBe(svg(kept))
})

test.each([
  ['nothing', ''],
  ['a text', 'hello'],
  ['a page', '<html><body></body></html>'],
  ['a declaration of a type', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('')}`],
  ['an entity inside', svg('<!ENTITY a "b">')],
  ['character data', svg('<![CDATA[<script>]]>')],
  ['two drawings', svg('') + svg('')],
  ['a drawing in a drawing', svg(svg(''))],
  ['a text before the drawing', `hello${svg('')}`],
  ['more than 100 KB', svg('<path d="M0 0"/>'.repeat(8000))],
  ['copies of copies', svg(`<use href="#a"/>`.repeat(11))],
])('%s is no drawing', (_what, text) => {
  expect(clean(text)).toBeUndefined()
})

test('bytes that are no UTF-8 are no drawing', () => {
  expect(cleanSvg(Buffer.from(svg('é'), 'latin1'))).toBeUndefined()
  expect(cleanSvg(Buffer.from(svg(''), 'utf16le'))).toBeUndefined()
})
