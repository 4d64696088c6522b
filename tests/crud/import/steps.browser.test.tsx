import { useEffect, useRef } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ColumnsStep } from '#src/crud/import/columns-step.tsx'
import { FileStep } from '#src/crud/import/file-step.tsx'
import { ImportFooter } from '#src/crud/import/import-footer.tsx'
import { SheetStep } from '#src/crud/import/sheet-step.tsx'
import { useImport } from '#src/crud/import/use-import.ts'
import { examSchemeDescription } from '#src/features/exam-scheme/exam-scheme.schema.ts'
import { organizationDescription } from '#src/features/org/organization.schema.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Description } from '#src/resource/description.ts'
import type { ImportView } from '#src/server/import/view.server.ts'

type Column = ImportView['columns'][number]
const column = (title: string, field: string | null, change: Partial<Column> = {}): Column => ({
  title,
  samples: ['a', 'b'],
  field,
  by: field === null ? null : 'title',
  doubt: null,
  counts: false,
  ...change,
})
const guessed = { by: 'part', doubt: 'guess' } as const

/** A file of two exact columns, as the server describes it. */
const base: ImportView = {
  id: 7,
  fileName: 'rows.csv',
  size: 100,
  format: 'csv',
  returned: 'xlsx',
  encoding: { name: 'utf-8', guessed: false },
  sheets: [{ name: 'rows.csv', hidden: false }],
  sheet: 0,
  header: 1,
  head: [
    { row: 1, cells: ['机构代码', '机构名称'] },
    { row: 2, cells: ['S1', '第一小学'] },
  ],
  rows: 1,
  hiddenRows: 0,
  columns: [column('机构代码', 'code'), column('机构名称', 'name')],
  keys: {
    proposed: ['code'],
    remembered: false,
    possible: ['id', 'name', 'code', 'type', 'phone'],
    unique: [['code']],
    needed: true,
  },
  modes: ['both', 'add', 'update'],
  mode: 'both',
  blank: 'keep',
  blanks: ['keep', 'clear'],
  lines: null,
  earlier: null,
}

function Steps({ view, description = organizationDescription }: { view: ImportView; description?: Description }) {
  const imp = useImport(description.key)
  const received = useRef(false)
  useEffect(() => {
    if (!received.current) imp.received(view)
    received.current = true
  })
  if (!imp.view) return null
  return (
    <>
      {imp.error && <p role="alert">{imp.error}</p>}
      <h2>{imp.step}</h2>
      {imp.step === 'sheet' && <SheetStep view={imp.view} imp={imp} />}
      {imp.step === 'columns' && <ColumnsStep description={description} imp={imp} />}
      <ImportFooter imp={imp} skip={false} onRows={() => {}} onClose={() => {}} />
    </>
  )
}

const next = () => page.getByRole('button', { name: m.import_next() })
const select = (title: string) => page.getByLabelText(m.import_columnField({ name: title }))
const tick = () => page.getByRole('checkbox', { name: m.import_checked() })
const keyBox = (name: string) =>
  page.getByRole('group', { name: m.import_keys() }).getByRole('checkbox', { name, exact: true })

/** Shows the step of the columns. */
async function showColumns(change: Partial<ImportView>) {
  const shown = await render(<Steps view={{ ...base, ...change }} />)
  await next().click()
  await expect.element(page.getByRole('heading', { name: m.import_columnsTitle() })).toBeVisible()
  return shown
}

async function expectBlocked(reason: string) {
  await expect.element(next()).toHaveAttribute('aria-disabled', 'true')
  await expect.element(next()).toHaveAccessibleDescription(reason)
  await expect.element(page.getByText(reason)).toBeVisible()
}

test('exact titles need no confirmation', async () => {
  await showColumns({})
  await expect.element(next()).not.toHaveAttribute('aria-disabled')
  expect(tick().elements()).toHaveLength(0)
})

test('a guess is marked, and the next step waits until it is confirmed; all by keyboard', async () => {
  await showColumns({ columns: [column('学校代码', 'code', guessed), column('机构名称', 'name')] })
  await expect.element(page.getByText(m.import_byPart())).toBeVisible()
  await expectBlocked(m.import_checkFirst())
  // The button can be reached, and leads to the place that is missing.
  const button = next().element() as HTMLElement
  button.focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: 'columns', exact: true })).toBeVisible()
  const place = page.getByRole('status').filter({ hasText: m.import_checkColumns({ columns: '学校代码' }) })
  await expect.element(place).toHaveFocus()
  await userEvent.keyboard('{Tab} ')
  await expect.element(tick()).toBeChecked()
  await expect.element(next()).not.toHaveAttribute('aria-disabled')
  await tick().click()
  await expectBlocked(m.import_checkFirst())
})

