import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { m } from '#src/i18n/paraglide/messages.js'
import { type ColourName, colourNames, defaultChoices } from '#src/layout/config/layout-config.ts'
import { readLayoutCookies } from '#src/layout/config/layout-cookie.ts'
import { layout } from '#src/layout/config/layout-store.ts'
import { presets } from '#src/layout/config/presets.ts'
import { contrast } from '#src/lib/contrast.ts'
import { forgetLayout, openShell } from './support/shell.tsx'

beforeEach(() => {
  forgetLayout()
  layout.choose({ isDark: false })
})

async function openDrawer(options: Parameters<typeof openShell>[0] = {}, folded = false) {
  const opened = await openShell(options)
  await page.getByRole('button', { name: m.shell_more() }).click()
  await page.getByRole('menuitem', { name: m.layout_title() }).click()
  await expect.element(drawer()).toBeVisible()
  // The values of colours are folded.
  if (!folded) await drawer().getByText(m.layout_advanced()).click()
  return opened
}

const drawer = () => page.getByRole('dialog', { name: m.layout_title() })
const field = (name: string) => drawer().getByRole('textbox', { name, exact: true })
const shell = () => document.querySelector<HTMLElement>('.shell')
const variable = (name: string) => shell()?.style.getPropertyValue(name)
/** Reads the layout from the cookie, as the next request does. A choice is stored only when the cookie has it. */
const kept = () => readLayoutCookies(document.cookie)

const colourLabels: Record<ColourName, () => string> = {
  menuBackground: m.layout_menuBackground,
  menuColor: m.layout_menuColor,
  menuActiveBackground: m.layout_menuActiveBackground,
  menuActiveColor: m.layout_menuActiveColor,
  menuTopBarBackground: m.layout_menuTopBarBackground,
  headerBarTabColor: m.layout_headerBarTabColor,
  headerBarTabActiveBackground: m.layout_headerBarTabActiveBackground,
  headerBarTabActiveColor: m.layout_headerBarTabActiveColor,
  headerBarBackground: m.layout_headerBarBackground,
  headerBarHoverBackground: m.layout_headerBarHoverBackground,
}

test('the drawer is 310 px wide and has a field for every colour', async () => {
  await openDrawer()
  expect(drawer().element().getBoundingClientRect().width).toBe(310)
  for (const name of colourNames) await expect.element(field(colourLabels[name]())).toBeInTheDocument()
})

