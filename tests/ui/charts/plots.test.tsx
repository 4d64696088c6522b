import { expect, test } from 'vitest'
import { m } from '#src/i18n/paraglide/messages.js'
import { Histogram } from '#src/ui/charts/histogram.tsx'
import { LineStrip } from '#src/ui/charts/line-strip.tsx'
import { Sparkline } from '#src/ui/charts/sparkline.tsx'
import { StepCurve } from '#src/ui/charts/step-curve.tsx'
import { TrendLines } from '#src/ui/charts/trend-lines.tsx'
import { drawn, elementsOf, textsIn, titlesIn } from '../../support/drawing.ts'

const bins = [4, 10, 6].map((count, at) => ({ from: at * 10, to: at * 10 + 10, count }))
/** The points of a path that goes through straight lines. */
const points = (d = '') => [...d.matchAll(/[ML]([\d.]+),([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)])

test('bars are as high as their counts, and the cumulative line goes from all to none', () => {
  const html = drawn(<Histogram title="Marks" bins={bins} axis="Mark" counted="Pupils" cumulative="top" />)
  const heights = elementsOf(html, 'rect')
    .slice(-3)
    .map((bar) => Number(bar.height))
  expect(heights.map((height) => Math.round((height / (heights[1] ?? 1)) * 10))).toEqual([4, 10, 6])
  const line = points(elementsOf(html, 'path').find((path) => path.d?.includes('L'))?.d).sort(
    (a, b) => (a[0] ?? 0) - (b[0] ?? 0),
  )
  const [top, bottom] = [line[0]?.[1] ?? 0, line.at(-1)?.[1] ?? 0]
  // 20 pupils, 16 of them at 10 or above, 6 at 20 or above.
  const shares = line.map(([, y = 0]) => (bottom - y) / (bottom - top))
  expect(shares.map((share) => Math.round(share * 20))).toEqual([20, 16, 16, 6, 6, 0])
})

test('a withheld bin is hatched, and no share can be told any more', () => {
  const some = bins.map((bin, at) => (at === 1 ? { ...bin, count: null } : bin))
  const html = drawn(<Histogram title="Marks" bins={some} axis="Mark" counted="Pupils" cumulative="top" />)
  expect(titlesIn(html)).toEqual(['0–10: 4', `10–20: ${m.chart_withheld()}`, '20–30: 6'])
  expect(textsIn(html)).not.toContain('100%')
  expect(textsIn(html)).not.toContain(m.chart_shareAbove())
  expect(elementsOf(html, 'path').some((path) => path.d?.includes('L'))).toBe(false)
})

test('the labels of lines that are close stand above each other', () => {
  const lines = [
    { value: 14, label: 'Mean 14' },
    { value: 15, label: 'Line 15' },
  ]
  const html = drawn(<Histogram title="Marks" bins={bins} axis="Mark" counted="Pupils" lines={lines} />)
  const y = (label: string) => Number(new RegExp(`y="([\\d.]+)"[^>]*>${label}<`).exec(html)?.[1])
  expect(Math.abs(y('Mean 14') - y('Line 15'))).toBeGreaterThanOrEqual(12)
})

test('assigned marks are steps: a line has no slope between two raw marks', () => {
  const marks = [50, 51, 52, 53].map((raw, at) => ({ raw, assigned: [60, 64, 64, 70][at] ?? 0 }))
  const html = drawn(<StepCurve title="Physics" points={marks} axis="Raw" assignedAxis="Assigned" />)
  const curve = points(
    elementsOf(html, 'path').find((path) => path['stroke-width'] === '2' && path.d?.includes('L'))?.d,
  )
  expect(curve.length).toBeGreaterThan(4)
  for (const [at, [x, y]] of curve.slice(1).entries()) {
    const [before = 0, above = 0] = curve[at] ?? []
    expect(x === before || y === above).toBe(true)
  }
})

test('dots never touch, always have the same place, and are full from the line on', () => {
  const dots = Array.from({ length: 90 }, (_, key) => ({ key, name: `P${key}`, value: 515 + ((key * 7) % 11) }))
  const strip = (
    <LineStrip title="Borderline" dots={dots} line={{ value: 520, label: 'Line 520' }} near={5} axis="Total" />
  )
  const html = drawn(strip)
  expect(drawn(strip)).toBe(html)
  const circles = elementsOf(html, 'circle')
    .slice(2)
    .map(({ cx, cy, fill }) => ({ x: Number(cx), y: Number(cy), fill }))
  expect(circles).toHaveLength(90)
  for (const [at, a] of circles.entries()) {
    for (const b of circles.slice(at + 1)) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(7)
  }
  const passed = dots.filter(({ value }) => value >= 520).length
  expect(circles.filter(({ fill }) => fill === 'var(--chart-1)')).toHaveLength(passed)
  expect(textsIn(html)).toEqual(
    expect.arrayContaining([m.chart_reached({ count: passed }), m.chart_near({ range: '5' })]),
  )
})

test('people who are withheld are a hatched stretch, without numbers', () => {
  const html = drawn(
    <LineStrip title="Borderline" dots={null} line={{ value: 520, label: 'Line 520' }} near={5} axis="Total" />,
  )
  expect(elementsOf(html, 'circle')).toEqual([])
  expect(textsIn(html)).toContain(m.chart_withheld())
  expect(textsIn(html)).not.toContain(m.chart_reached({ count: 0 }))
})

test('a line breaks where a value is withheld or missing, and only what is withheld says so', () => {
  const periods = ['1', '2', '3', '4']
  const values = [1, null, 3, 4]
  const html = drawn(
    <TrendLines title="Trend" periods={periods} series={[{ key: 1, name: 'Ours', values }]} axis="Z" />,
  )
  expect(elementsOf(html, 'path').find((path) => path['stroke-width'] === '2')?.d).toMatch(
    /^M[\d.,]+ZM[\d.,]+L[\d.,]+$/,
  )
  expect(textsIn(html)).toContain(m.chart_withheld())
  const missing = drawn(
    <TrendLines
      title="Trend"
      periods={periods}
      series={[{ key: 1, name: 'Ours', values: [1, undefined, 3, 4] }]}
      axis="Z"
    />,
  )
  expect(textsIn(missing)).not.toContain(m.chart_withheld())
})

test('a small change looks small on an axis whose ends are known', () => {
  const html = drawn(
    <TrendLines
      title="Trend"
      periods={['1', '2']}
      series={[{ key: 1, name: 'Ours', values: [0.74, 0.72] }]}
      axis="Share"
      style="percent"
      ends={[0, 1]}
    />,
  )
  expect(textsIn(html)).toEqual(expect.arrayContaining(['0%', '100%']))
})

test('series differ in colour, dashes and marks', () => {
  const series = ['A', 'B', 'C', 'D'].map((name, key) => ({ key, name, values: [key, key + 1] }))
  const html = drawn(<TrendLines title="Trend" periods={['1', '2']} series={series} axis="Z" />)
  const lines = elementsOf(html, 'path').filter((path) => path['stroke-width'] === '2')
  expect(new Set(lines.map((line) => line.stroke)).size).toBe(4)
  expect(new Set(lines.map((line) => line['stroke-dasharray'])).size).toBe(4)
  const marks = elementsOf(html, 'path').filter((path) => path['stroke-width'] === '1.5')
  expect(new Set(marks.map((mark) => mark.d)).size).toBe(4)
})

test('a small line has a name, breaks at gaps and marks its last value', () => {
  const html = drawn(<Sparkline title="1, 3, 2" values={[1, 3, null, 2, undefined]} />)
  expect(elementsOf(html, 'svg')[0]).toMatchObject({ role: 'img', 'aria-label': '1, 3, 2' })
  expect(elementsOf(html, 'circle')).toHaveLength(1)
  expect(Number(elementsOf(html, 'circle')[0]?.cx)).toBeLessThan(90)
})

test('without data, every plot says so', () => {
  const line = { value: 1, label: 'Line' }
  for (const chart of [
    <Histogram key={1} title="x" bins={[]} axis="Mark" counted="Pupils" />,
    <StepCurve key={2} title="x" points={[]} axis="Raw" assignedAxis="Assigned" />,
    <LineStrip key={3} title="x" dots={[]} line={line} axis="Total" />,
    <TrendLines key={4} title="x" periods={['1']} series={[{ key: 1, name: 'A', values: [undefined] }]} axis="Z" />,
  ]) {
    expect(textsIn(drawn(chart))).toEqual([m.chart_noData()])
  }
})
