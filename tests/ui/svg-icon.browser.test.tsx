import { afterEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { SvgIcon } from '#src/ui/svg-icon.tsx'

afterEach(() => {
  document.getElementById('icon-sheet')?.remove()
  delete document.documentElement.dataset.iconSheet
})

test('shapes are drawn in their groups; what is no shape is left out', async () => {
  const body =
    '<g transform="scale(-1 1)"><path fill="none" stroke-width="2" d="M1 1h2"/><g><circle cx="1" cy="1" r="1"/></g></g>' +
    '<script>alert(1)</script><image href="x"/><path d="M0 0" onclick="alert(1)"/>'
  const { container } = await render(<SvgIcon icon={{ viewBox: '0 0 24 24', body }} />)
  const svg = container.querySelector('svg')
  expect(svg?.querySelector(':scope > g[transform="scale(-1 1)"] > path')?.getAttribute('stroke-width')).toBe('2')
  expect(svg?.querySelector('g > g > circle')).not.toBeNull()
  expect(svg?.querySelectorAll('script, image, [onclick]')).toHaveLength(0)
  expect(svg?.querySelectorAll(':scope > *')).toHaveLength(2)
})

test("the first glyph of the site's font fetches its style sheet, once", async () => {
  document.documentElement.dataset.iconSheet = 'data:text/css,.icon-home{color:rgb(1,2,3)}'
  const icon = { font: 'iconfont icon-home' }
  await render(
    <>
      <SvgIcon icon={icon} />
      <SvgIcon icon={icon} />
    </>,
  )
  const sheets = document.querySelectorAll('link[href^="data:text/css"]')
  expect(sheets).toHaveLength(1)
  const glyph = document.querySelector('i.iconfont')
  await expect.poll(() => glyph && getComputedStyle(glyph).color).toBe('rgb(1, 2, 3)')
})
