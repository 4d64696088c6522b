import { sql } from 'drizzle-orm'
import { moneyLog } from '#src/db/ledger.table.server.ts'
import { systemAuthor, write } from '#src/db/write.server.ts'
import { passwords } from '../tests/support/passwords.ts'
import { alive, expect, leaveProduct, putSession, test } from './support/fixtures.ts'
import { wordsOf } from './support/words.ts'

const m = wordsOf('zh-cn')

test('a member asks to leave, is refused, asks again, withdraws, and is closed by the office at last', async ({
  page,
  db,
  ground,
  browser,
  baseURL,
  reload,
  signIn,
  expectAccessible,
  allowConsole,
}) => {
  // Without a fresh proof the request is refused first.
  allowConsole(/status of 403/)
  const { rows } = await db.execute<{ id: string }>(sql`select id from account where username = 'member'`)
  const id = Number(rows[0]?.id)
  await write(db, systemAuthor, 'save', (tx) =>
    tx.insert(moneyLog).values({ accountId: id, amount: 1250, memo: 'Prize', seq: 0, before: 0, after: 0 }),
  )
  await signIn('user', undefined, '/user/account/data')
  await db.execute(sql`delete from proof`)
  const card = page.getByRole('region', { name: m('closing_title') })
  const ask = async () => {
    await card.getByRole('button', { name: m('closing_ask') }).click()
    const dialog = page.getByRole('alertdialog', { name: m('closing_askTitle') })
    await expect(dialog.getByText(m('closing_lostMoney', { money: '12.50' }))).toBeVisible()
    await expect(dialog.getByText(m('closing_waitsDays', { count: 15 }))).toBeVisible()
    await expectAccessible()
    await dialog.getByRole('button', { name: m('closing_ask') }).click()
    return dialog
  }
  const first = await ask()
  const proof = page.getByRole('dialog', { name: m('proof_title') })
  await proof.locator('input[type=password]').fill(passwords.member)
  await proof.getByRole('button', { name: m('ui_confirm') }).click()
  await expect(first).toHaveCount(0)
  const withdraw = card.getByRole('button', { name: m('closing_withdraw') })
  await expect(withdraw).toBeVisible()
  await expectAccessible()

  const bureau = await browser.newContext({ baseURL })
  const office = await bureau.newPage()
  await putSession(office, ground, 'admin')
  await office.goto('/admin/user/user')
  await alive(office)
  const only = office.getByRole('button', { name: m('member_closingOnly', { count: '1' }) })
  await only.click()
  await expect(only).toHaveAttribute('aria-pressed', 'true')
  const row = office.getByRole('row', { name: /member/ })
  // The mark beside the name, because the column of the time may be out of sight.
  await expect(row.getByTitle(/\d 注销$/)).toBeVisible()
  await expect(row.getByText(/\d 注销$/)).toHaveCount(2)
  const act = async (label: string) => {
    await row.getByRole('button', { name: m('crud_more', { name: 'member' }) }).click()
    await office.getByRole('menuitem', { name: label }).click()
  }
  await act(m('member_refuseClosing'))
  const refusal = office.getByRole('dialog')
  await expect(refusal.getByText(/注销，会员于 .* 申请/)).toBeVisible()
  await refusal.getByRole('button', { name: m('member_refuseClosing') }).click()
  await expect(refusal.getByText(m('rule_required'))).toBeVisible()
  await refusal.getByRole('textbox').fill('请先归还图书。')
  await refusal.getByRole('button', { name: m('member_refuseClosing') }).click()
  await expect(office.getByText(m('closing_refused'))).toBeVisible()
  await expect(row).toHaveCount(0)

  await reload()
  await expect(card.getByText(m('closing_refusedAnswer', { answer: '请先归还图书。' }))).toBeVisible()
  await ask()
  await expect(withdraw).toBeVisible()
  await withdraw.click()
  await expect(page.getByText(m('closing_withdrawn'))).toBeVisible()
  await expect(card.getByRole('button', { name: m('closing_ask') })).toBeVisible()

  await ask()
  await expect(withdraw).toBeVisible()
  // A page that is open would go to the sign-in by itself, just when the test opens it anew.
  await leaveProduct(page)
  await office.reload()
  await alive(office)
  await act(m('member_close'))
  await office
    .getByRole('alertdialog')
    .getByRole('button', { name: m('member_close') })
    .click()
  await expect(office.getByText(m('member_closed'))).toBeVisible()
  await bureau.close()
  await page.goto('/user/account/data')
  await expect(page).toHaveURL(/\/user\/login/)
  const { rows: left } = await db.execute(sql`select state from closing_request order by id`)
  expect(left).toEqual([{ state: 'refused' }, { state: 'withdrawn' }, { state: 'done' }])
})
