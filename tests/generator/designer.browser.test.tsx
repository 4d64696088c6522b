import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import type { Design } from '#src/features/generator/design.schema.ts'
import { Designer } from '#src/features/generator/designer.tsx'
import type { DesignerTab } from '#src/features/generator/designer-search.ts'
import type { DesignAnswer } from '#src/features/generator/generator.queries.ts'
import { blankDesign } from '#src/features/generator/presets.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { renderPage } from '../support/with-router.tsx'

const choices = {
  resources: [{ key: 'user', title: 'Accounts', tree: false, fields: [{ name: 'username', label: 'User name' }] }],
  menus: [{ name: 'exam', title: 'Exams' }],
}

const english = (label: string) => `${label} (${m.designer_english()})`

/** Renders the designer of a design that is stored, or of a new one. `next` reads another stored version. */
async function renderDesigner(
  design: Design = blankDesign(),
  stored = false,
  relations: DesignAnswer['relations'] = [],
) {
  const control = { next(_answer: DesignAnswer) {} }
  const answer = (one: Design, version: number): DesignAnswer => ({
    design: one,
    base: stored ? { key: 'room', version, rows: 3 } : null,
    path: null,
    relations,
  })
  function Page() {
    const [tab, setTab] = useState<DesignerTab>('design')
    const [start, setStart] = useState(() => answer(design, 1))
    control.next = setStart
    return (
      <Designer
        start={start}
        target={stored ? 'key:room' : 'new'}
        choices={choices}
        tab={tab}
        onTab={setTab}
        onReload={() => {}}
        onGenerated={() => {}}
      />
    )
  }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const screen = await renderPage(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  )
  const names = () => [...document.querySelectorAll<HTMLElement>('[data-field]')].map((one) => one.dataset.field).join()
  return { screen, names, next: (one: Design) => control.next(answer(one, 2)) }
}

afterEach(() => sessionStorage.clear())

test('a field is added, named by its label, moved and taken back, all by keyboard', async () => {
  await browser.viewport(1400, 900)
  const { screen, names } = await renderDesigner()
  await screen.getByRole('button', { name: m.designer_typeText(), exact: true }).click()
  expect(names()).toBe('name,text')
  await screen.getByRole('textbox', { name: english(m.designer_label()) }).fill('Room number')
  await userEvent.tab()
  await expect.poll(names).toBe('name,roomNumber')
  // A new label leaves nothing of the preset in the other language.
  await expect
    .element(screen.getByRole('textbox', { name: `${m.designer_label()} (${m.designer_chinese()})` }))
    .toHaveValue('')
  const name = screen.getByRole('textbox', { name: m.designer_name(), exact: false }).last()
  await name.fill('name')
  await expect.element(screen.getByText(m.designer_nameWrong())).toBeVisible()
  await userEvent.keyboard('{Enter}')
  expect(names()).toBe('name,roomNumber')
  await name.fill('number')
  await userEvent.keyboard('{Enter}')
  await expect.poll(names).toBe('name,number')

  document.querySelector<HTMLElement>('[data-field=number]')?.focus()
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await expect.poll(names).toBe('number,name')
  expect(document.activeElement?.getAttribute('data-field')).toBe('number')
  await userEvent.keyboard('{Delete}')
  await expect.poll(names).toBe('name')
  await expect.poll(() => document.activeElement?.getAttribute('data-field')).toBe('name')
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.poll(names).toBe('number,name')
  await userEvent.keyboard('{Control>}zzzzz{/Control}')
  // Typing the label was one step.
  await expect.poll(names).toBe('name')
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
  await expect.poll(names).toBe('name,text')
})

