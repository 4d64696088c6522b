import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { IconPanel } from '#src/layout/icons/icon-panel.tsx'
import type { IconSource, NamedIcon } from '#src/lib/icon.ts'
import '../../app/styles.css'

const icon = { body: '<path d="M0 0h24v24z"/>', viewBox: '0 0 24 24' }
const icons = (count: number, prefix: string): NamedIcon[] =>
  Array.from({ length: count }, (_, index) => ({ name: `${prefix}${index}`, icon }))

type Answers = Partial<Record<IconSource, NamedIcon[] | 'broken' | { message: string } | Promise<NamedIcon[]>>>

/** Opens the panel with these icon sets on the server. `asked` lists the sources that were fetched. */
async function open(answers: Answers, value = '') {
  const asked: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const source = /\/icons\/(\w+)\.json$/.exec(String(input))?.[1] as IconSource
    asked.push(source)
    const answer = (await answers[source]) ?? []
    if (answer === 'broken') return new Response('', { status: 503 })
    return Response.json(answer, { status: 'message' in answer ? 502 : 200 })
  })
  const onPick = vi.fn()
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const page = await render(
    <QueryClientProvider client={client}>
      <IconPanel value={value} initialSource="local" onPick={onPick} />
    </QueryClientProvider>,
  )
  return { page, onPick, asked, answers, filter: page.getByRole('textbox', { name: m.icons_filter() }) }
}

test('a source is fetched when somebody looks at it, and no other one', async () => {
  const { page, asked } = await open({ local: icons(3, 'local-'), fa: icons(2, 'fa fa-') })
  await expect.element(page.getByRole('option')).toHaveLength(3)
  expect(asked).toEqual(['local'])
  await page.getByRole('tab', { name: 'Font Awesome' }).click()
  await expect.element(page.getByRole('option')).toHaveLength(2)
  await page.getByRole('tab', { name: m.icons_local() }).click()
  await expect.element(page.getByRole('option')).toHaveLength(3)
  expect(asked).toEqual(['local', 'fa'])
})

test.each([
  ['local', m.icons_local, m.icons_noLocal, '没有本地图标', 'No Local Icons'],
  ['fa', () => 'Font Awesome', m.icons_noAwesome, '没有 AwesomeIcon 样式表', 'No AwesomeIcon style sheet'],
  ['iconfont', () => 'Iconfont', m.icons_noIconfont, '没有 Iconfont 样式表', 'No Iconfont style sheet'],
  ['ep', () => 'Element Plus', m.icons_noElementPlus, '没有 ElementPlus 图标', 'No ElementPlus Icons'],
] as const)('the source %s says when it is empty', async (_source, tab, message, chinese, english) => {
  expect([message({}, { locale: 'zh-cn' }), message({}, { locale: 'en' })]).toEqual([chinese, english])
  const { page } = await open({})
  await page.getByRole('tab', { name: tab() }).click()
  await expect.element(page.getByText(message())).toBeVisible()
})

test('a set that could not be loaded can be asked for again', async () => {
  const { page, answers } = await open({ local: 'broken' })
  await expect.element(page.getByText(m.icons_failed())).toBeVisible()
  answers.local = icons(1, 'local-')
  await page.getByRole('button', { name: m.ui_retry() }).click()
  await expect.element(page.getByRole('option', { name: 'local-0' })).toBeVisible()
})

test('a style sheet that the server could not load says why, and can be asked for again', async () => {
  const { page, answers } = await open({ iconfont: { message: 'icons.test answered with status 404' } })
  await page.getByRole('tab', { name: 'Iconfont' }).click()
  await expect.element(page.getByText('icons.test answered with status 404')).toBeVisible()
  answers.iconfont = icons(1, 'iconfont icon-')
  await page.getByRole('button', { name: m.ui_retry() }).click()
  await expect.element(page.getByRole('option', { name: 'iconfont icon-0' })).toBeVisible()
})

test('the filter finds by parts of the name, in any order; Enter takes the first', async () => {
  const { page, filter, onPick } = await open({ local: [...icons(30, 'local-exam-'), ...icons(5, 'local-report-')] })
  await expect.element(page.getByRole('option').first()).toBeVisible()
  await filter.fill('4 REPORT')
  await expect.element(page.getByRole('option')).toHaveLength(1)
  await expect.element(page.getByRole('option')).toHaveAttribute('data-highlighted')
  await userEvent.keyboard('{Enter}')
  expect(onPick).toHaveBeenCalledExactlyOnceWith('local-report-4')
  await filter.fill('nothing of the kind')
  await expect.element(page.getByText(m.icons_noMatch())).toBeVisible()
})

test('what was typed before the icons came counts when they are there', async () => {
  const late = Promise.withResolvers<NamedIcon[]>()
  const { page, filter, onPick } = await open({ local: late.promise })
  await filter.fill('report')
  late.resolve([...icons(3, 'local-exam-'), ...icons(2, 'local-report-')])
  await expect.element(page.getByRole('option')).toHaveLength(2)
  await userEvent.keyboard('{Enter}')
  expect(onPick).toHaveBeenCalledExactlyOnceWith('local-report-0')
})

test('of a thousand icons those in sight are drawn; arrows reach the others', async () => {
  const { page, filter, onPick } = await open({ local: icons(1000, 'local-') }, 'local-2')
  await expect
    .element(page.getByRole('option', { name: 'local-2', exact: true }))
    .toHaveAttribute('aria-selected', 'true')
  expect(page.getByRole('option').all().length).toBeLessThan(120)
  await expect.element(filter).toHaveFocus()
  await expect.element(page.getByRole('option').first()).toHaveAttribute('data-highlighted')
  await userEvent.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}{ArrowLeft}')
  for (let row = 0; row < 20; row++) await userEvent.keyboard('{ArrowDown}')
  const target = page.getByRole('option', { name: 'local-169', exact: true })
  await expect.element(target).toHaveAttribute('data-highlighted')
  await expect.element(target).toHaveAttribute('aria-posinset', '170')
  await expect.element(target).toBeInViewport()
  await expect.element(filter).toHaveAttribute('aria-activedescendant', target.element().id)
  await userEvent.keyboard('{Enter}')
  expect(onPick).toHaveBeenCalledExactlyOnceWith('local-169')
})

test('a click takes an icon', async () => {
  const { page, onPick } = await open({ local: icons(3, 'local-') })
  await page.getByRole('option', { name: 'local-1' }).click()
  expect(onPick).toHaveBeenCalledExactlyOnceWith('local-1')
})
