import type { Page } from '@playwright/test'
import { SESSION_COOKIES } from '#src/backend/session-cookies.ts'
import { addOfficer } from '../tests/support/officer.ts'
import { passwords } from '../tests/support/passwords.ts'
import { tokensOf } from './support/contract.ts'
import { alive, escapeFrom, expect, speak, test } from './support/fixtures.ts'
import type { Ground } from './support/ground.ts'
import { wordsOf } from './support/words.ts'

const m = wordsOf('en')

const terminal = (page: Page) => page.getByRole('dialog', { name: m('terminal_open'), exact: true })
const card = (page: Page, title: string, status: string) =>
  terminal(page).getByRole('article', { name: m('terminal_taskStatus', { title, status }) })
const press = (page: Page, name: string) => terminal(page).getByRole('button', { name, exact: true }).click()

async function openTerminal(page: Page) {
  await page
    .getByRole('banner')
    .getByRole('button', { name: new RegExp(`^${m('terminal_open')}`) })
    .click()
  await expect(terminal(page)).toBeVisible()
}

async function run(page: Page, title: string) {
  await press(page, m('terminal_commands'))
  await page.getByRole('menuitem', { name: title }).click()
}

async function searchPalette(page: Page) {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: m('palette_placeholder') }).fill(m('terminal_open'))
}
const paletteOffers = (page: Page) => page.getByRole('option', { name: m('terminal_open'), exact: true })

/** The runs that the history has of a command. */
async function runsOf(page: Page, title: string) {
  await press(page, m('terminal_history'))
  const history = page.getByRole('dialog', { name: m('terminal_history'), exact: true })
  await expect(history.getByText(/^\d+ of \d+ shown$/)).toBeVisible()
  const count = await history.getByRole('article', { name: title, exact: true }).count()
  await escapeFrom(history)
  return count
}

/** Signs in without a fresh proof. */
async function signInUnproven(page: Page, ground: Ground) {
  const tokens = await tokensOf(ground.url, 'admin', 'admin', await page.evaluate(() => navigator.userAgent))
  const value = await ground.beginSession('admin', tokens, false)
  const cookie = { name: SESSION_COOKIES.admin, value, url: ground.url, httpOnly: true, sameSite: 'Lax' } as const
  await page.context().addCookies([cookie])
  await speak(page, 'en', ground.url)
}

test('a command runs once, whatever becomes of the page that started it', async ({
  page,
  ground,
  open,
  reload,
  expectAccessible,
}) => {
  test.setTimeout(240_000)
  await signInUnproven(page, ground)
  await open('/admin/dashboard')
  await openTerminal(page)

  // The first command asks who one is.
  const versions = m('terminal_commandVersions')
  await run(page, versions)
  const proof = page.getByRole('dialog', { name: m('proof_title') })
  const password = proof.locator('input[type=password]')
  await password.fill(passwords.admin)
  await password.press('Enter')
  await expect(card(page, versions, m('terminal_statusSuccess'))).toBeVisible()
  await press(page, m('terminal_outputShow'))
  const log = page.getByRole('log', { name: m('terminal_outputOf', { title: versions }) })
  await expect(log).toContainText(`Node.js ${process.version}`)
  await expectAccessible([], '[role=dialog]')
  const download = page.waitForEvent('download')
  await press(page, m('terminal_download'))
  expect((await download).suggestedFilename()).toMatch(/^versions .*\.txt$/)

  // A reload leaves the run alone, and a second window joins in.
  const lint = m('terminal_commandLint')
  await run(page, lint)
  await expect(card(page, lint, m('terminal_statusExecuting'))).toBeVisible()
  await expect(terminal(page).getByText(m('terminal_goesOn'))).toBeVisible()
  await reload()
  await openTerminal(page)
  const unknown = card(page, lint, m('terminal_statusUnknown'))
  await expect(unknown).toBeVisible()
  await press(page, m('terminal_attach'))
  await expect(unknown).toHaveCount(0)
  const other = await page.context().newPage()
  await other.goto('/admin/dashboard')
  await alive(other)
  await openTerminal(other)
  const over = new RegExp(`^${lint}: (${m('terminal_statusSuccess')}|${m('terminal_statusFailed')})$`)
  await expect(terminal(page).getByRole('article', { name: over })).toBeVisible({ timeout: 120_000 })
  await expect(terminal(other).getByRole('article', { name: over })).toBeVisible()
  expect(await runsOf(other, lint)).toBe(1)
  await other.close()
  await terminal(page)
    .getByRole('article', { name: over })
    .getByRole('button', { name: m('terminal_delete') })
    .click()

  // A cancelled command has failed. A retry is another run.
  const types = m('terminal_commandTypecheck')
  for (const runs of [1, 2]) {
    if (runs === 1) await run(page, types)
    else await press(page, m('terminal_retry'))
    await expect(card(page, types, m('terminal_statusExecuting'))).toBeVisible()
    await press(page, m('terminal_cancel'))
    await expect(card(page, types, m('terminal_statusFailed'))).toBeVisible()
    await expect(terminal(page).getByRole('log').last()).toContainText(m('terminal_cancelled'))
    expect(await runsOf(page, types)).toBe(runs)
  }

  // It blocks what comes after it.
  await run(page, versions)
  await expect(card(page, versions, m('terminal_statusWaiting'))).toBeVisible()
  await card(page, types, m('terminal_statusFailed'))
    .getByRole('button', { name: m('terminal_delete') })
    .click()
  await expect(card(page, versions, m('terminal_statusSuccess'))).toBeVisible()
})

test('a command that cannot start has failed, says why, and blocks what is added later', async ({
  page,
  ground,
  signIn,
}) => {
  await speak(page, 'en', ground.url)
  await signIn('admin', 'admin', '/admin/dashboard')
  await searchPalette(page)
  await paletteOffers(page).click()
  await expect(terminal(page)).toBeVisible()
  await run(page, m('terminal_commandRegistry'))
  const failed = card(page, m('terminal_commandRegistry'), m('terminal_statusFailed'))
  await expect(failed.getByRole('log')).toContainText(m('terminal_noRegistry'))

  // What is added while the terminal is closed waits behind it, and a message says so.
  await press(page, m('terminal_manager'))
  await page
    .getByRole('dialog', { name: m('terminal_manager'), exact: true })
    .getByRole('button', { name: m('terminal_version'), exact: true })
    .click()
  await expect(page.getByText(m('terminal_blocked'))).toBeVisible()
  const version = m('terminal_commandVersion', { name: 'pnpm' })
  await expect(card(page, version, m('terminal_statusWaiting'))).toBeVisible()
})

test('who is not a super administrator has no terminal', async ({ page, ground, signIn }) => {
  await addOfficer(ground, { username: 'clerk', nodes: ['dashboard'], scope: 'all' })
  await speak(page, 'en', ground.url)
  await signIn('admin', 'clerk', '/admin/dashboard')
  await expect(page.getByRole('banner').getByRole('button').first()).toBeVisible()
  await expect(page.getByRole('button', { name: m('terminal_open') })).toHaveCount(0)
  await searchPalette(page)
  await expect(page.getByText(m('palette_nothing', { query: m('terminal_open') }))).toBeVisible()
  await expect(paletteOffers(page)).toHaveCount(0)
})
