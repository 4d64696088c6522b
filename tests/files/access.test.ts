import { expect, test } from 'vitest'
import { signAddress } from '#src/server/files/signed-address.server.ts'
import { addOrganizations, startApi } from '../support/api.ts'
import { secret } from '../support/deps.ts'
import { addOfficer } from '../support/officer.ts'
import { picture, read, send } from '../support/uploads.ts'

test('a private file exists for its owner and for those who see it in the list, by a signed address for others, and once', async () => {
  const made = await startApi()
  // The same content is stored once, and nobody learns that somebody else has it.
  {
    await addOfficer(made, { username: 'first', nodes: [], scope: 'own' })
    await addOfficer(made, { username: 'second', nodes: [], scope: 'own' })
    const [first, second] = [await made.signIn('admin', 'first'), await made.signIn('admin', 'second')]
    const content = await picture('png', 50, 50)
    const one = await send(made, first, 'a.png', content)
    const two = await send(made, second, 'a.png', content)
    expect({ ...two.data.file, id: 0 }).toEqual({ ...one.data.file, id: 0 })
    expect(two.data.file.id).not.toBe(one.data.file.id)
    const blobs = async () => (await made.db.execute('select area from file_blob order by 1')).rows
    expect(await blobs()).toEqual([{ area: 'private' }])
    const again = await send(made, second, 'a.png', content)
    expect(again.data).toEqual({ ...two.data, file: { ...two.data.file, quote: 2 } })
    const renamed = await send(made, second, 'b.png', content)
    expect(renamed.data.file.id).not.toBe(two.data.file.id)
    await send(made, second, 'a.png', content, { visibility: 'public' })
    expect(await blobs()).toEqual([{ area: 'private' }, { area: 'public' }])
    expect((await read(made, second, one.data.url)).status).toBe(200)
  }
  // A private file exists for its owner and for those who see it in the list; for all others there is nothing.
  {
    const admin = await made.signIn()
    const ids = await addOrganizations(admin)
    const node = 'routine/attachment/index'
    await addOfficer(made, { username: 'owner', nodes: [], scope: 'org', deptId: ids.S1 })
    await addOfficer(made, { username: 'near', nodes: [node], scope: 'org', deptId: ids.S1 })
    await addOfficer(made, { username: 'far', nodes: [node], scope: 'org', deptId: ids.S2 })
    await addOfficer(made, { username: 'without', nodes: [], scope: 'all', deptId: ids.S1 })
    const [owner, near, far, without] = await Promise.all(
      ['owner', 'near', 'far', 'without'].map((name) => made.signIn('admin', name)),
    )
    const member = await made.signIn('user')
    const sent = await send(made, owner ?? admin, 'a.png', await picture('png'))
    const { url } = sent.data
    const statuses = async (address: string) => {
      const found: Record<string, number> = {}
      for (const [name, who] of Object.entries({ owner, near, far, without, member, admin, visitor: undefined }))
        found[name] = (await read(made, who, address)).status
      return found
    }
    const nothing = { owner: 404, near: 404, far: 404, without: 404, member: 404, admin: 404, visitor: 404 }
    expect(await statuses(url)).toEqual({ ...nothing, owner: 200, near: 200, admin: 200 })
    expect(await statuses(`${url}?size=160`)).toEqual({ ...nothing, owner: 200, near: 200, admin: 200 })
    for (const guess of [
      url.replace('.png', '.jpg'),
      `${url}x`,
      '/storage/../store-id',
      '/storage/store-id',
      '/storage/%2e%2e/x',
      '/storage/blob',
    ])
      expect(await statuses(guess), guess).toEqual(nothing)
    // Both answers are the same but for the path that was asked for.
    const hidden = await (await read(made, far, url)).text()
    const missing = await (await read(made, far, url.replace('.png', '.gif'))).text()
    const plain = (text: string) => JSON.parse(text).msg.replace(/\/storage\/\S+/, '')
    expect(plain(hidden)).toBe(plain(missing))
    expect((await read(made, undefined, url, { authorization: 'Bearer wrong' })).status).toBe(401)
    const open = await send(made, owner ?? admin, 'b.png', await picture('png', 30, 30), { visibility: 'public' })
    const everybody = { owner: 200, near: 200, far: 200, without: 200, member: 200, admin: 200, visitor: 200 }
    expect(await statuses(open.data.url)).toEqual(everybody)
  }
  // A member's file is the member's own.
  {
    const member = await made.signIn('user')
    const { url, file } = (await send(made, member, 'a.txt', 'text', { side: 'user' })).data
    expect(file).toMatchObject({ visibility: 'private' })
    expect((await read(made, member, url)).status).toBe(200)
    await addOfficer(made, { username: 'nobody', nodes: [], scope: 'all' })
    expect((await read(made, await made.signIn('admin', 'nobody'), url)).status).toBe(404)
    expect((await send(made, member, 'a.txt', 'text')).status).toBe(401)
    expect((await send(made, await made.signIn(), 'a.txt', 'text', { side: 'user' })).status).toBe(401)
  }
  // A signed address opens one file for a minute, and no other.
  {
    const admin = await made.signIn()
    const one = (await send(made, admin, 'a.txt', 'first')).data.url
    const other = (await send(made, admin, 'b.txt', 'second')).data.url
    const answer = await admin('POST', '/adminApi/attachment/sign', { urls: [one, '/storage/none.png'] })
    expect(answer).toMatchObject({ code: 200, data: { seconds: 60, list: [{ url: one, name: 'a.txt', size: 5 }] } })
    const [{ signed }] = (answer.data as { list: [{ signed: string }] }).list
    expect(await (await read(made, undefined, signed)).text()).toBe('first')
    const query = signed.slice(signed.indexOf('?'))
    const [, expires, signature] = /expires=(\d+)&signature=(\S+)/.exec(query) ?? []
    const bad = [
      other + query,
      `${one}?expires=${Number(expires) + 1}&signature=${signature}`,
      `${one}?expires=${expires}&signature=${signature?.replace(/^./, (sign) => (sign === 'A' ? 'B' : 'A'))}`,
      `${one}?expires=${expires}&signature=`,
      `${one}?expires=${expires}`,
      `${one}?signature=${signature}`,
      `${one}?expires=x&signature=${signature}`,
      signAddress(secret, one, Date.now() - 61_000),
      // Longer than a signature may live.
      signAddress(secret, one, Date.now() + 120_000),
      signAddress('another secret of thirty-two characters', one),
    ]
    for (const address of bad) expect((await read(made, undefined, address)).status, address).toBe(404)
    await addOfficer(made, { username: 'nobody-else', nodes: [], scope: 'all' })
    const nobody = await made.signIn('admin', 'nobody-else')
    expect(await nobody('POST', '/adminApi/attachment/sign', { urls: [one] })).toMatchObject({ data: { list: [] } })
  }
})
