import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { eq, like, sql } from 'drizzle-orm'
import type { Database } from '#src/db/client.server.ts'
import { organization } from '#src/db/organization.table.server.ts'
import { passwords } from '../tests/support/passwords.ts'
import { contract } from './support/contract.ts'
import { arranged, expect, test } from './support/fixtures.ts'
import type { Ground } from './support/ground.ts'

const path = '/admin/baseInfo/organization'
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const dialog = (page: Page) => page.getByRole('dialog')
const save = (page: Page) => dialog(page).getByRole('button', { name: '保存', exact: true })

/** Loads the real divisions of a province over the HTTP API, as any client does. @returns the script's output */
async function loadDemo(baseURL: string) {
  const script = ['scripts/demo.ts', '--only', 'province', '--url', baseURL, '--password', passwords.admin]
  return (await promisify(execFile)(process.execPath, script)).stdout
}

const demo = arranged(({ url }) => loadDemo(url))
test.beforeEach(({ ground }) => demo(ground).then(() => undefined))

/** Adds a school in Shenzhen for one test over the HTTP API. @returns its name */
async function plantSchool({ db, url }: Ground, code: string): Promise<string> {
  const call = await contract(url)
  const name = `实验学校 ${code}`
  const pid = await idOf(db, 'DEMO-4403')
  expect(await call('organization/add', { code, name, type: 'school', pid })).toMatchObject({ code: 200 })
  return name
}

async function idOf(db: Database, code: string) {
  const [found] = await db.select({ id: organization.id }).from(organization).where(eq(organization.code, code))
  return found?.id
}

test('the demo loads over a hundred organizations through the contract, and a second run adds none', async ({
  db,
  baseURL,
}) => {
  const count = () => db.$count(organization, like(organization.code, 'DEMO-%'))
  const before = await count()
  expect(before).toBeGreaterThan(100)
  expect(await loadDemo(baseURL ?? '')).toContain(`Done: 0 organizations added, ${before} were there already.`)
  expect(await count()).toBe(before)
})

test('rows open and close, and what is open is in the URL', async ({ page, reload, signIn }) => {
  await signIn('admin', 'admin', path)
  await expect(row(page, '深圳市教育局')).toBeVisible()
  await expect(row(page, 'DEMO-440305')).toHaveCount(0)
  await page.getByRole('button', { name: '展开 深圳市教育局' }).click()
  await expect(row(page, 'DEMO-440305')).toBeVisible()
  await expect(page).toHaveURL(/open=/)
  await reload()
  await expect(row(page, 'DEMO-440305')).toBeVisible()
  await page.getByRole('button', { name: '收起 深圳市教育局' }).click()
  await expect(row(page, 'DEMO-440305')).toHaveCount(0)
})

test('a search shows matches with the way to them, and stays over a reload', async ({ page, reload, signIn }) => {
  const search = page.getByPlaceholder('机构名称、简称或机构代码')
  await signIn('admin', 'admin', path)
  await search.fill('南山')
  await expect(row(page, 'DEMO-440305')).toBeVisible()
  await expect(row(page, '深圳市教育局')).toBeVisible()
  await expect(row(page, '广州市教育局')).toHaveCount(0)
  await expect(page).toHaveURL(/quickSearch=/)
  await reload()
  await expect(search).toHaveValue('南山')
  await expect(row(page, 'DEMO-440305')).toBeVisible()
  await search.fill('没有这样的机构')
  await expect(page.getByText('没有符合条件的记录')).toBeVisible()
})

test("adding: rules at the field, the server's refusal at its field, then the row in the list and in the history", async ({
  page,
  db,
  signIn,
}) => {
  await signIn('admin', 'admin', path)
  await page.getByRole('button', { name: '在 深圳市教育局 下添加' }).click()
  await save(page).click()
  await expect(dialog(page).getByText('必填').first()).toBeVisible()
  await dialog(page).getByLabel('机构代码').fill('DEMO-4403')
  await dialog(page).getByLabel('机构名称').fill('南山实验学校')
  await dialog(page).getByRole('combobox', { name: '机构类型' }).click()
  await page.getByRole('option', { name: '学校' }).click()
  await save(page).click()
  await expect(dialog(page).getByText('已存在相同的机构代码').first()).toBeVisible()
  await expect(dialog(page).getByLabel('机构代码')).toBeFocused()
  await expect(dialog(page).getByLabel('机构名称')).toHaveValue('南山实验学校')
  await dialog(page).getByLabel('机构代码').fill('NSSY')
  await save(page).dblclick()
  await expect(dialog(page)).toHaveCount(0)
  await expect(row(page, '南山实验学校')).toBeVisible()
  expect(await db.select({ name: organization.name }).from(organization).where(eq(organization.code, 'NSSY'))).toEqual([
    { name: '南山实验学校' },
  ])
  const { rows } = await db.execute(
    sql`select s.actor_name from change c join change_set s on s.id = c.change_set_id where c.after ->> 'code' = 'NSSY'`,
  )
  expect(rows).toEqual([{ actor_name: 'admin' }])
})

