import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { TransferPanel } from '#src/crud/export/transfer-panel.tsx'
import { listDefaults } from '#src/crud/query/list-search.ts'
import { examSchemeDescription } from '#src/features/exam-scheme/exam-scheme.schema.ts'
import { subjectDescription } from '#src/features/subject/subject.schema.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { baseLocale, overwriteGetLocale } from '#src/i18n/paraglide/runtime.js'
import { PermissionProvider } from '#src/layout/can.tsx'
import type { Description } from '#src/resource/description.ts'
import { Toaster } from '#src/ui/toast.tsx'

const close = vi.fn()

const show = (description: Description, chosen: { id: number }[] = []) =>
  render(
    <PermissionProvider holder={{ super: true, nodes: new Set() }}>
      <TransferPanel
        resource={description.key}
        description={description}
        search={listDefaults}
        columns={[]}
        chosen={chosen}
        onImport={vi.fn()}
        onClose={close}
      />
      <Toaster />
    </PermissionProvider>,
  )

afterEach(() => {
  overwriteGetLocale(() => baseLocale)
  close.mockReset()
  vi.restoreAllMocks()
})

const said = {
  'zh-cn':
    '文件中没有这些部分：科目、选科组合、等级与赋分区间、评价等级、分数线。它们只能在表单中查看和修改，导入不会改动它们。',
  en: 'These parts are not in the file: Subjects, Combinations, Bands and their scores, Rates, Cut lines. They are shown and changed in the form only; an import leaves them as they are.',
}

test.each(['zh-cn', 'en'] as const)(
  'the export names the parts of a row that the file does not hold: %s',
  async (locale) => {
    overwriteGetLocale(() => locale)
    await show(examSchemeDescription)
    await expect.element(page.getByText(said[locale], { exact: true })).toBeVisible()
    for (const link of [m.export_xlsx(), m.export_csv()])
      await expect.element(page.getByRole('link', { name: link })).toBeVisible()
    // Without these parts no row can be added from a file, so there is no template.
    expect(page.getByRole('link', { name: m.import_template() }).elements()).toEqual([])
  },
)

test('the export of chosen rows says it as well', async () => {
  await show(examSchemeDescription, [{ id: 1 }, { id: 2 }])
  await expect.element(page.getByText(m.export_chosenRows({ count: '2' }))).toBeVisible()
  await expect.element(page.getByText(said['zh-cn'], { exact: true })).toBeVisible()
})

test('a list whose rows have no such parts says nothing', async () => {
  await show(subjectDescription)
  await expect.element(page.getByText(m.export_title())).toBeVisible()
  await expect
    .element(page.getByText(m.export_leftOut({ parts: '' }).slice(0, 6), { exact: false }))
    .not.toBeInTheDocument()
})

test('an export closes the panel and says that it has begun', async () => {
  vi.spyOn(window, 'fetch').mockResolvedValue(new Response(null, { status: 200 }))
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  await show(subjectDescription)
  // The saving goes through a link of its own, so the press must not be a call of `click`.
  page
    .getByRole('link', { name: m.export_csv() })
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  expect(close).toHaveBeenCalledOnce()
  await expect.element(page.getByText(m.export_begun())).toBeVisible()
  expect(saved).toHaveBeenCalledOnce()
})

test('an export that the server refuses says why', async () => {
  const refused = new Response(JSON.stringify({ code: 422, msg: 'Too many rows', data: null }), { status: 422 })
  vi.spyOn(window, 'fetch').mockImplementation(async () => refused.clone())
  await show(subjectDescription)
  await page.getByRole('link', { name: m.export_xlsx() }).click()
  expect(close).toHaveBeenCalledOnce()
  await expect.element(page.getByText(m.export_failed({ reason: 'Too many rows' }))).toBeVisible()
})
