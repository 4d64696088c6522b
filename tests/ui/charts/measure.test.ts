import { expect, test } from 'vitest'
import { withLocale } from '#src/i18n/locale.server.ts'
import { fitText, measureText, shortNames, spread } from '#src/ui/charts/measure.ts'
import { numberText } from '#src/ui/charts/number-text.ts'
import { random } from '../../support/random.ts'

test('a Chinese sign is one em wide, a Latin letter about half of it', () => {
  expect(measureText('平均分', 10)).toBe(30)
  expect(measureText('il', 10)).toBeLessThan(measureText('Mw', 10) / 3)
})

test('a text is shortened to its room, and a pair of signs is not cut in half', () => {
  expect(fitText('平均分', 36)).toBe('平均分')
  expect(fitText('东城区第一实验中学', 60)).toBe('东城区第…')
  expect(fitText('𠮷野家中学校', 36)).toBe('𠮷野…')
  expect(fitText('Middle', 4)).toBe('')
})

test('names that would look the same keep their ends instead', () => {
  const names = ['东城区第一实验中学（北校区）', '东城区第一实验中学（南校区）', '西城中学']
  const short = shortNames(names, 110)
  expect(short.get('西城中学')).toBe('西城中学')
  expect([...short.values()].map((form) => measureText(form) <= 110)).toEqual([true, true, true])
  expect(short.get(names[0] ?? '')).toMatch(/^东.*….*北校区）$/)
  expect(short.get(names[1] ?? '')).toMatch(/^东.*….*南校区）$/)
})

test('labels move apart in their order and stay between the bounds', () => {
  expect(spread([50, 52, 90], 16, 0, 100)).toEqual([50, 66, 90])
  expect(spread([98, 99], 16, 0, 100)).toEqual([84, 100])
  const { next, below } = random(5)
  for (let run = 0; run < 500; run++) {
    const places = Array.from({ length: 1 + below(8) }, () => next() * 100)
    const moved = spread(places, 16, 0, 100)
    const sorted = moved.toSorted((a, b) => a - b)
    for (const at of moved) expect(at >= -1e-9 && at <= 100 + 1e-9).toBe(true)
    const gap = Math.min(16, places.length > 1 ? 100 / (places.length - 1) : 16)
    for (const [index, at] of sorted.slice(1).entries()) {
      expect(at - (sorted[index] ?? 0)).toBeGreaterThan(gap - 1e-6)
    }
  }
})

test('numbers are in the language of the page, with a minus sign', () => {
  const say = () => [
    numberText(12_345.678),
    numberText(-3, { digits: 1 }),
    numberText(-0.04, { digits: 1 }),
    numberText(0.256, { style: 'percent' }),
    numberText(120_000, { compact: true, digits: 0 }),
  ]
  expect(withLocale('en', say)).toEqual(['12,345.68', '−3.0', '0.0', '26%', '120K'])
  expect(withLocale('zh-cn', say)).toEqual(['12,345.68', '−3.0', '0.0', '26%', '12万'])
})
