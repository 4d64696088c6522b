import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { RichText } from '#src/crud/rich-text/rich-text.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import '#app/styles.css'

test('what was never cleaned shows its text and does nothing', async () => {
  const dirty = [
    '<p onclick="alert(1)" style="position:fixed">Text</p><script>window.hit = 1</script><img src="x" onerror="window.hit = 1">',
    '<svg><script>window.hit = 1</script></svg><iframe src="javascript:parent.hit=1"></iframe><form action="/x"><input></form>',
    '<a href="javascript:window.hit=1">bad</a><a href="https://ok.test/">good</a><a href="//evil.test">other</a>',
  ].join('')
  const page = await render(<RichText html={dirty} />)
  await expect.element(page.getByText('Text')).toBeVisible()
  const place = page.container
  expect(place.querySelectorAll('script, iframe, form, input, svg script, [onclick], [style*=fixed]')).toHaveLength(0)
  expect([...place.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual(['https://ok.test/'])
  expect([...place.querySelectorAll('img')]).toEqual([])
  await expect.element(page.getByText(m.editor_pictureMissing())).toBeVisible()
  expect(Reflect.get(window, 'hit')).toBeUndefined()
})

test('headings, lists, tables and formulas are shown; a formula that cannot be read is shown as its source', async () => {
  const page = await render(
    <RichText
      html={
        '<h2>Head</h2><ol start="3"><li><p>three</p></li></ol><table><tbody><tr><th colspan="2"><p>Sum</p></th></tr><tr><td><p>1</p></td><td><p>2</p></td></tr></tbody></table>' +
        '<p><span data-formula="\\frac{1}{2}">x</span><span data-formula="\\frac{1">\\frac{1</span></p>'
      }
    />,
  )
  await expect.element(page.getByRole('heading', { name: 'Head', level: 2 })).toBeVisible()
  expect(page.container.querySelector('ol')?.start).toBe(3)
  expect(page.container.querySelector('th')?.colSpan).toBe(2)
  await expect.poll(() => page.container.querySelectorAll('mfrac').length).toBe(1)
  await expect.element(page.getByText('\\frac{1', { exact: true })).toBeVisible()
})
