import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { expect, test } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { actsOf } from '#src/features/modules/module-acts.ts'
import { ModuleDescription } from '#src/features/modules/module-description.tsx'
import { ModuleGrid } from '#src/features/modules/module-grid.tsx'
import { isReady, ModulePlanView } from '#src/features/modules/module-plan.tsx'
import type { PlanChoices } from '#src/features/modules/store.queries.ts'
import type { ModuleCard, ModuleDetails, ModulePlan } from '#src/features/modules/store.schema.ts'
import { IndexLine } from '#src/features/modules/store-modules.tsx'
import type { StorePatch } from '#src/features/modules/store-search.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { renderPage } from '../support/with-router.tsx'

const SQUARE =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='40' height='30'%3E%3Crect width='40' height='30' fill='teal'/%3E%3C/svg%3E"

function cardOf(uid: string, given: Partial<ModuleCard> = {}): ModuleCard {
  return {
    uid,
    title: uid,
    intro: `What ${uid} is for`,
    author: 'Somebody',
    category: 'office',
    icon: '',
    picture: null,
    origin: 'index',
    state: 0,
    version: '1.0.0',
    installed: null,
    update: false,
    waiting: null,
    price: null,
    downloads: null,
    updateTime: null,
    ...given,
  }
}

const cards: readonly ModuleCard[] = [
  cardOf('asset', {
    title: 'Asset register',
    price: { now: { money: 1200, points: null }, was: { money: 2400, points: null } },
    downloads: 1234,
  }),
  cardOf('orders', { title: 'Work orders', state: 1, installed: '1.0.0', version: '1.1.0', update: true }),
  cardOf('richtext', { title: 'Rich text', category: 'system', origin: 'part', state: 6 }),
  cardOf('rooms', { title: 'Rooms', category: 'teaching', state: 2, waiting: '1.0.0' }),
  cardOf('duties', { title: 'Duties', category: 'teaching', state: 6, installed: '1.0.0' }),
]

/** Renders within what pages have around them. */
function show(content: ReactNode) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  return renderPage(<QueryClientProvider client={client}>{content}</QueryClientProvider>)
}

function Grid({ modules = cards, looksOnly = false }: { modules?: readonly ModuleCard[]; looksOnly?: boolean }) {
  const [search, setSearch] = useState<StorePatch>({})
  const [said, setSaid] = useState('')
  return (
    <>
      <ModuleGrid
        modules={modules}
        search={search}
        onSearch={(patch) => setSearch((before) => ({ ...before, ...patch }))}
        busy={undefined}
        onOpen={(uid) => setSaid(`open ${uid}`)}
        onAct={looksOnly ? undefined : ({ uid }, act) => setSaid(`${act} ${uid}`)}
      />
      <output>{said}</output>
    </>
  )
}

const titles = () => [...document.querySelectorAll('.module-card h2')].map(({ textContent }) => textContent).join()

test('each state of a module has its tag and its main act, and a press on a card opens the details', async () => {
  await browser.viewport(1400, 900)
  const screen = await show(<Grid />)
  const said = () => screen.container.querySelector('output')?.textContent
  const cardAt = (title: string) => screen.getByRole('listitem').filter({ hasText: title })
  await expect.element(cardAt('Asset register').getByText(m.store_stateNone())).toBeVisible()
  await expect.element(cardAt('Asset register').getByText('¥12.00')).toBeVisible()
  expect(screen.container.querySelector('s')?.textContent).toContain('¥24.00')
  await expect.element(cardAt('Work orders').getByText(m.store_updateTo({ version: '1.1.0' }))).toBeVisible()
  await expect.element(cardAt('Rich text').getByText(m.store_partOff())).toBeVisible()
  const acts = [
    ['Asset register', m.store_install(), 'install asset'],
    ['Work orders', m.store_update(), 'update orders'],
    ['Rich text', m.store_switchOn(), 'on richtext'],
    ['Rooms', m.store_goOn(), 'goOn rooms'],
    ['Duties', m.store_enable(), 'enable duties'],
  ] as const
  for (const [title, act, done] of acts) {
    await screen.getByRole('button', { name: m.store_actOn({ act, title }) }).click()
    await expect.poll(said).toBe(done)
  }
  // Beside its buttons, the whole card is the area of its title.
  await cardAt('Rooms').click({ position: { x: 20, y: 90 } })
  await expect.poll(said).toBe('open rooms')
  screen.container.querySelector<HTMLElement>('.module-card-title')?.focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(said).toBe('open asset')
})

