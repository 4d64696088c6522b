import { expect, test } from 'vitest'
import { withLocale } from '#src/i18n/locale.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { BoxStrip } from '#src/ui/charts/box-strip.tsx'
import { DotIntervals } from '#src/ui/charts/dot-intervals.tsx'
import { StackedBands } from '#src/ui/charts/stacked-bands.tsx'
import { TwoByTwo } from '#src/ui/charts/two-by-two.tsx'
import { ValueBars } from '#src/ui/charts/value-bars.tsx'
import { drawn, elementsOf, textsIn, titlesIn } from '../../support/drawing.ts'

const bands = ['Excellent', 'Pass', 'Low']
const one = { key: 1, name: 'First School' }

test('bands are as wide as their shares, have their percentage where it fits, and the number of pupils', () => {
  const rows = [{ ...one, value: [50, 48, 2] }]
  const html = drawn(<StackedBands title="Bands" bands={bands} rows={rows} counted="Pupils" />)
  const bars = elementsOf(html, 'rect').filter((rect) => rect.height === '14')
  const widths = bars.map((bar) => Number(bar.width))
  expect((widths[0] ?? 0) / (widths[1] ?? 1)).toBeCloseTo(50 / 48, 2)
  expect(new Set(bars.map((bar) => bar.fill)).size).toBe(3)
  expect(textsIn(html)).toEqual(expect.arrayContaining(['Excellent', 'First School', '50%', '48%', '100']))
  expect(textsIn(html)).not.toContain('2%')
  expect(titlesIn(html)).toEqual([
    m.chart_said({ name: 'First School', words: ['Excellent 50.0%', 'Pass 48.0%', 'Low 2.0%'].join(m.chart_comma()) }),
  ])
})

test('bars begin at zero and are as long as their values, which stand at the ends of the rows', () => {
  const rows = [
    { ...one, value: 30 },
    { key: 2, name: 'Second School', value: 7.5 },
    { key: 3, name: 'Third School', value: 0 },
    { key: 4, name: 'Fourth School', value: null },
  ]
  const html = drawn(<ValueBars title="Points" rows={rows} axis="Points lost" heading="Lost" />)
  const bars = elementsOf(html, 'rect').filter((rect) => rect.height === '14' && rect.stroke === 'var(--chart-1)')
  expect(new Set(bars.map((bar) => bar.x)).size).toBe(1)
  const widths = bars.map((bar) => Number(bar.width))
  expect((widths[0] ?? 0) / (widths[1] ?? 1)).toBeCloseTo(4, 1)
  expect(widths[2]).toBe(0)
  expect(textsIn(html)).toEqual(expect.arrayContaining(['Points lost', 'Lost', '30', '7.5', m.chart_withheld()]))
  expect(titlesIn(html)).toContain(m.chart_said({ name: 'First School', words: '30' }))
})

test('what is withheld has its word and no figure; what has nobody says so', () => {
  const rows = [
    { ...one, value: null },
    { key: 2, name: 'Second School', value: [0, 0, 0] },
    { key: 3, name: 'Third School', value: undefined },
  ]
  const html = drawn(<StackedBands title="Bands" bands={bands} rows={rows} counted="Pupils" />)
  const texts = textsIn(html)
  expect(texts.filter((text) => text === m.chart_withheld())).toHaveLength(1)
  expect(texts.filter((text) => text === m.chart_noData())).toHaveLength(2)
  expect(texts.filter((text) => /^\d+$/.test(text))).toEqual([])
  expect(html).toContain(m.chart_countWithheld({ count: 1 }))
})

test('a chart is an image with a name and a description; an own description comes first', () => {
  const rows = [{ ...one, value: { value: 72, low: 70, high: 74 } }]
  const chart = { title: 'Means', rows, axis: 'Mean mark', heading: 'Mean', interval: '95%' }
  const [svg = {}] = elementsOf(drawn(<DotIntervals {...chart} />), 'svg')
  expect(svg).toMatchObject({ role: 'img', 'aria-label': 'Means' })
  expect(drawn(<DotIntervals {...chart} />)).toContain(
    `<desc id="${svg['aria-describedby']}">${m.chart_rows({ count: 1 })} ${m.chart_span({ min: '70', max: '74' })}</desc>`,
  )
  expect(drawn(<DotIntervals {...chart} description="One school." />)).toContain('>One school.</desc>')
})

