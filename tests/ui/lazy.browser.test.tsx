import { Component, type ReactNode, useEffect, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { line } from '#src/lib/line.ts'
import { lazyDialog, lazyPart, warmCode } from '#src/ui/lazy.tsx'
import { useHydrated } from '#src/ui/use-hydrated.ts'

/** React reports an error that a boundary has caught on the console. */
const quiet = { createRootOptions: { onCaughtError: () => undefined } }

const Panel = ({ text }: { text: string }) => <p>{text}</p>

/** Fails as often as told, then gives the panel. */
function failing(times: number) {
  let left = times
  return vi.fn(async () => {
    if (left-- > 0) throw new TypeError('Failed to fetch dynamically imported module')
    return Panel
  })
}

test('a part whose code does not load leaves the page, and another try brings it', async () => {
  const load = failing(1)
  const Part = lazyPart(load)
  await render(
    <form>
      <input aria-label="name" defaultValue="" />
      <Part text="the panel" />
    </form>,
    quiet,
  )
  const name = page.getByLabelText('name')
  await name.fill('typed')
  await expect.element(page.getByText(m.lazy_failed())).toBeVisible()
  await expect.element(name).toHaveValue('typed')
  await page.getByRole('button', { name: m.ui_retry() }).click()
  await expect.element(page.getByText('the panel')).toBeVisible()
  await expect.element(page.getByText(m.lazy_failed())).not.toBeInTheDocument()
  await expect.element(name).toHaveValue('typed')
  expect(load).toHaveBeenCalledTimes(2)
})

test('a dialog whose code does not load can be given up and opened again', async () => {
  const load = failing(2)
  const Dialog = lazyDialog(
    async () => {
      const Loaded = await load()
      return ({ onClose }: { onClose(): void }) => (
        <button type="button" onClick={onClose}>
          <Loaded text="the dialog" />
        </button>
      )
    },
    ({ onClose }) => onClose(),
  )
  function Page() {
    const [open, setOpen] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          open
        </button>
        {open && <Dialog onClose={() => setOpen(false)} />}
      </>
    )
  }
  await render(<Page />, quiet)
  await page.getByRole('button', { name: 'open' }).click()
  await expect.element(page.getByText(m.lazy_failed())).toBeVisible()
  await page.getByRole('button', { name: m.ui_cancel() }).click()
  await expect.element(page.getByText(m.lazy_failed())).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'open' }).click()
  await page.getByRole('button', { name: m.ui_retry() }).click()
  await expect.element(page.getByText('the dialog')).toBeVisible()
})

class Around extends Component<{ children: ReactNode }, { text?: string }> {
  override state: { text?: string } = {}
  static getDerivedStateFromError = (error: unknown) => ({ text: String(error) })
  override render() {
    return this.state.text === undefined ? this.props.children : <p>{this.state.text}</p>
  }
}

test('an error inside of a part is not taken for missing code', async () => {
  const Part = lazyPart(async () => (): never => {
    throw new Error('a fault of the part')
  })
  await render(
    <Around>
      <Part />
    </Around>,
    quiet,
  )
  await expect.element(page.getByText('Error: a fault of the part')).toBeVisible()
  await expect.element(page.getByText(m.lazy_failed())).not.toBeInTheDocument()
})

test('a part that was loaded early is there at once, also without a connection', async () => {
  const load = vi.fn(async () => Panel)
  const Part = lazyPart(load, <p>waiting</p>, { warm: 'later' })
  await warmCode(async () => undefined)
  expect(load).toHaveBeenCalledTimes(1)
  const fetched = vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  await line.check(true)
  expect(line.isUp()).toBe(false)
  const { container } = await render(<Part text="the panel" />, quiet)
  expect(container.textContent).toBe('the panel')
  expect(load).toHaveBeenCalledTimes(1)
  fetched.mockRestore()
  await line.check(true)
})

test('code that is likely needed loads first, then what that code brings, each part in a calm moment', async () => {
  const order: string[] = []
  const part = (name: string, warm: 'first' | 'later', then?: () => void) =>
    lazyPart(
      async () => {
        order.push(name)
        then?.()
        return Panel
      },
      null,
      { warm },
    )
  part('menu', 'later')
  part('form', 'first', () => part('field', 'first'))
  let waits = 0
  await warmCode(async () => {
    expect(order).toHaveLength(waits)
    waits++
  })
  expect(order).toEqual(['form', 'field', 'menu'])
  expect(waits).toBe(3)
})

test('what the server has rendered stays until its code is there, also when the page comes alive before it', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof Panel>()
  const Part = lazyPart(() => promise, <p>the outline</p>)
  const place = document.body.appendChild(document.createElement('div'))
  // A suspense boundary as the server writes it.
  place.innerHTML = '<!--$--><p>the panel</p><!--/$-->'
  const drawn = place.querySelector('p')
  const texts: (string | null)[] = []
  const watch = new MutationObserver(() => texts.push(place.textContent))
  watch.observe(place, { childList: true, subtree: true, attributes: true })
  const onAlive = vi.fn()
  const Alive = () => {
    const alive = useHydrated()
    useEffect(() => {
      if (alive) onAlive()
    }, [alive])
    return null
  }
  const root = hydrateRoot(
    place,
    <>
      <Part text="the panel" />
      <Alive />
    </>,
  )
  await expect.poll(() => onAlive.mock.calls.length).toBe(1)
  expect(place.textContent).toBe('the panel')
  resolve(Panel)
  // A hydrated element knows its part.
  await expect.poll(() => Object.keys(drawn ?? {}).some((key) => key.startsWith('__reactFiber'))).toBe(true)
  expect(place.querySelector('p')).toBe(drawn)
  expect(texts).not.toContain('the outline')
  watch.disconnect()
  root.unmount()
  place.remove()
})
