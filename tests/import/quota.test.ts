import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { config } from '#src/db/config.table.server.ts'
import { dataImport } from '#src/db/import.table.server.ts'
import { Turns } from '#src/server/import/turns.server.ts'
import { importer, importNodes, startImports } from '../support/imports.ts'
import { addOfficer } from '../support/officer.ts'

const MEGABYTE = 1024 ** 2
const full =
  'The files of your imports already take up the 1 MB that you have. The file of an import that is done makes room by itself, any other after an hour. Finish one of your imports, or try again later.'

/** A file of four tenths of a megabyte. */
const file = (code: string) => {
  const rows = Array.from({ length: 200 }, (_, n) => `${code}${n},名${n},学校,${'x'.repeat(2_000)}`)
  return `编码,名称,类型,备忘\n${rows.join('\n')}\n`
}

async function startWithQuota() {
  const api = await startImports()
  await api.db.update(config).set({ value: MEGABYTE }).where(eq(config.name, 'importQuota'))
  const kept = async () => (await readdir(join(api.files, 'import'))).length
  return { ...api, kept }
}

test('a person has a quota; the file of an import that is done makes room', async () => {
  const api = await startWithQuota()
  const { send, planOf, run, kept } = api
  const first = await send(file('A'))
  expect(first.data.size).toBeGreaterThan(0.35 * MEGABYTE)
  expect(await send(file('B'))).toMatchObject({ code: 200 })
  expect(await send(file('C'))).toMatchObject({ status: 413, code: 413, msg: full })
  expect(await kept()).toBe(2)
  // Somebody else has a quota of their own.
  await addOfficer(api, { username: 'officer', nodes: [...importNodes], scope: 'all' })
  const other = importer(api, await api.signIn('admin', 'officer'))
  expect(await other.send(file('D'))).toMatchObject({ code: 200 })
  // A file that is needed for work that is not done is not taken away; that of the import that is done is.
  await run(first.data.id, planOf(first.data))
  const third = await send(file('C'))
  expect(third).toMatchObject({ code: 200 })
  expect(await kept()).toBe(3)
  const [record] = await api.db.select().from(dataImport).where(eq(dataImport.id, first.data.id))
  expect(record).toMatchObject({ storedAs: '', applied: { new: 200 } })
})

test('the file of an import that was left makes room after an hour, but not while a job needs it', async () => {
  const { db, call, send, planOf, kept } = await startWithQuota()
  const first = await send(file('A'))
  const second = await send(file('B'))
  const long = new Date(Date.now() - 2 * 3_600_000).toISOString()
  await db.update(dataImport).set({ createTime: long })
  // The table is locked, so that the job waits while it stores its rows.
  const client = await db.$client.connect()
  await client.query('begin; lock table import_row in access exclusive mode')
  try {
    await call('POST', '/adminApi/organization/importCheck', { id: first.data.id, plan: planOf(first.data) })
    const removed = send(file('C'))
    await expect
      .poll(async () => (await db.select().from(dataImport).where(eq(dataImport.id, second.data.id)))[0])
      .toMatchObject({ storedAs: '' })
    await client.query('rollback')
    expect(await removed).toMatchObject({ code: 200 })
  } finally {
    client.release(true)
  }
  const [record] = await db.select().from(dataImport).where(eq(dataImport.id, first.data.id))
  expect(record?.storedAs).not.toBe('')
  expect(await kept()).toBe(2)
})

test('files that arrive together share the room', async () => {
  const { send, kept } = await startWithQuota()
  const answers = await Promise.all(['A', 'B', 'C', 'D', 'E'].map((code) => send(file(code))))
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(2)
  expect(answers.filter(({ code, msg }) => code === 413 && msg === full)).toHaveLength(3)
  expect(await kept()).toBe(2)
})

test('a file for which the files on their way leave no room is refused before it has arrived', async () => {
  const { api, call } = await startWithQuota()
  let finish: () => void = () => undefined
  const isOver = new Promise<void>((resolve) => {
    finish = resolve
  })
  const post = (bytes: Uint8Array, body: BodyInit) => {
    const headers = { authorization: `Bearer ${call.tokens.access_token}`, 'content-length': String(bytes.length) }
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half', headers }
    return api.request('/adminApi/organization/import?name=a.csv', init)
  }
  /** Sends a file that arrives only at the end. */
  const hold = (code: string) => {
    const bytes = new TextEncoder().encode(file(code))
    let begun: () => void = () => undefined
    const arriving = new Promise<void>((resolve) => {
      begun = resolve
    })
    const source: UnderlyingDefaultSource<Uint8Array> = {
      async pull(controller) {
        begun()
        await isOver
        controller.enqueue(bytes)
        controller.close()
      },
    }
    // It is asked for its bytes only when the product receives it.
    return { arriving, answer: post(bytes, new ReadableStream(source, { highWaterMark: 0 })) }
  }
  const held = [hold('A'), hold('B')]
  await Promise.all(held.map(({ arriving }) => arriving))
  const late = new TextEncoder().encode(file('C'))
  expect((await post(late, late)).status).toBe(413)
  finish()
  expect((await Promise.all(held.map(({ answer }) => answer))).map(({ status }) => status)).toEqual([200, 200])
})

test('a few files are read at once, and of each person one; all others wait in their order', async () => {
  const turns = new Turns({ together: 2, each: 1 })
  const started: string[] = []
  const start = async (owner: number, name: string, signal?: AbortSignal) => {
    const end = await turns.take(owner, signal)
    started.push(name)
    return end
  }
  const endA = await start(1, 'a')
  const b = start(1, 'b')
  const endC = await start(2, 'c')
  const gone = new AbortController()
  const left = start(3, 'left', gone.signal)
  const d = start(3, 'd')
  gone.abort(new Error('the client has left'))
  await expect(left).rejects.toThrow('the client has left')
  expect(started).toEqual(['a', 'c'])
  endC()
  // Only one place is free now, and the person of b has another turn.
  const endD = await d
  endA()
  endA()
  const endB = await b
  expect(started).toEqual(['a', 'c', 'd', 'b'])
  endB()
  endD()
  await expect(turns.take(1, AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late')
  await start(1, 'e')
})
