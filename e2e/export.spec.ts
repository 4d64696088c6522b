import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { readXlsx } from 'hucre'
import { expect, test } from './support/fixtures.ts'
import { makeRooms } from './support/rooms.ts'

// Exports of the selected rows only.

test('the chosen rows of two pages go out alone, in both formats; one that is gone is not left out in silence', async ({
  page,
  ground,
  db,
  signIn,
  allowConsole,
  expectAccessible,
}) => {
  const rooms = await makeRooms(ground, 'export-room', 25)
  const choose = (name: string) => page.getByRole('checkbox', { name: `选择 ${name}` }).check()
  const panel = page.getByRole('dialog', { name: '导入/导出' })
  const save = async (name: string) => {
    const download = page.waitForEvent('download')
    await panel.getByRole('link', { name }).click()
    const file = await download
    // The panel closes, and a message says that the export began.
    await expect(panel).toHaveCount(0)
    await expect(page.getByRole('status').filter({ hasText: '已开始导出' })).toBeVisible()
    return { name: file.suggestedFilename(), content: await readFile(await file.path()) }
  }
  const openPanel = () => page.getByRole('button', { name: '导入/导出' }).click()
  await signIn('admin', 'admin', `${rooms.path}?limit=10`)
  await openPanel()
  await expect(panel).toBeFocused()
  await expect(panel.getByRole('radio')).toHaveCount(2)
  await expect(panel.getByRole('radio', { name: /选中的/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)

  await choose('考场 02')
  await page.getByRole('button', { name: '下一页' }).click()
  await choose('考场 12')
  await choose('考场 11')
  await expect(page.getByText('已选 3 条')).toBeVisible()
  await openPanel()
  await expect(panel.getByRole('radio', { name: '选中的 3 行' })).toBeChecked()
  await expectAccessible()
  const csv = await save('CSV')
  expect(csv.name).toMatch(/^考场 \d{4}-\d\d-\d\d\.csv$/)
  const names = (text: Buffer) =>
    text
      .toString('utf8')
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',')[0])
  expect(names(csv.content)).toEqual(['考场 02', '考场 11', '考场 12'])
  await openPanel()
  await panel.getByRole('radio', { name: /显示的/ }).check()
  const { sheets } = await readXlsx((await save('Excel')).content)
  expect(sheets[0]?.rows.map((row) => row[0])).toEqual(['名称', '考场 02', '考场 11', '考场 12'])
  await openPanel()
  await panel.getByRole('radio', { name: '全部行' }).check()
  expect(names((await save('CSV')).content)).toHaveLength(25)

  allowConsole(/409/)
  await db.execute(sql`delete from res_export_room where name = '考场 11'`)
  await openPanel()
  await panel.getByRole('radio', { name: '选中的 3 行' }).check()
  await panel.getByRole('link', { name: 'CSV' }).click()
  await expect(page.getByRole('alert').filter({ hasText: /有 1 行已经不在了/ })).toBeVisible()
})
