import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { FramePage } from '#src/layout/frame/frame.page.tsx'
import { watchUnsaved } from '#src/layout/unsaved.ts'

const here = window.location.origin

type Given = { hosts?: string[]; documentHosts?: string[]; onStale?(): void }

function open(url: string, { hosts = [here], documentHosts = hosts, onStale = () => {} }: Given = {}) {
  const given = { hosts: new Set(hosts), documentHosts: new Set(documentHosts), onStale }
  return render(<FramePage url={url} title="Report" {...given} />)
}
const frameOf = (page: Awaited<ReturnType<typeof open>>) => page.container.querySelector('iframe')

test('a page is shown under its name, in a sandbox, with a spinner until it has loaded', async () => {
  const page = await open(`${here}/favicon.ico`)
  const frame = frameOf(page)
  expect(frame?.title).toBe('Report')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Report' })).toBeInTheDocument()
  expect(frame?.getAttribute('sandbox')).toContain('allow-scripts')
  // With allow-same-origin, a page of the product's own origin could escape the sandbox.
  expect(frame?.getAttribute('sandbox')).not.toContain('allow-same-origin')
  await expect.element(page.getByText(m.frame_loading({ title: 'Report' }))).not.toBeInTheDocument()
})

test('what has loaded may be empty all the same, and can be opened in a window of its own', async () => {
  const page = await open(`${here}/favicon.ico`)
  const link = page.getByRole('link', { name: m.frame_elsewhere() })
  await expect.element(link).toBeVisible()
  await expect.element(link).toHaveAttribute('href', `${here}/favicon.ico`)
  await expect.element(link).toHaveAttribute('target', '_blank')
})

test('another site is itself in its frame', async () => {
  const page = await open('http://127.0.0.1:9/', { hosts: ['http://127.0.0.1:9'] })
  expect(frameOf(page)?.getAttribute('sandbox')).toContain('allow-same-origin')
  expect(frameOf(page)?.getAttribute('sandbox')).not.toContain('allow-top-navigation')
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://files.example', 'nonsense', 'https://a example.org/x'])(
  '%s is refused, and says what can be shown',
  async (url) => {
    const page = await open(url)
    await expect.element(page.getByRole('alert').getByText(m.frame_onlyWeb())).toBeVisible()
    await expect.element(page.getByRole('heading', { level: 1, name: m.frame_refused() })).toBeVisible()
    expect(frameOf(page)).toBeNull()
  },
)

test('a host that no menu leads to is refused, and says so', async () => {
  const page = await open('https://evil.example/x')
  const why = m.frame_unknownHost({ host: 'https://evil.example' })
  await expect.element(page.getByRole('alert').getByText(why)).toBeVisible()
  expect(frameOf(page)).toBeNull()
})

test('a menu that is newer than the document loads that anew', async () => {
  const onStale = vi.fn()
  const page = await open(`${here}/x`, { documentHosts: [], onStale })
  expect(onStale).toHaveBeenCalledOnce()
  expect(frameOf(page)).toBeNull()
})

test('but not again and again: a document that was just reloaded waits for the person', async () => {
  const entry = Object.assign(Object.create(PerformanceNavigationTiming.prototype), {})
  Object.defineProperty(entry, 'type', { value: 'reload' })
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([entry])
  const onStale = vi.fn()
  const page = await open(`${here}/x`, { documentHosts: [], onStale })
  await expect.element(page.getByText(m.frame_stale())).toBeVisible()
  expect(onStale).not.toHaveBeenCalled()
  await page.getByRole('button', { name: m.tabs_reload() }).click()
  expect(onStale).toHaveBeenCalledOnce()
})

test('but not while anything is unsaved: then the person decides', async () => {
  const forget = watchUnsaved({ place: '/admin/other', isDirty: () => true, drop: () => {} })
  const onStale = vi.fn()
  const page = await open(`${here}/x`, { documentHosts: [], onStale })
  expect(onStale).not.toHaveBeenCalled()
  await page.getByRole('button', { name: m.tabs_reload() }).click()
  expect(onStale).toHaveBeenCalledOnce()
  forget()
})
