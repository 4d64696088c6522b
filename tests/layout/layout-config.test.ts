import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import {
  colourNames,
  defaultChoices,
  defaultLayout,
  type LayoutChoices,
  layoutChoices,
  layoutModes,
  menuWidth,
  withTabBackground,
} from '#src/layout/config/layout-config.ts'
import { coloursOf, presets } from '#src/layout/config/presets.ts'
import { ACCENT_INK, GROUND, shellColours } from '#src/layout/config/shell-colours.ts'
import { contrast, mixed, readable } from '#src/lib/contrast.ts'

test('the defaults are the fixed colours and widths', () => {
  expect(defaultLayout).toMatchObject({
    showDrawer: false,
    shrink: false,
    layoutMode: 'Default',
    mainAnimation: 'slide-right',
    isDark: null,
    menuWidth: 260,
    menuDefaultIcon: 'fa fa-circle-o',
    menuCollapse: false,
    menuUniqueOpened: false,
    menuShowTopBar: true,
    menuBackground: ['#ffffff', '#1d1e1f'],
    menuActiveColor: ['#409eff', '#3375b9'],
  })
})

test('a field that cannot be read falls back by itself, the others stay', () => {
  const stored = { layoutMode: 'Cubist', menuWidth: 261.5, menuBackground: ['#000000', 'red'], menuCollapse: true }
  expect(v.parse(layoutChoices, stored)).toEqual({ ...defaultChoices, menuCollapse: true })
})

test.each([['#fff'], ['rgb(0,0,0)'], ['#ffffff;--x:url(//evil)'], ['var(--ink)']])(
  '%s is no colour of the layout',
  (colour) => {
    expect(v.parse(layoutChoices, { menuColor: [colour, colour] }).menuColor).toEqual(defaultChoices.menuColor)
  },
)

const bar = (change: Partial<LayoutChoices>) => withTabBackground({ ...defaultChoices, ...change })

test('on a bar in the base colour the active tab is slightly grey in Classic, and restored in Default', () => {
  const classic = bar({ layoutMode: 'Classic' })
  expect(classic.headerBarTabActiveBackground).toEqual(['#f5f5f5', '#141414'])
  expect(withTabBackground({ ...classic, layoutMode: 'Default' })).toEqual(defaultChoices)
})

test('each theme has its own base colour: a bar of another colour keeps its tab', () => {
  expect(
    bar({ layoutMode: 'Classic', headerBarBackground: ['#102030', '#1D1E1F'] }).headerBarTabActiveBackground,
  ).toEqual(['#ffffff', '#141414'])
})

test('a tab colour that somebody has chosen stays', () => {
  const chosen = { headerBarTabActiveBackground: ['#ffe8cc', '#332211'] } as const
  for (const layoutMode of layoutModes) expect(bar({ ...chosen, layoutMode })).toMatchObject(chosen)
})

test('Streamline and Double, which have no tabs, change nothing', () => {
  const classic = bar({ layoutMode: 'Classic' })
  expect(withTabBackground({ ...classic, layoutMode: 'Double' }).headerBarTabActiveBackground).toEqual(
    classic.headerBarTabActiveBackground,
  )
})

test.each([
  [false, false, 300],
  [true, false, 64],
  [false, true, 300],
  [true, true, 0],
])('collapsed %s, shrunk %s: the menu is %i px wide', (menuCollapse, shrink, width) => {
  expect(menuWidth({ ...defaultLayout, menuWidth: 300, menuCollapse, shrink })).toBe(width)
})

test('the contrast of two colours is that of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#ffffff', '#767676')).toBeCloseTo(4.54, 1)
  expect(contrast('#123456', '#123456')).toBe(1)
  expect(mixed('#000000', '#ffffff', 0.75)).toBe('#404040')
})

test('words keep a colour that can be read, and take the nearest shade of one that cannot', () => {
  expect(readable('#303133', '#ffffff')).toBe('#303133')
  const shade = readable('#409eff', '#ffffff')
  expect(contrast(shade, '#ffffff')).toBeGreaterThanOrEqual(4.5)
  expect(contrast(shade, '#ffffff')).toBeLessThan(5)
  // On this background only a lighter colour helps, not a darker one.
  expect(contrast(readable('#333333', '#1d1e1f'), '#1d1e1f')).toBeGreaterThanOrEqual(4.5)
})

