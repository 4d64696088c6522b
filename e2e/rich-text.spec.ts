import type { Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { arranged, expect, test } from './support/fixtures.ts'
import { makeNotes, NOTES, setRichText } from './support/notes.ts'

const notes = arranged(makeNotes)
test.beforeEach(({ ground }) => notes(ground))

const dialog = (page: Page) => page.getByRole('dialog')
const writing = (page: Page) => dialog(page).getByRole('textbox', { name: '正文' })
const tool = (page: Page, name: string) => dialog(page).getByRole('toolbar').getByRole('button', { name, exact: true })
const save = (page: Page) => dialog(page).getByRole('button', { name: '保存', exact: true }).click()

test('a text with headings, a table, a formula and a link is written, stored cleanly and shown', async ({
  page,
  signIn,
  db,
  expectAccessible,
}) => {
  await signIn('admin', 'admin', NOTES)
  await page.getByRole('button', { name: /添加/ }).first().click()
  await dialog(page).getByLabel('名称').fill('考场规则')
  await writing(page).click()
  await tool(page, '标题 1').click()
  // A tool gives the focus back a moment after its press.
  await expect(writing(page)).toBeFocused()
  await page.keyboard.type('规则')
  await tool(page, '居中').click()
  await expect(tool(page, '居中')).toHaveAttribute('aria-pressed', 'true')
  await expect(writing(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ControlOrMeta+Shift+l')
  await expect(tool(page, '左对齐')).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.type('请保持')
  await page.keyboard.press('ControlOrMeta+b')
  await page.keyboard.type('安静')
  await page.keyboard.press('ControlOrMeta+b')
  await page.keyboard.press('Enter')
  await tool(page, '公式').click()
  const formula = dialog(page).getByLabel('LaTeX 公式')
  await formula.fill('\\frac{a}{b} < 1')
  await expect(dialog(page).getByLabel('预览').locator('mfrac')).toBeVisible()
  await formula.press('Enter')
  await expect(writing(page).locator('math')).toBeVisible()
  await expect(writing(page)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+k')
  const address = dialog(page).getByLabel('链接地址')
  await address.fill('javascript:alert(1)')
  await address.press('Enter')
  await expect(dialog(page).getByText(/请输入网址/)).toBeVisible()
  await address.fill('example.test/rules')
  await address.press('Enter')
  await expect(writing(page).getByRole('link', { name: 'https://example.test/rules' })).toBeVisible()
  await tool(page, '插入表格').click()
  await expect(writing(page).locator('th')).toHaveCount(3)
  await expect(writing(page)).toBeFocused()
  await page.keyboard.type('科目')
  await page.keyboard.press('Tab')
  await page.keyboard.type('满分')
  await tool(page, '删除列').click()
  await expect(writing(page).locator('th')).toHaveCount(2)
  await writing(page).locator('th').nth(1).click()
  await page.keyboard.type('时间')
  await tool(page, '在下面插入行').click()
  await expect(writing(page).locator('tr')).toHaveCount(4)
  await expectAccessible()
  await save(page)
  await expect(dialog(page)).toHaveCount(0)
  const { rows } = await db.execute(sql`select body from res_note_page where name = '考场规则'`)
  expect(rows[0]?.body).toMatch(
    /^<h2 style="text-align:center">规则<\/h2><p>请保持<strong>安静<\/strong><\/p><p><span data-formula="\\frac\{a\}\{b\} &lt; 1">/,
  )
  // The list shows the beginning of the text, and the details show it as it was written.
  await expect(page.getByText(/^规则 请保持安静/)).toBeVisible()
  await page.getByRole('row').filter({ hasText: '考场规则' }).getByRole('button', { name: /更多/ }).click()
  await page.getByRole('menuitem', { name: '查看' }).click()
  await expect(dialog(page).getByRole('heading', { name: '规则', exact: true })).toBeVisible()
  await expect(dialog(page).locator('mfrac')).toBeVisible()
  await expect(dialog(page).getByRole('table')).toBeVisible()
  await expectAccessible()
})

test('the tools are reached and left by keyboard, and nothing is lost without a save', async ({
  page,
  reload,
  signIn,
}) => {
  await signIn('admin', 'admin', NOTES)
  await page.getByRole('button', { name: /添加/ }).first().click()
  await writing(page).click()
  await page.keyboard.type('abc')
  await page.keyboard.press('Alt+F10')
  await expect(tool(page, '撤销')).toBeFocused()
  await page.keyboard.press('End')
  await expect(tool(page, '清除格式')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(tool(page, '撤销')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(writing(page)).toHaveText('')
  await expect(writing(page)).toBeFocused()
  await page.keyboard.type('kept')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(dialog(page).getByLabel('链接地址')).toBeFocused()
  // Esc closes only the small form.
  await page.keyboard.press('Escape')
  await expect(writing(page)).toBeFocused()
  await reload()
  await page.getByRole('button', { name: /添加/ }).first().click()
  await expect(writing(page)).toHaveText('kept')
})

test('what comes from a word processor becomes plain rich text', async ({ page, signIn }) => {
  await signIn('admin', 'admin', NOTES)
  await page.getByRole('button', { name: /添加/ }).first().click()
  await writing(page).click()
  await writing(page).evaluate((element) => {
    const data = new DataTransfer()
    data.setData(
      'text/html',
      `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{color:red}</style></head><body>
      <p class=MsoNormal style='mso-margin-top-alt:auto;color:red'>One<o:p></o:p></p>
      <p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp;</span></span>Two</p>
      <p class=MsoListParagraph style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>1.</span>Three</p>
      <p class=MsoNormal><b>Four</b><img src="file:///C:/x.png" onerror="alert(1)"></p></body></html>`,
    )
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
  await expect(writing(page).locator('ul > li > p')).toHaveText('Two')
  await expect(writing(page).locator('ul ol > li')).toHaveText('Three')
  await expect(writing(page).locator('strong')).toHaveText('Four')
  await expect(writing(page).locator('img:not(.ProseMirror-separator), [style*=color], [class^=Mso]')).toHaveCount(0)
})

test('while the editor is off, the form says what is missing, and loads nothing of it', async ({
  page,
  signIn,
  db,
}) => {
  await setRichText(db, false)
  await expect.poll(async () => (await (await page.request.get('/api/site')).json()).data.richText).toBe(false)
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  await signIn('admin', 'admin', NOTES)
  await page.getByRole('button', { name: /添加/ }).first().click()
  await expect(dialog(page).getByText('请先从模块市场安装富文本编辑器')).toBeVisible()
  expect(scripts.filter((address) => /rich-text-editor|formula/.test(address))).toEqual([])
})