test('an expired session loses nothing of a form: sign in elsewhere, save again', async ({
  page,
  ground,
  context,
  signIn,
  allowConsole,
}) => {
  allowConsole(/status of 4/)
  const school = await plantSchool(ground, 'EXPIRED')
  await signIn('admin', 'admin', `${path}?quickSearch=EXPIRED`)
  await page.getByRole('button', { name: `编辑 ${school}` }).click()
  await dialog(page).getByLabel('联系电话').fill('0755-26660000')
  const cookies = await context.cookies()
  await context.clearCookies({ name: 'ys_admin' })
  await save(page).click()
  await expect(dialog(page).getByText('登录已过期，您填写的内容还在。请重新登录，再回来保存。')).toBeVisible()
  await expect(dialog(page).getByLabel('联系电话')).toHaveValue('0755-26660000')
  await context.addCookies(cookies)
  await save(page).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(row(page, '0755-26660000')).toBeVisible()
})

test('a lost connection loses nothing either, and saving again writes once', async ({
  page,
  ground,
  db,
  signIn,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource|ERR_/)
  const school = await plantSchool(ground, 'LOST')
  await signIn('admin', 'admin', `${path}?quickSearch=LOST`)
  await page.getByRole('button', { name: `在 ${school} 下添加` }).click()
  await dialog(page).getByLabel('机构代码').fill('LOST-1')
  await dialog(page).getByLabel('机构名称').fill('北校区')
  await dialog(page).getByRole('combobox', { name: '机构类型' }).click()
  await page.getByRole('option', { name: '校区' }).click()
  // The server handles the request and writes the row, but the response is lost.
  await page.route('**/_serverFn/**', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    return route.abort('connectionreset')
  })
  await save(page).click()
  await expect(dialog(page).getByText(/再次保存不会重复写入/)).toBeVisible()
  await page.unroute('**/_serverFn/**')
  await save(page).click()
  await expect(dialog(page)).toHaveCount(0)
  expect(await db.$count(organization, eq(organization.code, 'LOST-1'))).toBe(1)
})

test('a form has the focus in its first field, whether it comes with its dialog or after it', async ({
  page,
  ground,
  signIn,
}) => {
  const school = await plantSchool(ground, 'FOCUS')
  await signIn('admin', 'admin', `${path}?quickSearch=FOCUS`)
  const first = dialog(page).getByRole('combobox', { name: '上级机构' })
  await page.getByRole('button', { name: '添加机构' }).click()
  await expect(first).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await page.getByRole('button', { name: `编辑 ${school}` }).click()
  await expect(first).toBeFocused()
})

