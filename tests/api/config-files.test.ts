import { expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import { addOfficer } from '../support/officer.ts'
import { picture, read, send } from '../support/uploads.ts'

const at = '/adminApi/config'
const shownByPage = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' }

test('everybody sees the logo, so its file is public; a file that is not here is refused at its field', async () => {
  const made = await startApi()
  const admin = await made.signIn()
  const save = (values: object) => admin('POST', `${at}/edit`, { values })
  const hidden = (await send(made, admin, 'a.png', await picture('png'))).data.url
  const open = (await send(made, admin, 'b.png', await picture('png', 30, 30), { visibility: 'public' })).data.url
  expect(await save({ brandLogo: hidden })).toMatchObject({
    code: 422,
    data: {
      errors: { brandLogo: ['Everyone can see this item, but the file is private. Choose a public file.'] },
    },
  })
  expect(await save({ brandLogo: '/storage/none.png' })).toMatchObject({ code: 422 })
  expect(await save({ brandLogo: open })).toMatchObject({ code: 200 })
  expect(await (await made.api.request('/api/site')).json()).toMatchObject({ data: { brandLogo: open } })
  // Somebody who does not see a private file cannot have it shown through an item of their own.
  const nodes = ['routine/config/index', 'routine/config/edit', 'routine/config/add'] as const
  await addOfficer(made, { username: 'other', nodes: [...nodes], scope: 'all' })
  const other = await made.signIn('admin', 'other')
  await other('POST', `${at}/add`, { name: 'paper', group: 'site', title: 'Paper', type: 'file' })
  expect(await other('POST', `${at}/edit`, { values: { paper: hidden } })).toMatchObject({ code: 422 })
  // Another site has other files: its export is taken over without them.
  const file = { format: 'yardstick-config', values: { brandLogo: '/storage/elsewhere.png', recordNumber: 'A' } }
  expect(await admin('POST', `${at}/compare`, file)).toMatchObject({ data: { skipped: ['brandLogo'] } })
  expect(await admin('POST', `${at}/import`, file)).toMatchObject({ code: 200 })
  expect(await (await made.api.request('/api/site')).json()).toMatchObject({
    data: { brandLogo: open, recordNumber: 'A' },
  })
})

test('with a CDN, pages get public files and their small sizes from it, and nothing else', async () => {
  const made = await startApi()
  const admin = await made.signIn()
  const save = (values: object) => admin('POST', `${at}/edit`, { values })
  const open = (await send(made, admin, 'b.png', await picture('png', 900, 300), { visibility: 'public' })).data.url
  const hidden = (await send(made, admin, 'a.png', await picture('png'))).data.url
  const where = async (url: string, headers: Record<string, string> = shownByPage) => {
    const answer = await read(made, admin, url, headers)
    return answer.headers.get('location') ?? answer.status
  }
  expect(await where(open)).toBe(200)
  expect((await read(made, admin, open)).headers.get('cross-origin-resource-policy')).toBeNull()
  await save({ cdnUrl: 'https://cdn.example.org/files/', brandLogo: open })
  expect(await where(open)).toBe(`https://cdn.example.org/files${open}`)
  expect(await where(`${open}?size=160`)).toBe(`https://cdn.example.org/files${open}?size=160`)
  expect(await where(hidden)).toBe(200)
  // The CDN itself, other programs, documents and downloads get the file; so does a page whose CDN does not answer.
  expect(await where(open, {})).toBe(200)
  expect(await where(open, { ...shownByPage, 'sec-fetch-site': 'cross-site' })).toBe(200)
  expect(await where(open, { ...shownByPage, 'sec-fetch-dest': 'document' })).toBe(200)
  expect(await where(`${open}?cdn=0`)).toBe(200)
  expect((await read(made, undefined, open)).headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect((await read(made, admin, hidden)).headers.get('cross-origin-resource-policy')).toBeNull()
  // What is public of the site names the CDN; the saved value keeps its own address.
  const site = async () => ((await (await made.api.request('/api/site')).json()) as { data: object }).data
  expect(await site()).toMatchObject({ brandLogo: `https://cdn.example.org/files${open}` })
  expect(JSON.stringify((await admin('GET', `${at}/index`)).data)).toContain(`"brandLogo":"${open}"`)
  // An address of this site would redirect for ever.
  await save({ cdnUrl: 'http://localhost/' })
  expect(await where(open)).toBe(200)
  await save({ cdnUrl: 'https://www.example.org' })
  expect(await where(open, { ...shownByPage, referer: 'https://www.example.org/admin' })).toBe(200)
  await save({ cdnUrl: '' })
  expect(await where(open)).toBe(200)
  expect(await site()).toMatchObject({ brandLogo: open })
})
