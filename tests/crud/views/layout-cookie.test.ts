import { expect, test } from 'vitest'
import { type KeptLayouts, layoutText, readLayouts } from '#src/crud/views/layout-cookie.ts'
import type { ListLayout } from '#src/crud/views/list-layout.ts'

const everything: ListLayout = {
  columns: ['name', 'seats_2', 'kind'],
  widths: { name: 260, seats_2: 96 },
  pins: { name: 'start', kind: 'end' },
  density: 'relaxed',
}
const cookie = (kept: KeptLayouts, view = '0') => `a=b; ys_list=${layoutText(kept, view)}; c=d`

test('what a browser writes of its lists, the server reads', () => {
  const kept = { 0: everything, 12: { density: 'compact' } } as const
  expect(readLayouts(cookie(kept))).toEqual(kept)
  expect(layoutText(kept, '0')).toMatch(/^[\w~!.:]+$/)
})

test('nothing that was changed is no cookie', () => {
  expect(layoutText({}, '0')).toBe('')
  expect(readLayouts('')).toEqual({})
})

test('pins that were all taken off are told from none that were touched', () => {
  expect(readLayouts(cookie({ 0: { pins: {} } }))).toEqual({ 0: { pins: {} } })
})

test('the cookie stays small: the view on screen first, others as far as there is room', () => {
  const columns = Array.from({ length: 30 }, (_, at) => `aColumnWithALongName${at}`)
  const kept = Object.fromEntries(Array.from({ length: 9 }, (_, view) => [view, { columns }]))
  const text = layoutText(kept, '7')
  expect(text.length).toBeLessThanOrEqual(2_000)
  expect(readLayouts(`ys_list=${text}`)).toMatchObject({ 7: { columns } })
})

test.each([
  'x~d9~c<b>~wname:1e9~wname:-5~pa',
  '0~d1;}*{display:none',
  '"><script>alert(1)</script>',
  '0~wname:NaN~p:e~c',
  '!!~~',
  '%',
])('a cookie that nobody of ours wrote brings no column and no width of its own: %s', (text) => {
  const [layout = {}] = Object.values(readLayouts(`ys_list=${text}`))
  expect(layout.columns ?? []).toEqual([])
  expect(layout.widths ?? {}).toEqual({})
})