test('unsaved content is not thrown away without asking, and a reload leads back to it', async ({
  page,
  ground,
  reload,
  signIn,
}) => {
  const school = await plantSchool(ground, 'UNSAVED')
  await signIn('admin', 'admin', `${path}?quickSearch=UNSAVED`)
  await page.getByRole('button', { name: `编辑 ${school}` }).click()
  await dialog(page).getByLabel('联系人').fill('王老师')
  const asked: string[] = []
  page.once('dialog', (question) => {
    asked.push(question.type())
    return question.accept()
  })
  await reload()
  expect(asked).toEqual(['beforeunload'])
  await expect(page.getByText('有一份未保存的表单')).toBeVisible()
  await page.getByRole('button', { name: '继续填写' }).click()
  await expect(dialog(page).getByLabel('联系人')).toHaveValue('王老师')
  // The dialog receives the key only after it has hidden the page behind it.
  await expect(page.getByRole('button', { name: '添加机构' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByText('放弃未保存的修改？')).toBeVisible()
  await page.getByRole('button', { name: '放弃修改' }).click()
  await expect(dialog(page)).toHaveCount(0)
})

test('a row with children is not deleted and says why; one without is, after a confirmation', async ({
  page,
  ground,
  db,
  signIn,
}) => {
  const school = await plantSchool(ground, 'PARENT')
  const campus = { code: 'PARENT-1', name: '北校区', type: 'campus', pid: await idOf(db, 'PARENT') }
  expect(await (await contract(ground.url))('organization/add', campus)).toMatchObject({ code: 200 })
  await signIn('admin', 'admin', `${path}?quickSearch=PARENT`)
  await page.getByRole('button', { name: `${school} 的更多操作` }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  const confirm = page.getByRole('alertdialog').or(dialog(page))
  await expect(confirm.getByRole('heading', { name: `不能删除“${school}”` })).toBeVisible()
  await expect(confirm.getByText('下级（1 处）')).toBeVisible()
  await expect(confirm.getByRole('link', { name: '北校区' })).toBeVisible()
  await expect(confirm.getByRole('button', { name: '删除', exact: true })).toHaveCount(0)
  await confirm.getByRole('button', { name: '关闭' }).click()
  await expect(confirm).toHaveCount(0)
  await page.getByRole('button', { name: '北校区 的更多操作' }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await confirm.getByRole('button', { name: '删除', exact: true }).click()
  await expect(confirm).toHaveCount(0)
  await expect(row(page, '北校区')).toHaveCount(0)
  expect(await db.$count(organization, eq(organization.code, 'PARENT-1'))).toBe(0)
})

test('a row is moved by the keyboard: grab, move, drop', async ({ page, db, signIn }) => {
  const order = async () => {
    const rows = await db
      .select({ code: organization.code })
      .from(organization)
      .where(sql`code like 'DEMO-44__'`)
      .orderBy(organization.sortKey)
    return rows.map((one) => one.code).slice(0, 3)
  }
  expect(await order()).toEqual(['DEMO-4401', 'DEMO-4402', 'DEMO-4403'])
  await signIn('admin', 'admin', path)
  const handle = page.getByRole('button', { name: '移动 广州市教育局' })
  await handle.focus()
  await expect(handle).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByText(/^已拿起 广州市教育局，/)).toBeAttached()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText(/^广州市教育局：第 2 位/)).toBeAttached()
  await page.keyboard.press('Space')
  await expect.poll(order).toEqual(['DEMO-4402', 'DEMO-4401', 'DEMO-4403'])
  await page.getByRole('button', { name: '广州市教育局 的更多操作' }).click()
  await page.getByRole('menuitem', { name: '上移' }).click()
  await expect.poll(order).toEqual(['DEMO-4401', 'DEMO-4402', 'DEMO-4403'])
})

test('a row is dragged among its siblings with the pointer', async ({ page, db, signIn }) => {
  const place = async (code: string) => {
    const [found] = await db.select({ key: organization.sortKey }).from(organization).where(eq(organization.code, code))
    return found?.key ?? ''
  }
  await signIn('admin', 'admin', path)
  const handle = (name: string) => page.getByRole('button', { name: `移动 ${name}` })
  await row(page, '汕头市教育局').hover()
  const from = await handle('汕头市教育局').boundingBox()
  const to = await row(page, '江门市教育局').boundingBox()
  if (!from || !to) throw new Error('the rows are not on screen')
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x, from.y + 30, { steps: 4 })
  await page.mouse.move(from.x, to.y + to.height / 2 + 4, { steps: 8 })
  await page.mouse.up()
  await expect.poll(async () => (await place('DEMO-4405')) > (await place('DEMO-4407'))).toBe(true)
  expect((await place('DEMO-4405')) < (await place('DEMO-4408'))).toBe(true)
})

test('a condition on a place is chosen by name and finds what lies below it; so does one press on a row', async ({
  page,
  ground,
  signIn,
  expectAccessible,
}) => {
  const school = await plantSchool(ground, 'PLACE')
  await ground.db.update(organization).set({ areaCode: '440106' }).where(eq(organization.code, 'PLACE'))
  await signIn('admin', 'admin', path)
  const rows = page.getByRole('treegrid', { name: '机构' }).getByRole('rowheader')
  await page.getByRole('button', { name: '筛选' }).click()
  const form = page.getByRole('form', { name: '筛选' })
  await form.getByLabel('字段').fill('所在地区')
  await page.getByRole('option', { name: '所在地区' }).click()
  await expect(form.getByLabel('比较方式')).toHaveValue('WITHIN')
  for (const [level, name] of [
    ['省', '广东省'],
    ['市', '广州市'],
    ['区县', '天河区'],
  ] as const) {
    await form.getByRole('combobox', { name: level, exact: true }).click()
    await page.getByRole('option', { name }).click()
    await expect(rows.filter({ hasText: school })).toBeVisible()
  }
  await expect(page).toHaveURL(/WITHIN.*440106/)
  await expectAccessible()
  await page.getByRole('button', { name: '筛选：1 个条件' }).click()
  await expect(page.getByText('所在地区 在（含下级） 广东省 / 广州市 / 天河区', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: `${school} 的更多操作` }).click()
  await page.getByRole('menuitem', { name: '只看本级及下级' }).click()
  await expect(page.getByText(`上级机构 在（含下级） ${school}`, { exact: true })).toBeVisible()
  await expect(page.getByText('找到 1 条', { exact: true })).toBeVisible()
})

test('a type that does not belong below its parent is saved from the list, and the message says so', async ({
  page,
  ground,
  signIn,
}) => {
  const name = await plantSchool(ground, 'UNUSUAL-1')
  await signIn('admin', 'admin', `${path}?quickSearch=UNUSUAL-1`)
  await row(page, name).locator('[data-column=type]').dblclick()
  const type = page.getByRole('combobox', { name: `${name} 机构类型` })
  await type.selectOption('班级')
  await type.press('Enter')
  const told = page.getByRole('status').filter({ hasText: /“班级”通常不在“.+”下面/ })
  await expect(told).toBeVisible()
  await expect(row(page, name).locator('[data-column=type]')).toHaveText('班级')
  await told.getByRole('button', { name: '撤销' }).click()
  await expect(row(page, name).locator('[data-column=type]')).toHaveText('学校')
})
