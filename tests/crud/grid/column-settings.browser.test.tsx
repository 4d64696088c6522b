import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ColumnSettings } from '#src/crud/grid/column-settings.tsx'
import type { ListLayout } from '#src/crud/views/list-layout.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { Popup } from '#src/ui/popup.tsx'
import { fingers, mouse, spotOf } from '../../support/pointers.ts'

const columns = ['name', 'seats', 'note', 'owner'].map((id) => ({ id, header: id, width: 100 }))

/** The settings in the popup in which a list shows them. */
function Settings() {
  const [layout, setLayout] = useState<ListLayout>({})
  const [open, setOpen] = useState(true)
  return (
    open && (
      <div className="absolute top-10 right-2">
        <Popup label="columns" trigger={{ current: null }} onClose={() => setOpen(false)} className="w-80">
          <ColumnSettings
            columns={columns}
            layout={layout}
            changed={false}
            onChange={(patch) => setLayout({ ...layout, ...patch })}
            onReset={() => setLayout({})}
          />
        </Popup>
      </div>
    )
  )
}

const order = () => [...document.querySelectorAll('li')].map((line) => line.querySelector('label')?.textContent)
const line = (name: string) => [...document.querySelectorAll('li')].find((one) => one.textContent?.startsWith(name))
const handle = (name: string) => line(name)?.querySelector('[data-handle]')
const held = () => document.querySelectorAll('li.drag-held').length
const dropLine = () => document.querySelector('[data-drop-line]')?.getBoundingClientRect()

test('a column is dragged by mouse and by finger, also below the last one, and the line shows where it will be', async () => {
  await render(<Settings />)
  await mouse.down(spotOf(handle('name')))
  const last = spotOf(line('owner'))
  await mouse.move(last)
  await expect.poll(() => dropLine()?.top).toBeCloseTo((line('owner')?.getBoundingClientRect().bottom ?? 0) - 1, 0)
  await mouse.up(last)
  await expect.poll(order).toEqual(['seats', 'note', 'owner', 'name'])

  await fingers.down(spotOf(handle('owner')))
  await expect.poll(held).toBe(1)
  await fingers.move(spotOf(line('seats')))
  await fingers.up()
  await expect.poll(order).toEqual(['owner', 'seats', 'note', 'name'])
})

test('Escape cancels the drag of a column and leaves the settings open', async () => {
  await render(<Settings />)
  await fingers.down(spotOf(handle('note')))
  await expect.poll(held).toBe(1)
  await fingers.move(spotOf(line('name')))
  await userEvent.keyboard('{Escape}')
  await expect.poll(held).toBe(0)
  await fingers.up()
  expect(order()).toEqual(['name', 'seats', 'note', 'owner'])
  await expect.element(page.getByText(m.sort_cancelled({ name: 'note' }))).toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})