test('a dot is filled where its interval leaves the reference out', () => {
  const rows = [
    { key: 1, name: 'Above', value: { value: 78, low: 76, high: 80 } },
    { key: 2, name: 'Around', value: { value: 72, low: 70, high: 75 } },
    { key: 3, name: 'Touching', value: { value: 70, low: 68, high: 72 } },
    { key: 4, name: 'Below', value: { value: 60, low: 58, high: 62 } },
  ]
  const reference = { value: 72, label: 'District' }
  const html = drawn(
    <DotIntervals title="Means" rows={rows} axis="Mark" heading="Mean" interval="95%" reference={reference} />,
  )
  const dots = elementsOf(html, 'circle').slice(2)
  expect(dots.map((dot) => dot.fill === 'var(--chart-1)')).toEqual([true, false, false, true])
  expect(textsIn(html)).toContain('District 72.0')
})

test('rows stay in their given order: a chart is no ranking', () => {
  const rows = [70, 90, 80].map((value, key) => ({ key, name: `S${key}`, value: { value, low: value, high: value } }))
  const html = drawn(<DotIntervals title="Means" rows={rows} axis="Mark" heading="Mean" interval="95%" />)
  expect(textsIn(html).filter((text) => /^S\d$/.test(text))).toEqual(['S0', 'S1', 'S2'])
})

test('five hundred schools are drawings of a page each, with an axis each, and whole names on their rows', () => {
  const name = (at: number) => `No. ${at} Experimental Middle School of the Eastern District`
  const rows = Array.from({ length: 500 }, (_, at) => ({
    key: at,
    name: name(at),
    value: { value: 70 + (at % 9), low: 68, high: 80 },
  }))
  const html = drawn(<DotIntervals title="Means" rows={rows} axis="Mark" heading="Mean" interval="95%" width={320} />)
  const images = elementsOf(html, 'svg')
  expect(images).toHaveLength(13)
  expect(images.every((image) => Number(image.height) < 1_000)).toBe(true)
  expect(images[1]?.['aria-label']).toBe(m.chart_part({ title: 'Means', from: 40, to: 78, count: 500 }))
  expect(textsIn(html).filter((text) => text === 'Mark')).toHaveLength(13)
  expect(titlesIn(html)[120]).toContain(name(120))
  expect(textsIn(html)).not.toContain(name(120))
})

test('a box has its five points and its mean, in words too', () => {
  const box = { min: 10, q1: 40, median: 60, q3: 80, max: 100, mean: 58 }
  const html = drawn(<BoxStrip title="Marks" rows={[{ ...one, value: box }]} axis="Mark" ends={[0, 100]} />)
  const body = elementsOf(html, 'rect').filter((rect) => rect.height === '12')[0]
  const median = elementsOf(html, 'path').filter((path) => path['stroke-width'] === '2.5')[1]?.d ?? ''
  const at = Number(/^M([\d.]+)/.exec(median)?.[1])
  expect(at - Number(body?.x)).toBeCloseTo(Number(body?.width) / 2, 0)
  expect(titlesIn(html)[0]).toContain('60.0')
})

test('who reaches the total is one stretch, and who reaches the subject too; the note is the hit rate', () => {
  const value = { totalOnly: 10, both: 30, subjectOnly: 20, neither: 40 }
  const html = drawn(<TwoByTwo title="Lines" rows={[{ ...one, value }]} />)
  const bars = elementsOf(html, 'rect').filter((rect) => rect.height === '14')
  const [total, subject] = elementsOf(html, 'path').slice(-2)
  const ends = (path: string | undefined) =>
    path
      ?.match(/^M([\d.]+) [\d.]+H([\d.]+)/)
      ?.slice(1)
      .map(Number) ?? []
  const x = (at: number) => Number(bars[at]?.x)
  expect(ends(total?.d)).toEqual([x(0), x(2)])
  expect(ends(subject?.d)).toEqual([x(1), x(3)])
  expect(textsIn(html)).toContain('75.0%')
})

test('without rows, every chart says that there is nothing', () => {
  for (const chart of [
    <StackedBands key={1} title="x" bands={bands} rows={[]} counted="Pupils" />,
    <BoxStrip key={2} title="x" rows={[]} axis="Mark" />,
    <DotIntervals key={3} title="x" rows={[]} axis="Mark" heading="Mean" interval="95%" />,
    <TwoByTwo key={4} title="x" rows={[]} />,
    <ValueBars key={5} title="x" rows={[]} axis="Points" heading="Points" />,
  ]) {
    expect(textsIn(drawn(chart))).toEqual([m.chart_noData()])
  }
})

test('a chart speaks the language of its page', () => {
  const chart = <TwoByTwo title="x" rows={[{ ...one, value: null }]} />
  expect(withLocale('zh-cn', () => textsIn(drawn(chart)))).toEqual(
    expect.arrayContaining(['双上线', '命中率', '不公布']),
  )
  expect(withLocale('en', () => textsIn(drawn(chart)))).toEqual(
    expect.arrayContaining(['Both lines', 'Hit rate', 'Withheld']),
  )
})