/** Returns the two colours of a variable `light-dark(a, b)`. */
const pairOf = (css: string | undefined) => /light-dark\((#\w{6}), (#\w{6})\)/.exec(css ?? '')?.slice(1) ?? []
const words = [
  ['--menu-ink', '--menu'],
  ['--menu-muted', '--menu'],
  ['--menu-active-ink', '--menu-active'],
  ['--menu-bar-ink', '--menu-bar'],
  ['--bar-ink', '--bar'],
  ['--bar-muted', '--bar'],
  ['--bar-active-ink', '--bar-active'],
  ['--bar-hover-ink', '--bar-hover'],
  ['--tab-active-ink', '--tab-active'],
] as [`--${string}`, `--${string}`][]

const schemes: [string, Partial<LayoutChoices>][] = [
  ...presets.map((preset): [string, Partial<LayoutChoices>] => [`the colours ${preset.key}`, coloursOf(preset)]),
  ['the defaults', {}],
  ['colours that cannot be told apart', Object.fromEntries(colourNames.map((name) => [name, ['#777777', '#777777']]))],
  [
    'colours in the wrong theme',
    { menuBackground: ['#1d1e1f', '#ffffff'], headerBarBackground: ['#001122', '#ffffff'] },
  ],
]

test.each(schemes.flatMap(([name, change]) => layoutModes.map((mode) => [name, mode, change] as const)))(
  'with %s every word of %s can be read in both themes',
  (_name, layoutMode, change) => {
    const config = { ...defaultLayout, ...withTabBackground({ ...defaultChoices, ...change, layoutMode }) }
    const colours = shellColours(config)
    const ground = layoutMode === 'Default' ? GROUND : config.headerBarBackground
    for (const theme of [0, 1] as const) {
      for (const [word, on] of words) {
        const [ink = '', paper = ''] = [pairOf(colours[word])[theme], pairOf(colours[on])[theme]]
        expect(contrast(ink, paper), `${word} on ${on}`).toBeGreaterThanOrEqual(4.5)
      }
      expect(contrast(pairOf(colours['--tab-ink'])[theme] ?? '', ground[theme])).toBeGreaterThanOrEqual(4.5)
      // No other entry of a menu has as much contrast as that of the current page.
      for (const part of ['menu', 'bar'] as const) {
        const of = (word: `--${string}`, on: `--${string}`) =>
          contrast(pairOf(colours[word])[theme] ?? '', pairOf(colours[on])[theme] ?? '')
        const current = of(`--${part}-active-ink`, `--${part}-active`)
        expect(current, part).toBeGreaterThan(of(`--${part}-muted`, `--${part}`))
      }
    }
  },
)

test('marks that nobody has chosen are in the colour of the brand', () => {
  const brand = '#8a6d00'
  expect(shellColours(defaultLayout, brand)['--menu-mark']).toBe(`light-dark(${brand}, ${brand})`)
  const chosen = { ...defaultLayout, menuActiveColor: ['#aa0000', '#ff8888'] as const }
  expect(shellColours(chosen, brand)['--menu-mark']).toBe('light-dark(#aa0000, #ff8888)')
})

test('the ground that tabs lie on is the style sheet’s', () => {
  expect(readFileSync('app/styles.css', 'utf8')).toContain(`--ground: light-dark(${GROUND[0]}, ${GROUND[1]});`)
})

test('the entry of the current page has a tint of its own and 7 : 1, until somebody chooses its colours', () => {
  const on = (change: Partial<LayoutChoices>) => shellColours({ ...defaultLayout, ...change })
  for (const change of [{}, { menuBackground: ['#102a43', '#001122'] as const }]) {
    const colours = on(change)
    for (const theme of [0, 1] as const) {
      const [ink = '', paper = ''] = [
        pairOf(colours['--menu-active-ink'])[theme],
        pairOf(colours['--menu-active'])[theme],
      ]
      expect(contrast(ink, paper)).toBeGreaterThanOrEqual(7)
      expect(paper).not.toBe(pairOf(colours['--menu'])[theme])
    }
    expect(pairOf(colours['--menu-mark'])).toEqual(['#409eff', '#3375b9'])
  }
  const chosen = on({ menuActiveBackground: ['#ffe8cc', '#332211'], menuActiveColor: ['#663c00', '#ffd8a8'] })
  expect(pairOf(chosen['--menu-active'])).toEqual(['#ffe8cc', '#332211'])
  expect(pairOf(chosen['--menu-active-ink'])).toEqual(['#663c00', '#ffd8a8'])
})

test('the blue of the current entry is the style sheet’s', () => {
  expect(readFileSync('app/styles.css', 'utf8')).toContain(`--accent-ink: light-dark(${ACCENT_INK.join(', ')});`)
})

test('the text of a set of colours is as it was chosen: no shade has to be found for it', () => {
  for (const { key, colours } of presets.slice(1)) {
    for (const theme of [0, 1] as const) {
      expect(contrast(colours.menuColor[theme], colours.menuBackground[theme]), key).toBeGreaterThanOrEqual(7)
      expect(contrast(colours.menuActiveColor[theme], colours.menuBackground[theme]), key).toBeGreaterThanOrEqual(4.5)
    }
  }
})