test.each([
  ['open', m.import_doubtOpen],
  ['twice', m.import_doubtTwice],
  ['rival', m.import_doubtRival],
] as const)('a column in doubt says why: %s; a choice by hand settles it', async (doubt, sentence) => {
  await showColumns({ columns: [column('机构代码', 'code'), column('名称', null, { by: null, doubt })] })
  await expect.element(page.getByText(sentence())).toBeVisible()
  await expectBlocked(m.import_checkFirst())
  await select('名称').selectOptions('name')
  expect(page.getByText(sentence()).elements()).toHaveLength(0)
  await expect.element(next()).not.toHaveAttribute('aria-disabled')
})

test('without a unique field no key is chosen, and the person is asked', async () => {
  await showColumns({
    columns: [column('机构类型', 'type'), column('联系电话', 'phone')],
    keys: { ...base.keys, proposed: [] },
  })
  await expectBlocked(m.import_chooseKeys())
  await keyBox(m.organization_type()).click()
  await expect.element(page.getByText(m.import_keysNotUnique())).toBeVisible()
  await expect.element(next()).not.toHaveAttribute('aria-disabled')
})

test('a key that only counts is no proposal; chosen by hand it says what may happen, and waits for a tick', async () => {
  await showColumns({
    columns: [column('机构代码', 'code', { counts: true }), column('机构名称', 'name')],
    keys: { ...base.keys, proposed: [] },
  })
  await expectBlocked(m.import_chooseKeys())
  await keyBox(m.organization_code()).click()
  await expect.element(page.getByText(m.import_checkCounting({ columns: '机构代码' }))).toBeVisible()
  await expectBlocked(m.import_checkFirst())
  await tick().click()
  await expect.element(next()).not.toHaveAttribute('aria-disabled')
})

test('a column of row numbers says what it looks like', async () => {
  await showColumns({ columns: [column('序号', null, { counts: true }), ...base.columns] })
  await expect.element(page.getByText(m.import_counts())).toBeVisible()
  await expect.element(select('序号')).toHaveValue('')
  await expect.element(next()).not.toHaveAttribute('aria-disabled')
})

test('the key follows the columns: another unique field, or the person is asked again', async () => {
  await showColumns({ columns: [column('机构代码', 'code'), column('ID', null), column('机构名称', 'name')] })
  await expect.element(keyBox(m.organization_code())).toBeChecked()
  await select('机构代码').selectOptions('')
  await expectBlocked(m.import_chooseKeys())
  await expect.element(keyBox(m.organization_name())).not.toBeChecked()
  await select('ID').selectOptions('id')
  await expect.element(keyBox('ID')).toBeChecked()
})

test('nothing can be imported without a column', async () => {
  await showColumns({ columns: [column('某列', null)], keys: { ...base.keys, proposed: [] } })
  await expectBlocked(m.import_nothingMapped())
})

test('an earlier choice is named as such, needs no confirmation, and can be forgotten', async () => {
  await showColumns({
    columns: [column('机构代码', 'code'), column('校名', 'name', { by: 'memory' })],
    keys: { ...base.keys, proposed: ['name'], remembered: true },
  })
  expect(page.getByText(m.import_byMemory(), { exact: false }).elements().length).toBeGreaterThanOrEqual(2)
  await expect.element(page.getByRole('button', { name: m.import_forgetColumn({ name: '校名' }) })).toBeVisible()
  await expect
    .element(page.getByRole('button', { name: m.import_forgetColumn({ name: m.import_keys() }) }))
    .toBeVisible()
  await expect.element(page.getByRole('button', { name: m.import_forgetAll() })).toBeVisible()
  await expect.element(next()).not.toHaveAttribute('aria-disabled')
  await select('校名').selectOptions('shortName')
  expect(page.getByRole('button', { name: m.import_forgetColumn({ name: '校名' }) }).elements()).toHaveLength(0)
})

