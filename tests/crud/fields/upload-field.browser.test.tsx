import { afterEach, expect, test, vi } from 'vitest'
import { m } from '#src/i18n/paraglide/messages.js'
import { statusMessage } from '#src/lib/status-message.ts'
import { renderForm } from '../../support/form-page.tsx'
import { label } from '../../support/label.ts'

// XMLHttpRequest is replaced here. The tests fix the server's responses and check what the field does with them.
/** A status of 0: no answer arrives. */
type Reply = { status: number; body: string; number?: string }
const posted: { url: string; name: string }[] = []
let replies: Reply[] = []

class Network extends EventTarget {
  upload = new EventTarget()
  status = 0
  responseText = ''
  #url = ''
  open(_method: string, url: string) {
    this.#url = url
  }
  setRequestHeader() {}
  #number: string | null = null
  getResponseHeader(name: string) {
    return name === 'x-request-id' ? this.#number : null
  }
  abort() {}
  send(body: FormData) {
    const file = body.get('file')
    posted.push({ url: this.#url, name: file instanceof File ? file.name : '' })
    const reply = replies.shift()
    if (!reply) return
    queueMicrotask(() => {
      this.upload.dispatchEvent(Object.assign(new Event('progress'), { lengthComputable: true, loaded: 1, total: 2 }))
      Object.assign(this, { status: reply.status, responseText: reply.body })
      this.#number = reply.number ?? null
      this.dispatchEvent(new Event(reply.status === 0 ? 'error' : 'load'))
    })
  }
}

const saved = (url: string): Reply => ({ status: 200, body: JSON.stringify({ code: 200, msg: '', data: { url } }) })

function network(...given: Reply[]) {
  posted.length = 0
  replies = given
  vi.stubGlobal('XMLHttpRequest', Network)
}
afterEach(() => vi.unstubAllGlobals())

function drop(element: Element, ...files: File[]) {
  const data = new DataTransfer()
  for (const file of files) data.items.add(file)
  element.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
}

const png = (name: string, size = 10) => new File([new Uint8Array(size)], name, { type: 'image/png' })

test.each([
  ['an empty file', png('a.png', 0), '上传的文件数据不完整！'],
  ['a file of another type', new File(['x'], 'a.exe'), '上传的文件类型不被允许！'],
  ['a file that is too large', png('a.png', 2000), '上传的文件大小超出允许范围！'],
])('%s is refused before anything is sent', async (_what, file, sentence) => {
  network()
  const { page, save, sent } = await renderForm([
    { name: 'photo', type: 'image', label: label('Photo'), maxSize: 1000 },
    { name: 'name', type: 'text', label: label('Name') },
  ])
  const choose = page.getByRole('button', { name: m.upload_choosePicture() })
  await expect.element(choose).toBeVisible()
  drop(choose.element(), file)
  await expect.element(page.getByRole('alert')).toHaveTextContent(sentence)
  expect(posted).toEqual([])
  // The server would refuse the file again, so there is no retry button.
  expect(page.getByRole('button', { name: m.upload_again({ name: file.name }) }).elements()).toHaveLength(0)
  await page.getByRole('button', { name: m.ui_remove({ name: file.name }) }).click()
  expect(page.getByRole('alert').elements()).toHaveLength(0)
  await page.getByLabelText('Name').fill('A')
  await save()
  expect(await sent()).toMatchObject({ photo: '' })
})

test('a picture is sent to the call of its side, and its address becomes the value', async () => {
  network(saved('/storage/a.png'))
  const { page, save, sent } = await renderForm([{ name: 'photo', type: 'image', label: label('Photo') }])
  await expect.element(page.getByRole('button', { name: m.upload_choosePicture() })).toBeVisible()
  drop(page.getByRole('button', { name: m.upload_choosePicture() }).element(), png('a.png'))
  await expect.element(page.getByRole('button', { name: m.ui_remove({ name: 'a.png' }) })).toBeVisible()
  await save()
  expect(await sent()).toEqual({ photo: '/storage/a.png' })
  expect(posted).toEqual([{ url: '/api/ajax/upload', name: 'a.png' }])
})

test('a server without uploads says so, the value stays, and the file can be sent again', async () => {
  const refusal = { status: 501, body: JSON.stringify({ code: 501, msg: '', data: null }) }
  network(refusal, saved('/storage/a.png'))
  const { page } = await renderForm([{ name: 'photo', type: 'image', label: label('Photo') }])
  await expect.element(page.getByRole('button', { name: m.upload_choosePicture() })).toBeVisible()
  drop(page.getByRole('button', { name: m.upload_choosePicture() }).element(), png('a.png'))
  await expect.element(page.getByRole('alert')).toHaveTextContent(statusMessage(501))
  await page.getByRole('button', { name: m.upload_again({ name: 'a.png' }) }).click()
  await expect.element(page.getByRole('link', { name: 'a.png' })).toHaveAttribute('href', '/storage/a.png')
})

test('when the server fails, the file has the number to quote; without an answer the field blames the line', async () => {
  const number = '0b9c1d52-70e1-4f5c-9c52-3f4a1f0f5d11'
  network({ status: 500, body: 'no json', number }, { status: 0, body: '' }, saved('/storage/a.png'))
  const { page } = await renderForm([{ name: 'photo', type: 'image', label: label('Photo') }])
  await expect.element(page.getByRole('button', { name: m.upload_choosePicture() })).toBeVisible()
  drop(page.getByRole('button', { name: m.upload_choosePicture() }).element(), png('a.png'))
  const alert = page.getByRole('alert')
  const lines = [m.failure_safe({ reason: m.error_500() }), m.failure_numbered({ number })]
  await expect.element(alert).toHaveTextContent(lines.join(' '))
  await page.getByRole('button', { name: m.upload_again({ name: 'a.png' }) }).click()
  await expect.element(alert).toHaveTextContent(m.failure_safe({ reason: m.error_network() }))
  await page.getByRole('button', { name: m.upload_again({ name: 'a.png' }) }).click()
  await expect.element(page.getByRole('link', { name: 'a.png' })).toBeVisible()
})

test('nothing is saved without a file that is still on its way', async () => {
  network()
  const { page, save, send, sent } = await renderForm([{ name: 'photo', type: 'image', label: label('Photo') }])
  await expect.element(page.getByRole('button', { name: m.upload_choosePicture() })).toBeVisible()
  drop(page.getByRole('button', { name: m.upload_choosePicture() }).element(), png('a.png'))
  await expect.element(page.getByRole('progressbar')).toBeVisible()
  await save()
  await expect.element(page.getByText(m.upload_wait())).toBeVisible()
  expect(send).not.toHaveBeenCalled()
  await page.getByRole('button', { name: m.upload_cancel({ name: 'a.png' }) }).click()
  await save()
  expect(await sent()).toEqual({ photo: '' })
  expect(page.getByText(m.upload_wait()).elements()).toHaveLength(0)
})

test('several files have an order, and there are no more than fit', async () => {
  network(saved('/storage/b.png'))
  const { page, save, sent } = await renderForm(
    [{ name: 'photos', type: 'image', multiple: true, maxItems: 2, label: label('Photos') }],
    { saved: { photos: ['/storage/a.png'] } },
  )
  await expect.element(page.getByRole('button', { name: m.upload_choosePicture() })).toBeVisible()
  drop(page.getByRole('button', { name: m.upload_choosePicture() }).element(), png('b.png'), png('c.png'))
  await expect.element(page.getByRole('button', { name: m.ui_remove({ name: 'b.png' }) })).toBeVisible()
  expect(posted).toHaveLength(1)
  expect(page.getByRole('button', { name: m.upload_choosePicture() }).elements()).toHaveLength(0)
  await page.getByRole('button', { name: m.upload_before({ name: 'b.png' }) }).click()
  await save()
  expect(await sent()).toEqual({ photos: ['/storage/b.png', '/storage/a.png'] })
})

test('a new file takes the place of the one that was there', async () => {
  network(saved('/storage/new.txt'))
  const { page, save, sent } = await renderForm([{ name: 'paper', type: 'file', label: label('Paper') }], {
    saved: { paper: '/storage/old.txt' },
  })
  await expect.element(page.getByRole('link', { name: 'old.txt' })).toBeVisible()
  drop(page.getByRole('button', { name: m.upload_chooseFile() }).element(), new File(['x'], 'new.txt'))
  await expect.element(page.getByRole('link', { name: 'new.txt' })).toBeVisible()
  await save()
  expect(await sent()).toEqual({ paper: '/storage/new.txt' })
})
