import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { line } from '#src/lib/line.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { LineBar } from '#src/ui/line-bar.tsx'

test.each([390, 1440])('%i px: while the server is silent, the bar covers no button of a dialog', async (width) => {
  await page.viewport(width, 600)
  const screen = await render(
    <>
      <Dialog open onRequestClose={() => undefined} title="Edit" footer={<Button>Save</Button>}>
        <div style={{ height: 2000 }}>long</div>
      </Dialog>
      <LineBar />
    </>,
  )
  const save = screen.getByRole('button', { name: 'Save' })
  await expect.element(save).toBeVisible()
  const answers = vi.spyOn(window, 'fetch')
  answers.mockRejectedValue(new TypeError('no answer'))
  onTestFinished(async () => {
    answers.mockResolvedValue(new Response('ok'))
    await line.check(true)
    answers.mockRestore()
  })
  await line.check(true)
  // The dialog hides the rest of the test's page from screen readers.
  const status = screen.getByRole('status', { includeHidden: true })
  await expect.element(status).toBeVisible()
  const bar = status.element()
  await expect
    .poll(() => save.element().getBoundingClientRect().bottom)
    .toBeLessThanOrEqual(bar.getBoundingClientRect().top)
})