test('an update whose archive is here goes on from there', async () => {
  const meals = { title: 'Meals', installed: '1.0.0', version: '1.1.0', update: true, waiting: '1.1.0' }
  expect(actsOf(cardOf('meals', { ...meals, state: 1 }))).toEqual(['goOn', 'discard', 'disable', 'uninstall'])
  expect(actsOf(cardOf('meals', { ...meals, state: 6 }))).toEqual(['enable', 'goOn', 'discard', 'uninstall'])
  const screen = await show(<Grid modules={[cardOf('meals', { ...meals, state: 1 })]} />)
  await screen.getByRole('button', { name: m.store_actOn({ act: m.store_goOn(), title: 'Meals' }) }).click()
  await expect.poll(() => screen.container.querySelector('output')?.textContent).toBe('goOn meals')
})

test('modules are found by words, category, what is here and what has an update, with counts', async () => {
  await browser.viewport(1400, 900)
  const screen = await show(<Grid />)
  const filters = screen.getByRole('group', { name: m.store_categories() })
  await filters.getByRole('button', { name: `${m.store_category_teaching()} 2` }).click()
  expect(titles()).toBe('Rooms,Duties')
  await screen.getByText(m.store_onlyHere()).click()
  await expect.element(filters.getByRole('button', { name: `${m.store_allCategories()} 4` })).toBeVisible()
  await filters.getByRole('button', { name: m.store_allCategories(), exact: false }).click()
  await expect.poll(titles).toBe('Work orders,Rich text,Rooms,Duties')
  await screen.getByRole('button', { name: m.store_updates({ count: '1' }) }).click()
  await expect.poll(titles).toBe('Work orders')
  await screen.getByRole('button', { name: m.store_updates({ count: '1' }) }).click()
  const box = screen.getByRole('textbox', { name: m.crud_search() })
  await box.fill('REGISTER asset')
  await userEvent.keyboard('{Enter}')
  await expect.poll(titles).toBe('Asset register')
  await box.fill('nothing like it')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText(m.store_nothingFound())).toBeVisible()
  await screen.getByRole('button', { name: m.store_showAll() }).click()
  await expect.poll(titles).toBe('Asset register,Work orders,Rich text,Rooms,Duties')
  await expect.element(box).toHaveValue('')
})

test('whoever may only look gets no buttons, and an empty store says what to do', async () => {
  const screen = await show(
    <>
      <Grid looksOnly />
      <Grid modules={[]} />
    </>,
  )
  await expect.element(screen.getByText(m.store_emptyHint())).toBeVisible()
  expect(screen.getByRole('listitem').getByRole('button').elements()).toHaveLength(cards.length)
})

test('an index that could not be read is said plainly, and can be tried again', async () => {
  let tried = 0
  const screen = await renderPage(
    <IndexLine
      index={{ address: '/var/modules', name: null, error: 'No such folder' }}
      pending={false}
      onRetry={() => {
        tried += 1
      }}
    />,
  )
  await expect.element(screen.getByText(m.store_indexFailed({ address: '/var/modules' }))).toBeVisible()
  await expect.element(screen.getByText('No such folder')).toBeVisible()
  await screen.getByRole('button', { name: m.ui_retry() }).click()
  expect(tried).toBe(1)
})

const plan: ModulePlan = {
  uid: 'asset',
  title: 'Asset register',
  version: '1.0.0',
  from: null,
  state: 3,
  steps: [
    { kind: 'resource', text: 'Makes the table res_asset', loss: false },
    { kind: 'resource', text: 'Takes a column out', effect: '3 rows lose a value', loss: true },
  ],
  sql: ['create table res_asset ()'],
  conflicts: [
    {
      id: 'table:res_asset',
      text: 'The table res_asset is there',
      choices: [
        { value: 'take', label: 'Go on with it' },
        { value: 'aside', label: 'Put it aside' },
      ],
      chosen: null,
    },
    {
      id: 'role:keeper',
      text: 'The role Keeper is there',
      choices: [{ value: 'keep', label: 'Keep it' }],
      chosen: null,
    },
  ],
  needs: [{ uid: 'rooms', title: 'Rooms', range: '^1.0.0', state: 'fits' }],
  problems: [],
  signer: 'Somebody',
  plan: 'digest',
}

function Planned({ given }: { given: ModulePlan }) {
  const [choices, setChoices] = useState<PlanChoices>({})
  const [opened, setOpened] = useState('')
  const conflicts = given.conflicts.map((one) => ({ ...one, chosen: choices[one.id] ?? null }))
  const answered = { ...given, conflicts }
  return (
    <>
      <ModulePlanView
        plan={answered}
        onChoose={(id, value) => setChoices((before) => ({ ...before, [id]: value }))}
        onOpen={setOpened}
      />
      <output>{`${isReady(answered) ? 'ready' : 'not ready'} ${opened}`.trim()}</output>
    </>
  )
}

