import { expect, test } from 'vitest'
import { type Caller, startApi } from '../support/api.ts'
import { addOfficer } from '../support/officer.ts'
import { picture, send } from '../support/uploads.ts'

const base = '/adminApi/attachment'
const filterOf = (field: string, operator: string, val: unknown) =>
  encodeURIComponent(JSON.stringify({ and: [{ field, operator, val }] }))

const namesIn = (answer: { data: unknown }) =>
  (answer.data as { list: { name: string }[] }).list.map(({ name }) => name)

async function start() {
  const made = await startApi()
  const admin = await made.signIn()
  await send(made, admin, 'small.txt', 'x')
  await send(made, admin, 'large.txt', 'x'.repeat(5000))
  await send(made, await made.signIn('user'), 'member.png', await picture('png'), { side: 'user' })
  return { ...made, admin }
}

test('attachments are listed newest first, searched, filtered and described', async () => {
  const { admin } = await start()
  const all = await admin('GET', `${base}/index`)
  expect(namesIn(all)).toEqual(['member.png', 'large.txt', 'small.txt'])
  expect((all.data as { list: unknown[] }).list[0]).toMatchObject({
    uploaderKind: 'user',
    uploader: 'member',
    kind: 'image',
    suffix: 'png',
    width: 40,
    height: 20,
    uses: 0,
    quote: 1,
    storage: 'local',
    visibility: 'private',
    sha1: expect.stringMatching(/^[\da-f]{40}$/),
    lastUploadTime: expect.any(String),
  })
  expect(namesIn(await admin('GET', `${base}/index?quickSearch=arg`))).toEqual(['large.txt'])
  const filtered = async (filter: string) => namesIn(await admin('GET', `${base}/index?filter=${filter}`))
  expect(await filtered(filterOf('size', 'RANGE', [1000, 9000]))).toEqual(['large.txt'])
  expect(await filtered(filterOf('kind', 'eq', 'image'))).toEqual(['member.png'])
  expect(await filtered(filterOf('uses', 'eq', 0))).toHaveLength(3)
  expect(await admin('POST', `${base}/add`, { name: 'x' })).toMatchObject({ status: 404 })
})

test('name and topic are edited, and nothing else; the name keeps its extension', async () => {
  const { admin } = await start()
  const id = 1
  expect(await admin('POST', `${base}/edit`, { id, name: 'new name.txt', topic: 'exam' })).toMatchObject({ code: 200 })
  for (const name of ['a.png', 'none', '../x.txt', 'a/b.txt'])
    expect(await admin('POST', `${base}/edit`, { id, name }), name).toMatchObject({
      code: 422,
      data: { errors: { name: ['Keep the extension “txt”, and leave out slashes and hidden signs.'] } },
    })
  expect(await admin('POST', `${base}/edit`, { id, topic: 'a b' })).toMatchObject({ code: 422 })
  for (const field of ['url', 'size', 'visibility', 'uploaderId', 'blobId'])
    expect(await admin('POST', `${base}/edit`, { id, [field]: 1 }), field).toMatchObject({ code: 422 })
})

test('the chooser has the own files, and with the right those of others', async () => {
  const made = await start()
  const { admin } = made
  await addOfficer(made, { username: 'clerk', nodes: [], scope: 'own' })
  const clerk = await made.signIn('admin', 'clerk')
  await send(made, clerk, 'own.txt', 'own')
  const choose = async (call: Caller, query = '') => {
    const answer = await call('GET', `${base}/choose?${query}`)
    return [namesIn(answer), (answer.data as { total: number }).total]
  }
  expect(await choose(clerk)).toEqual([['own.txt'], 1])
  expect(await choose(admin)).toEqual([['own.txt', 'member.png', 'large.txt', 'small.txt'], 4])
  expect(await choose(admin, 'own=1')).toEqual([['large.txt', 'small.txt'], 2])
  expect(await choose(admin, 'kind=image')).toEqual([['member.png'], 1])
  expect(await choose(admin, 'suffixes=png,.jpg')).toEqual([['member.png'], 1])
  expect(await choose(admin, 'quickSearch=txt&limit=2&page=2')).toEqual([['small.txt'], 3])
})