test('what a design lacks is said at its place, until it is there', async () => {
  await browser.viewport(1400, 900)
  const { screen } = await renderDesigner()
  await screen.getByRole('button', { name: m.designer_typeSelect(), exact: true }).click()
  await screen.getByRole('button', { name: m.designer_addOption() }).click()
  await screen.getByRole('button', { name: m.designer_generate() }).click()
  await expect.element(screen.getByText(m.designer_refused())).toBeVisible()
  const title = screen.getByRole('group', { name: m.designer_title(), exact: false }).first()
  await expect.element(title.getByText(m.rule_required())).toBeVisible()
  await expect
    .element(screen.getByRole('textbox', { name: `${m.designer_title()} (${m.designer_chinese()})` }))
    .toHaveFocus()
  await title.getByRole('textbox', { name: english(m.designer_title()) }).fill('Exam room')
  await expect.element(title.getByText(m.rule_required())).not.toBeInTheDocument()
  // The key and the table follow the title.
  await expect.element(screen.getByRole('textbox', { name: m.designer_key(), exact: false })).toHaveValue('exam-room')
  await expect
    .element(screen.getByRole('textbox', { name: m.designer_table(), exact: false }))
    .toHaveValue('res_exam_room')
  await expect.element(screen.getByRole('img', { name: m.designer_hasErrors() })).toBeVisible()
  // The list of changes names the places, and leads to them.
  await screen.getByRole('tab', { name: m.designer_changes() }).click()
  await screen.getByRole('button', { name: m.designer_typeSelect() }).click()
  await expect.element(screen.getByRole('group', { name: m.designer_options() })).toBeVisible()
})

test('a draft comes back after a reload, and is kept when somebody else has changed the screen', async () => {
  await browser.viewport(1400, 900)
  const stored = blankDesign()
  const first = await renderDesigner(stored, true)
  await first.screen.getByRole('button', { name: m.designer_presetStatus(), exact: true }).click()
  await first.screen.unmount()

  const { screen, names, next } = await renderDesigner(stored, true)
  expect(names()).toBe('name,status')
  await expect.element(screen.getByText(m.crud_draft())).toBeVisible()
  const theirs = { ...stored, icon: 'fa fa-star' }
  next(theirs)
  await expect.element(screen.getByText(m.designer_changedSince())).toBeVisible()
  expect(names()).toBe('name,status')
  await screen.getByRole('button', { name: m.designer_takeTheirs() }).click()
  await expect.poll(names).toBe('name')
  await expect.element(screen.getByText(m.designer_changedSince())).not.toBeInTheDocument()
  // Without changes of one's own, what is stored since comes by itself.
  next(stored)
  await expect.element(screen.getByText(m.designer_changedSince())).not.toBeInTheDocument()
  expect(sessionStorage).toHaveLength(0)
})

test('a point in time can be the time of a clock, which needs no time zone', async () => {
  await browser.viewport(1400, 900)
  const { screen } = await renderDesigner()
  await screen.getByRole('button', { name: m.designer_typeDatetime(), exact: true }).click()
  await expect.element(screen.getByText(m.crud_zonelessHint())).toBeVisible()
  const flag = screen.getByRole('checkbox', { name: m.crud_zoneless() })
  await expect.element(flag).not.toBeChecked()
  await flag.click()
  await expect.element(flag).toBeChecked()
  await screen.getByRole('tab', { name: m.designer_tabPreview() }).click()
  // Its example is shown as it is, eight hours before the same moment in Shanghai.
  await expect.element(screen.getByText('2026-09-01 08:30').first()).toBeVisible()
})

test('the preview has the list and the form of the design, and a telephone one column after another', async () => {
  await browser.viewport(390, 800)
  const { screen } = await renderDesigner()
  await expect.element(screen.getByRole('list', { name: m.designer_fields() })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: m.designer_typeMoney() })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: m.designer_panePresets() }).click()
  await screen.getByRole('button', { name: m.designer_typeMoney(), exact: true }).click()
  await screen.getByRole('button', { name: m.designer_paneField() }).click()
  await expect.element(screen.getByRole('textbox', { name: english(m.designer_label()) })).toBeVisible()
  await browser.viewport(1400, 900)
  await screen.getByRole('tab', { name: m.designer_tabPreview() }).click()
  await expect.element(screen.getByRole('columnheader', { name: m.designer_typeMoney(), exact: false })).toBeVisible()
  await expect.element(screen.getByRole('textbox', { name: m.designer_fieldName(), exact: false })).toBeVisible()
  await screen.getByRole('textbox', { name: m.designer_fieldName(), exact: false }).fill('Anything')
  await expect.element(screen.getByText(m.crud_save(), { exact: false }).first()).toBeVisible()
})

test('fields that point to rows of other screens are offered as choices', async () => {
  await browser.viewport(1400, 900)
  const { screen } = await renderDesigner(blankDesign(), true, [{ field: 'name', resource: 'user' }])
  const offer = screen.getByRole('button', { name: m.generator_relationTake(), exact: true })
  await offer.click()
  await expect.element(offer).not.toBeInTheDocument()
  await screen.getByRole('button', { name: m.undo_action(), exact: true }).click()
  await expect.element(offer).toBeVisible()
})