test('a plan shows its losses, and can be carried out once each conflict has a choice', async () => {
  const screen = await renderPage(<Planned given={plan} />)
  const said = () => screen.container.querySelector('output')?.textContent
  await expect.element(screen.getByText('3 rows lose a value')).toBeVisible()
  await expect.element(screen.getByText(m.designer_loss())).toBeVisible()
  await expect.element(screen.getByText(m.store_signedBy({ name: 'Somebody' }))).toBeVisible()
  await expect.element(screen.getByText(m.store_conflictsOpen({ left: 2 }))).toBeVisible()
  expect(said()).toBe('not ready')
  const table = screen.getByRole('group', { name: 'The table res_asset is there' })
  await table.getByRole('radio', { name: 'Put it aside' }).click()
  await expect.element(screen.getByText(m.store_conflictsOpen({ left: 1 }))).toBeVisible()
  await screen.getByRole('radio', { name: 'Keep it' }).click()
  await expect.poll(said).toBe('ready')
  await expect.element(table.getByRole('radio', { name: 'Put it aside' })).toBeChecked()
  await screen.getByText(m.designer_sqlUp()).click()
  await expect.element(screen.getByText('create table res_asset ()')).toBeVisible()
})

test('a module that lacks another, or that is forbidden here, cannot be installed, and says why', async () => {
  const lacks: ModulePlan = {
    ...plan,
    conflicts: [],
    needs: [{ uid: 'rooms', title: 'Rooms', range: '^2.0.0', state: 'missing' }],
    problems: ['It excludes the module Orders'],
  }
  const screen = await renderPage(<Planned given={lacks} />)
  await expect.element(screen.getByRole('alert').getByText('It excludes the module Orders')).toBeVisible()
  await expect.element(screen.getByText(m.store_needMissing())).toBeVisible()
  await screen.getByRole('button', { name: m.store_detailsOf({ title: 'Rooms' }) }).click()
  await expect.poll(() => screen.container.querySelector('output')?.textContent).toBe('not ready rooms')
})

test('the details have pictures by keyboard, needs, links to its screens, and other modules of the author', async () => {
  await browser.viewport(900, 900)
  const details: ModuleDetails = {
    card: cardOf('asset', { title: 'Asset register', state: 1, installed: '1.0.0' }),
    description: '<p>Keeps <strong>things</strong></p>',
    pictures: [SQUARE, SQUARE],
    changes: [{ version: '1.0.0', date: '2026-11-01', text: 'The first version' }],
    website: 'https://somebody.example/asset',
    product: '>=1.0.0',
    needs: [{ uid: 'rooms', title: 'Rooms', range: '^1.0.0', state: 'disabled' }],
    excludes: [{ uid: 'stock', range: '*' }],
    nodes: ['baseInfo/organization/index'],
    adds: {
      resources: [{ key: 'asset', title: 'Assets', path: 'asset/asset' }],
      pages: [{ name: 'asset/guide', title: 'Guide', path: null }],
      roles: ['Keeper'],
      panels: [],
      reminders: [],
      settings: [],
      seeds: 4,
    },
    signer: 'Somebody',
    previous: null,
    others: [cardOf('orders', { title: 'Work orders' })],
  }
  let opened = ''
  const open = (uid: string) => {
    opened = uid
  }
  const screen = await show(<ModuleDescription details={details} onOpen={open} onLeave={() => {}} />)
  const pictures = screen.getByRole('region', { name: m.store_pictures({ title: 'Asset register' }) })
  await expect.element(pictures.getByText(m.store_pictureOf({ number: 1, count: 2 }))).toBeInTheDocument()
  await pictures.getByRole('button', { name: m.store_pictureNext() }).click()
  await expect.element(pictures.getByText(m.store_pictureOf({ number: 2, count: 2 }))).toBeInTheDocument()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(pictures.getByText(m.store_pictureOf({ number: 1, count: 2 }))).toBeInTheDocument()
  await expect.element(screen.getByText('things')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Assets' })).toHaveAttribute('href', '/admin/asset/asset')
  expect(screen.getByRole('link', { name: 'Guide' }).elements()).toHaveLength(0)
  await screen.getByRole('button', { name: m.store_detailsOf({ title: 'Rooms' }) }).click()
  expect(opened).toBe('rooms')
  await screen.getByRole('button', { name: 'Work orders', exact: false }).click()
  expect(opened).toBe('orders')
})