test('a guessed encoding is shown with its words, and has to be confirmed', async () => {
  await render(<Steps view={{ ...base, encoding: { name: 'big5', guessed: true } }} />)
  await expect.element(page.getByRole('combobox', { name: m.import_encoding() })).toHaveValue('big5')
  await expect.element(page.getByText(m.import_checkEncoding({ name: 'Big5' }))).toBeVisible()
  await expectBlocked(m.import_checkEncodingFirst())
  const button = next().element() as HTMLElement
  button.click()
  await expect.element(page.getByRole('heading', { name: 'sheet', exact: true })).toBeVisible()
  await page.getByRole('checkbox', { name: m.import_encodingRight() }).click()
  await next().click()
  await expect.element(page.getByRole('heading', { name: m.import_columnsTitle() })).toBeVisible()
})

test('a workbook has no encoding; a sheet that is not the first one says why it was taken', async () => {
  const sheets = ['说明', '名单'].map((name) => ({ name, hidden: false }))
  await render(<Steps view={{ ...base, format: 'xlsx', encoding: null, sheets, sheet: 1 }} />)
  await expect.element(page.getByRole('combobox', { name: m.import_sheet() })).toHaveValue('1')
  await expect.element(page.getByText(m.import_sheetProposed())).toBeVisible()
  expect(page.getByLabelText(m.import_encoding()).elements()).toHaveLength(0)
})

test('a title row further down can be typed; what is no row number goes back to what it was', async () => {
  await render(<Steps view={base} />)
  const row = page.getByLabelText(m.import_headerAt())
  await expect.element(row).toHaveValue('1')
  await row.fill('0')
  await userEvent.keyboard('{Enter}')
  await expect.element(row).toHaveValue('1')
})

test('files that can be read can be chosen, and those that are refused with good reasons', async () => {
  const show = (description: Description) =>
    render(
      <FileStep resource={description.key} description={description} first={{ current: null }} onReceived={() => {}} />,
    )
  const shown = await show(organizationDescription)
  const accept = shown.container.querySelector('input')?.accept.split(',')
  for (const ending of ['.xlsx', '.xlsm', '.csv', '.txt', '.tsv', '.xls', '.et', '.ods'])
    expect(accept).toContain(ending)
  await expect.element(page.getByRole('link', { name: m.import_template() })).toBeVisible()
  await shown.unmount()
  // No file can add a scheme, so an empty table for new ones would mislead.
  await show(examSchemeDescription)
  expect(page.getByRole('link', { name: m.import_template() }).elements()).toHaveLength(0)
})

/** A file whose lines become several rows. */
const ofLines: Partial<ImportView> = {
  keys: { proposed: [], remembered: false, possible: [], unique: [], needed: false },
  blanks: ['keep'],
  lines: [
    { name: 'number', label: '考号', required: true },
    { name: 'c1', label: '语文', required: false },
  ],
}

test('a file with lines of its own has the columns that the server names, and asks for no key', async () => {
  await showColumns({ ...ofLines, columns: [column('考号', 'number'), column('语文', 'c1')] })
  const options = [...(select('语文').element() as HTMLSelectElement).options].map(({ text }) => text)
  expect(options).toEqual([m.import_leaveOut(), '考号 *', '语文'])
  expect(page.getByRole('group', { name: m.import_keys() }).elements()).toHaveLength(0)
  expect(page.getByRole('group', { name: m.import_blank() }).elements()).toHaveLength(0)
  await expect.element(next()).not.toHaveAttribute('aria-disabled')
})

test('a column that every line needs is asked for before the next step', async () => {
  await showColumns({ ...ofLines, columns: [column('号', null), column('语文', 'c1')] })
  await expectBlocked(m.import_columnsNeeded({ columns: '考号' }))
  await select('号').selectOptions('number')
  await expect.element(next()).not.toHaveAttribute('aria-disabled')
})

test('where rows are only added, a key may be chosen and need not be', async () => {
  const keys = { proposed: [], remembered: false, possible: ['name'], unique: [], needed: false }
  await showColumns({ keys, modes: ['add'], mode: 'add', columns: [column('名称', 'name')] })
  const group = page.getByRole('group', { name: m.import_keys() })
  await expect.element(group).toHaveAccessibleDescription(m.import_keysOptional())
  await expect.element(next()).not.toHaveAttribute('aria-disabled')
})
