import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { baseLocale, overwriteGetLocale } from '#src/i18n/paraglide/runtime.js'
import { FONT, measureText } from '#src/ui/charts/measure.ts'
import { random } from '../../support/random.ts'
import { randomCharts } from '../../support/random-charts.tsx'

afterEach(() => overwriteGetLocale(() => baseLocale))

/** What lies outside its drawing, and which texts cover each other, in pixels of the screen. */
function faultsOf(svg: Element): string[] {
  const frame = svg.getBoundingClientRect()
  const found: string[] = []
  const texts: { text: string; box: DOMRect }[] = []
  for (const shape of svg.querySelectorAll(':is(rect, path, circle, line, text):not(defs *)')) {
    const box = shape.getBoundingClientRect()
    const text = shape.tagName === 'text' ? (shape.textContent ?? '') : ''
    const inside =
      box.left >= frame.left - 1.5 &&
      box.right <= frame.right + 1.5 &&
      box.top >= frame.top - 1.5 &&
      box.bottom <= frame.bottom + 1.5
    if (!inside) found.push(`outside: ${text || shape.outerHTML}`)
    for (const other of text === '' ? [] : texts) {
      const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
      const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top)
      if (across > 0.5 && down > 4) found.push(`touch: ${text} | ${other.text}`)
    }
    if (text !== '') texts.push({ text, box })
  }
  return found
}

test.each([
  ['en', 640],
  ['en', 320],
  ['zh-cn', 640],
  ['zh-cn', 320],
] as const)('in %s, %i wide: everything stays inside, and no text covers another', async (language, width) => {
  overwriteGetLocale(() => language)
  document.documentElement.lang = language
  await page.viewport(800, 900)
  // Charts are measured for these fonts. Others, until they have come, have wider letters.
  await document.fonts.load(`${FONT}px ${getComputedStyle(document.body).fontFamily}`, 'East −0.25%')
  const place = document.body.appendChild(document.createElement('div'))
  onTestFinished(() => place.remove())
  place.style.width = `${width}px`
  const source = random(width + language.length)
  for (let run = 0; run < 8; run++) {
    for (const chart of randomCharts(source, width)) {
      place.innerHTML = renderToString(chart)
      const svgs = [...place.querySelectorAll('svg')]
      expect(svgs.length).toBeGreaterThan(0)
      expect(svgs.flatMap(faultsOf), `${chart.key}, run ${run}`).toEqual([])
      expect(place.innerHTML).not.toMatch(/NaN|Infinity|undefined/)
    }
  }
})

test('texts are at most as wide as the server has taken them for', async () => {
  const { container } = await render(
    <svg role="img" aria-label="x" fontSize={FONT} className="tabular">
      <text />
    </svg>,
  )
  await document.fonts.load(`${FONT}px Inter`)
  const text = container.querySelector('text')
  for (const words of [
    'East No. 12 Middle School',
    '东城第一中学',
    '1,234.5',
    '−0.25',
    'Woodmill',
    '95% 置信区间',
    'iiilll',
  ]) {
    if (text) text.textContent = words
    const real = text?.getComputedTextLength() ?? 0
    expect(measureText(words), words).toBeGreaterThanOrEqual(real - 0.5)
    expect(measureText(words), words).toBeLessThan(real * 1.15 + 2)
  }
})

test('a browser finds what the server has drawn', async () => {
  const onRecoverableError = vi.fn()
  const charts = <div>{randomCharts(random(3), 640)}</div>
  const place = document.body.appendChild(document.createElement('div'))
  place.innerHTML = renderToString(charts)
  const before = place.innerHTML
  const root = hydrateRoot(place, charts, { onRecoverableError })
  await expect.poll(() => Object.keys(place.querySelector('svg:last-of-type text') ?? {}).length).toBeGreaterThan(0)
  expect(onRecoverableError).not.toHaveBeenCalled()
  expect(place.innerHTML).toBe(before)
  root.unmount()
  place.remove()
})
