import { useState } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { Conflict } from '#src/crud/form/conflict.tsx'
import { type Choices, differences, firstChoices } from '#src/crud/form/merge.ts'
import { organizationDescription } from '#src/features/org/organization.schema.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { valuesOf } from '#src/resource/form-values.ts'

const base = valuesOf(organizationDescription, { name: 'Old', contact: 'Old', pid: 1, status: 1 })
const versions = { base, mine: { ...base, name: 'Mine', contact: 'Me' }, theirs: { ...base, contact: 'They', pid: 2 } }
const found = differences(organizationDescription, versions)

function Example({ onChoose }: { onChoose(choices: Choices): void }) {
  const [choices, setChoices] = useState(firstChoices(found))
  const choose = (next: Choices) => {
    setChoices(next)
    onChoose(next)
  }
  return (
    <Conflict
      found={found}
      choices={choices}
      onChoose={choose}
      labels={{ pid: { 1: 'First', 2: 'Second' } }}
      {...versions}
    />
  )
}

test('differing fields are shown with names instead of numbers; what only one changed is decided already', async () => {
  const page = await render(<Example onChoose={() => {}} />)
  expect(page.getByRole('group').elements()).toHaveLength(3)
  const parent = page.getByRole('group', { name: new RegExp(m.organization_parent()) })
  await expect.element(parent.getByRole('radio', { name: /Second/ })).toBeChecked()
  await expect.element(page.getByRole('radio', { name: /Mine/ })).toBeChecked()
  const contact = page.getByRole('group', { name: new RegExp(m.organization_contact()) })
  for (const radio of contact.getByRole('radio').elements()) expect(radio).not.toBeChecked()
  await expect.element(contact.getByText(m.conflict_original({ value: 'Old' }))).toBeVisible()
})

test('one field is chosen, or all at once', async () => {
  let last: Choices = {}
  const page = await render(
    <Example
      onChoose={(choices) => {
        last = choices
      }}
    />,
  )
  await page.getByRole('radio', { name: /They/ }).click()
  expect(last).toEqual({ pid: 'theirs', name: 'mine', contact: 'theirs' })
  await page.getByRole('button', { name: m.conflict_allMine() }).click()
  expect(last).toEqual({ pid: 'mine', name: 'mine', contact: 'mine' })
  await page.getByRole('button', { name: m.conflict_allTheirs() }).click()
  expect(last).toEqual({ pid: 'theirs', name: 'theirs', contact: 'theirs' })
})
