import type { Locator, Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { arranged, escapeFrom, expect, test } from './support/fixtures.ts'
import { makeNotes, NOTES } from './support/notes.ts'

const ATTACHMENTS = '/admin/routine/attachment'
const notes = arranged(makeNotes)
test.beforeEach(({ ground }) => notes(ground))

/** A picture of one color: each color is another file. */
const picture = (color: string) =>
  sharp({ create: { width: 320, height: 200, channels: 3, background: color } })
    .png()
    .toBuffer()

type Given = { name: string; type: string; content: Buffer }

/** Files as the browser hands them to the page. */
function carried(page: Page, files: readonly Given[]) {
  return page.evaluateHandle(
    (given) => {
      const data = new DataTransfer()
      for (const { name, type, content } of given) {
        data.items.add(new File([Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0))], name, { type }))
      }
      return data
    },
    files.map(({ name, type, content }) => ({ name, type, content: content.toString('base64') })),
  )
}

async function drop(page: Page, onto: Locator, files: readonly Given[]) {
  const dataTransfer = await carried(page, files)
  await onto.dispatchEvent('dragover', { dataTransfer })
  await onto.dispatchEvent('drop', { dataTransfer })
}

async function paste(page: Page, into: Locator, files: readonly Given[]) {
  const data = await carried(page, files)
  await into.evaluate((element, clipboardData) => {
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, data)
}

const dialog = (page: Page) => page.getByRole('dialog')
const uploads = (page: Page) => page.getByRole('region', { name: '上传列表' })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('files are chosen, dropped and pasted onto the page of attachments, shown as list and gallery', async ({
  page,
  signIn,
  expectAccessible,
  allowConsole,
}) => {
  // The browser reports the refused file.
  allowConsole(/status of 422/)
  // The browser catches choosers from the moment when somebody listens, and that moment is in no order with presses.
  page.on('filechooser', () => undefined)
  await signIn('admin', 'admin', ATTACHMENTS)
  await page.getByRole('button', { name: '上传文件' }).first().click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('menuitem', { name: /私有文件/ }).click()
  await (await chooser).setFiles([
    { name: 'red.png', mimeType: 'image/png', buffer: await picture('red') },
    { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('第一行\nline two') },
  ])
  await expect(row(page, 'red.png')).toBeVisible()
  await expect(row(page, 'note.txt')).toBeVisible()
  await expect(uploads(page)).toHaveCount(0)
  await drop(page, page.locator('#main'), [{ name: 'blue.png', type: 'image/png', content: await picture('blue') }])
  await expect(row(page, 'blue.png')).toBeVisible()
  await paste(page, page.locator('body'), [{ name: 'green.png', type: 'image/png', content: await picture('green') }])
  await expect(row(page, 'green.png')).toBeVisible()
  await expectAccessible()

  // A file whose name lies is refused, and the reason stays beside it.
  await drop(page, page.locator('#main'), [
    { name: 'lie.png', type: 'image/png', content: Buffer.from('not a picture') },
  ])
  await expect(uploads(page).getByRole('alert')).toHaveText(/上传的文件类型不被允许/)
  await uploads(page).getByRole('button', { name: '取消全部上传' }).click()
  await expect(uploads(page)).toHaveCount(0)
})

test('the gallery is used by keyboard: selecting, packing, looking from file to file', async ({
  page,
  signIn,
  expectAccessible,
  reload,
}) => {
  await signIn('admin', 'admin', ATTACHMENTS)
  const given = [
    { name: 'red.png', type: 'image/png', content: await picture('red') },
    { name: 'note.txt', type: 'text/plain', content: Buffer.from('第一行\nline two') },
    { name: 'blue.png', type: 'image/png', content: await picture('blue') },
    { name: 'green.png', type: 'image/png', content: await picture('green') },
  ]
  // One after another, because the newest is the first. Whoever has sent a file already has it once.
  for (const file of given) {
    const answer = page.waitForResponse((response) => response.url().endsWith('/admin/sys-file/upload'))
    await drop(page, page.locator('#main'), [file])
    expect((await answer).status()).toBe(200)
    await expect(row(page, file.name)).toBeVisible()
  }
  await page.getByRole('button', { name: '以图库显示' }).click()
  const gallery = page.getByRole('list', { name: '附件' })
  await expect(gallery.getByRole('listitem')).toHaveCount(4)
  await expect(gallery.locator('img').first()).toHaveJSProperty('complete', true)
  await expectAccessible()
  // The choice is remembered.
  await reload()
  await expect(gallery.getByRole('listitem')).toHaveCount(4)

  // By keyboard: two files are selected, and one is shown with its neighbor.
  await page.getByRole('button', { name: '预览 green.png' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: '预览 blue.png' })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByText(/已选 2 条/)).toBeVisible()
  const archive = page.waitForEvent('download')
  await page.getByRole('button', { name: '打包下载' }).click()
  expect((await archive).suggestedFilename()).toMatch(/\.zip$/)
  await page.getByRole('button', { name: '预览 blue.png' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('heading', { name: 'blue.png' })).toBeVisible()
  await expect(dialog(page).locator('img')).toHaveJSProperty('naturalWidth', 320)
  await dialog(page).getByRole('button', { name: '放大' }).click()
  await expectAccessible()
  await dialog(page).getByRole('button', { name: '缩小' }).click()
  await page.keyboard.press('ArrowLeft')
  await expect(dialog(page).getByRole('heading', { name: 'green.png' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await page.getByRole('button', { name: '预览 note.txt' }).click()
  await expect(dialog(page).getByText('line two')).toBeVisible()
  await escapeFrom(dialog(page))
})

test('an upload over a lost line is retried, and one on its way is cancelled', async ({
  page,
  signIn,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED|ERR_INTERNET_DISCONNECTED|Failed to load resource/)
  await signIn('admin', 'admin', ATTACHMENTS)
  await page.route('**/admin/sys-file/upload', (route) => route.abort())
  await drop(page, page.locator('#main'), [{ name: 'lost.png', type: 'image/png', content: await picture('orange') }])
  await expect(uploads(page).getByRole('alert')).toBeVisible()
  await page.unroute('**/admin/sys-file/upload')
  await uploads(page).getByRole('button', { name: '重新上传 lost.png' }).click()
  await expect(row(page, 'lost.png')).toBeVisible()
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/admin/sys-file/upload', async (route) => {
    await held
    await route.abort()
  })
  await drop(page, page.locator('#main'), [{ name: 'slow.png', type: 'image/png', content: await picture('pink') }])
  await uploads(page).getByRole('button', { name: '取消上传 slow.png' }).click()
  await expect(uploads(page)).toHaveCount(0)
  release()
  await expect(row(page, 'slow.png')).toHaveCount(0)
})

test('a form takes existing pictures, and rich text takes pasted and chosen ones', async ({
  page,
  open,
  signIn,
  db,
  expectAccessible,
}) => {
  await signIn('admin', 'admin', ATTACHMENTS)
  await drop(page, page.locator('#main'), [
    { name: 'map.png', type: 'image/png', content: await picture('teal') },
    { name: 'plan.txt', type: 'text/plain', content: Buffer.from('plan') },
  ])
  await expect(row(page, 'plan.txt')).toBeVisible()
  await open(NOTES)
  await page.getByRole('button', { name: /添加/ }).first().click()
  const form = dialog(page).first()
  await form.getByLabel('名称').fill('地图')
  await form.locator('[data-field=photos]').getByRole('button', { name: '选择已有' }).click()
  const files = page.getByRole('dialog', { name: '选择已有图片' })
  await expect(files.getByRole('button', { name: /map\.png/ })).toBeVisible()
  await expect(files.getByRole('button', { name: /plan\.txt/ })).toHaveCount(0)
  await expect(files.getByText(/还可选 4 个/)).toBeVisible()
  await expectAccessible([], '[role=dialog]:last-of-type')
  await files.getByRole('searchbox').fill('map')
  await files.getByRole('button', { name: /map\.png/ }).click()
  await files.getByRole('button', { name: '使用' }).click()
  await expect(files).toHaveCount(0)
  await expect(form.locator('[data-field=photos] img')).toHaveJSProperty('naturalWidth', 160)
  await form.locator('[data-field=plan]').getByRole('button', { name: '选择已有' }).click()
  await page
    .getByRole('dialog', { name: '选择已有文件' })
    .getByRole('button', { name: /plan\.txt/ })
    .dblclick()
  await expect(form.locator('[data-field=plan]').getByRole('link', { name: 'plan.txt' })).toBeVisible()

  const writing = form.getByRole('textbox', { name: '正文' })
  await writing.click()
  await paste(page, writing, [{ name: 'school.png', type: 'image/png', content: await picture('purple') }])
  await expect(writing.locator('img[alt=school]')).toHaveJSProperty('naturalWidth', 320)
  await writing.press('ArrowRight')
  await form.getByRole('toolbar').getByRole('button', { name: '图片', exact: true }).click()
  // The other fields have a button of this name, too.
  await form.locator('[data-field=body]').getByRole('button', { name: '选择已有' }).click()
  await page
    .getByRole('dialog', { name: '选择已有图片' })
    .getByRole('button', { name: /map\.png/ })
    .click()
  await page.getByRole('dialog', { name: '选择已有图片' }).getByRole('button', { name: '使用' }).click()
  await expect(writing.locator('img[alt=map]')).toBeVisible()
  await form.getByRole('button', { name: '保存', exact: true }).click()
  await expect(dialog(page)).toHaveCount(0)
  const { rows } = await db.execute(sql`select body, photos, plan from res_note_page where name = '地图'`)
  expect(rows[0]?.body).toMatch(/<img src="\/storage\/[^"]+" alt="school" \/>.*alt="map"/)
  expect(rows[0]?.photos).toEqual([expect.stringMatching(/^\/storage\//)])
  expect(rows[0]?.plan).toMatch(/^\/storage\//)
  // The list names files as their senders did.
  await expect(row(page, '地图').getByRole('link', { name: 'plan.txt' })).toBeVisible()

  // The list of attachments knows where they are used, and a used file stays.
  await open(ATTACHMENTS)
  await page.getByRole('button', { name: 'map.png 的使用位置' }).click()
  await expect(dialog(page).getByRole('link', { name: '地图' }).first()).toBeVisible()
  await escapeFrom(dialog(page))
})