test('it opens with colours to choose from, without their values and without a warning', async () => {
  await openDrawer({}, true)
  await expect.element(drawer().getByRole('radio', { name: m.layout_presetStandard() })).toBeChecked()
  await expect.element(field(m.layout_menuBackground())).not.toBeInTheDocument()
  await drawer().getByText(m.layout_advanced()).click()
  await expect.element(field(m.layout_menuBackground())).toBeVisible()
  expect(drawer().element().textContent).not.toContain(m.layout_readable({ colour: '' }).slice(-6))
  expect(drawer().element().textContent).not.toMatch(/#[\da-f]{6}/)
})

test.each(presets.map((preset) => [preset.key, preset] as const))(
  'the colours %s hold in both themes, and changing one of them leaves the set',
  async (_key, preset) => {
    layout.choose({ menuColor: ['#102030', '#405060'] })
    await openDrawer()
    const radio = drawer().getByRole('radio', { name: preset.name() })
    await expect.element(radio).not.toBeChecked()
    await drawer().getByText(preset.name(), { exact: true }).click()
    await expect.element(radio).toBeChecked()
    for (const name of colourNames) expect(kept()[name]).toEqual(preset.colours[name])
    await field(m.layout_menuTopBarBackground()).fill('#123456')
    await expect.element(radio).not.toBeChecked()
  },
)

test.each(colourNames)('%s changes for the theme in force, and only for that one', async (name) => {
  await openDrawer()
  await field(colourLabels[name]()).fill('#102030')
  expect(kept()[name]).toEqual(['#102030', defaultChoices[name][1]])
  layout.choose({ isDark: true })
  await expect.element(field(colourLabels[name]())).toHaveValue(defaultChoices[name][1])
  await field(colourLabels[name]()).fill('ABCDEF')
  expect(kept()[name]).toEqual(['#102030', '#abcdef'])
})

test('an emptied or half-typed colour changes nothing, and the field says again what holds', async () => {
  await openDrawer()
  const colour = field(m.layout_menuBackground())
  for (const text of ['', '#12', 'red']) {
    await colour.fill(text)
    expect(kept().menuBackground).toEqual(defaultChoices.menuBackground)
  }
  await userEvent.keyboard('{Tab}')
  await expect.element(colour).toHaveValue('#ffffff')
})

test('words in a colour that cannot be read are shown in a shade that can, and the drawer says which', async () => {
  await openDrawer()
  await field(m.layout_menuColor()).fill('#eeeeee')
  const [shade = ''] = /#\w{6}/.exec(variable('--menu-ink') ?? '') ?? []
  expect(contrast(shade, '#ffffff')).toBeGreaterThanOrEqual(4.5)
  await expect.element(drawer().getByText(m.layout_readable({ colour: shade }))).toBeVisible()
})

test('the well of the browser picks a colour too', async () => {
  await openDrawer()
  const well = drawer().getByLabelText(m.layout_pick({ label: m.layout_headerBarBackground() }))
  await well.fill('#204060')
  expect(kept().headerBarBackground[0]).toBe('#204060')
  expect(variable('--bar')).toContain('#204060')
})

test.each([
  ['Classic', m.layout_classic],
  ['Streamline', m.layout_streamline],
  ['Double', m.layout_double],
  ['Default', m.layout_default],
] as const)('the layout %s is chosen by its picture', async (mode, name) => {
  layout.choose({ layoutMode: mode === 'Default' ? 'Classic' : 'Default' })
  await openDrawer()
  await drawer().getByText(name(), { exact: true }).click()
  await expect.element(drawer().getByRole('radio', { name: name() })).toBeChecked()
  expect(shell()?.dataset.layout).toBe(mode)
  expect(kept().layoutMode).toBe(mode)
})

test('Classic makes the active tab grey on the base colour, Default restores it', async () => {
  await openDrawer()
  await drawer().getByText(m.layout_classic(), { exact: true }).click()
  await expect.element(field(m.layout_headerBarTabActiveBackground())).toHaveValue('#f5f5f5')
  await drawer().getByText(m.layout_default(), { exact: true }).click()
  await expect.element(field(m.layout_headerBarTabActiveBackground())).toHaveValue('#ffffff')
})

test('dark mode is that of the whole page, and looks at the tab colour again', async () => {
  layout.choose({ layoutMode: 'Classic', headerBarBackground: ['#ffffff', '#000000'] })
  await openDrawer()
  await drawer().getByText(m.layout_isDark()).click()
  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(kept().isDark).toBe(true)
  await field(m.layout_headerBarBackground()).fill('#1d1e1f')
  await expect.element(field(m.layout_headerBarTabActiveBackground())).toHaveValue('#141414')
})

test.each([
  ['menuShowTopBar', m.layout_menuShowTopBar, false],
  ['menuCollapse', m.layout_menuCollapse, true],
  ['menuUniqueOpened', m.layout_menuUniqueOpened, true],
] as const)('%s is switched', async (name, label, next) => {
  await openDrawer()
  await drawer().getByText(label()).click()
  expect(kept()[name]).toBe(next)
})

test('the logo bar disappears', async () => {
  await openDrawer()
  const logo = page.getByRole('complementary', { includeHidden: true }).getByText('量尺测评')
  await expect.element(logo).toBeInTheDocument()
  layout.choose({ menuShowTopBar: false })
  await expect.element(logo).not.toBeInTheDocument()
})

test('the width is one between its limits; what lies outside is put right', async () => {
  await openDrawer()
  const width = drawer().getByRole('spinbutton', { name: m.layout_menuWidth() })
  await expect.element(width).toHaveAttribute('step', '10')
  await width.fill('330')
  expect(kept().menuWidth).toBe(330)
  // What is typed counts at once, so that a drawer that closes now loses nothing.
  await width.fill('99')
  expect(kept().menuWidth).toBe(180)
  await expect.element(drawer().getByText(m.layout_menuWidthUsed({ width: 180 }))).toBeVisible()
  await userEvent.keyboard('{Tab}')
  expect(kept().menuWidth).toBe(180)
  await expect.element(width).toHaveValue(180)
  await width.fill('')
  await userEvent.keyboard('{Tab}')
  await expect.element(width).toHaveValue(180)
})

test('an animation is chosen by name, and the page shows it at once', async () => {
  await openDrawer()
  await drawer().getByRole('combobox').click()
  const shown = new Promise<string>((resolve) => {
    const entrance = document.querySelector('.page-entrance')
    entrance?.addEventListener('animationstart', (event) => resolve((event as AnimationEvent).animationName))
  })
  await page.getByRole('option', { name: m.layout_zoomInTop() }).click()
  expect(kept().mainAnimation).toBe('el-zoom-in-top')
  expect(await shown).toBe('page-unfold')
  await expect.poll(() => document.querySelector('[data-enter]')).toBeNull()
})

test('the defaults come back after a question, and only then', async () => {
  await openDrawer()
  layout.choose({ menuWidth: 300, menuColor: ['#102030', '#405060'], menuFolded: [1] })
  await drawer().getByRole('button', { name: m.layout_restore() }).click()
  const question = page.getByRole('alertdialog', { name: m.layout_restoreTitle() })
  await question.getByRole('button', { name: m.ui_cancel() }).click()
  expect(kept().menuWidth).toBe(300)
  await drawer().getByRole('button', { name: m.layout_restore() }).click()
  await question.getByRole('button', { name: m.layout_restore() }).click()
  await expect.element(page.getByText(m.layout_restored())).toBeVisible()
  await expect.poll(kept).toEqual(defaultChoices)
  expect(localStorage.getItem('ys_storeConfig')).toBeNull()
  expect(sessionStorage.getItem('ys_layoutResize')).toBeNull()
})

test('Esc closes it and gives the focus back', async () => {
  await openDrawer()
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer()).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: m.shell_more() })).toHaveFocus()
})
