import { sql } from 'drizzle-orm'
import { addMembers } from '../tests/support/ledgers.ts'
import { expect, test } from './support/fixtures.ts'
import { wordsOf } from './support/words.ts'

const m = wordsOf('zh-cn')

test('selected members, and all that a search finds, get money from their list, which is taken back as a whole', async ({
  page,
  db,
  open,
  signIn,
  expectAccessible,
}) => {
  const ids = await addMembers(db, 'autumn', 25, null)
  await signIn('admin')
  await open('/admin/user/user?quickSearch=autumn')
  const held = async () => {
    const { rows } = await db.execute<{ money: string; count: number }>(sql`
      select money, count(*)::int as count from member_balance
      where account_id = any (${sql.param(ids)}::bigint[]) group by money order by money`)
    return rows.map(({ money, count }) => [Number(money), count])
  }
  const give = async (count: string, amount: string) => {
    await page.getByRole('button', { name: m('member_adjustMoney') }).click()
    const dialog = page.getByRole('dialog', { name: m('moneyLog_adjust') })
    await expect(dialog.getByText(m('ledger_adjustChosen', { count }))).toBeVisible()
    await dialog.locator('[name=amount]').fill(amount)
    await dialog.locator('[name=memo]').fill('开学奖励')
    await expectAccessible()
    await dialog.getByRole('button', { name: /^保存(?!并)/ }).click()
    await expect(page.getByText(m('ledger_adjusted', { count: Number(count) }))).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('button', { name: m('member_adjustMoney') })).toHaveCount(0)
  }
  await page.getByRole('checkbox', { name: m('list_select', { name: 'autumn25' }) }).click()
  await page.getByRole('checkbox', { name: m('list_select', { name: 'autumn24' }) }).click()
  await give('2', '1.50')
  expect(await held()).toEqual([
    [0, 23],
    [150, 2],
  ])
  await expect(page.getByRole('row', { name: /autumn25/ })).toContainText('1.50')

  await page.getByRole('checkbox', { name: m('list_selectPage') }).click()
  await page.getByRole('button', { name: m('bulk_selectAll', { count: '25' }) }).click()
  await give('25', '2')
  expect(await held()).toEqual([
    [200, 23],
    [350, 2],
  ])

  await open('/admin/user/moneyLog')
  await page
    .getByRole('button', { name: m('ledger_reverse') })
    .first()
    .click()
  const reversal = page.getByRole('dialog')
  await reversal.getByText(m('ledger_wholeBatch', { count: 25 })).click()
  await reversal.getByRole('textbox').fill('发错了')
  await reversal.getByRole('button', { name: m('ledger_reverse') }).click()
  await expect(page.getByText(m('ledger_reversed', { count: 25 }))).toBeVisible()
  expect(await held()).toEqual([
    [0, 23],
    [150, 2],
  ])
})
