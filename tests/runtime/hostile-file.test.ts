import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { ImportView } from '#src/server/import/view.server.ts'
import type { JobView } from '#src/server/jobs/job-view.server.ts'
import { blanks, pack, parts } from '../support/workbook.ts'
import { bearer } from './support/http.ts'
import { preparedDirectory, startInstance } from './support/instance.ts'

const titles = ['编码', '名称', '类型']
const sheetRow = (words: string[]) =>
  `<row>${words.map((word) => `<c t="inlineStr"><is><t>${word}</t></is></c>`).join('')}</row>`
const good = [titles, ['G1', 'Good', '学校']].map(sheetRow).join('')
const more = Array.from({ length: 200 }, (_, n) => sheetRow([`H${n}`, `Hostile ${n}`, '学校'])).join('')

test('a file made to do harm stops nobody: its job fails once, and the next import works', async () => {
  const { url } = await startInstance({ dataDir: await preparedDirectory() })
  const headers = { authorization: await bearer(url), 'accept-language': 'en' }
  const call = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${url}/adminApi/${path}`, { ...init, headers: { ...headers, ...init.headers } })
    const answer: { code: number; msg: string; data: unknown } = await response.json()
    return answer
  }
  const post = (path: string, body: object) =>
    call(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  const send = async (file: string) => {
    const body = new Uint8Array(await readFile(file))
    const { data } = await call('organization/import?name=rows.xlsx', { method: 'POST', body })
    // Seam: the contract's answer.
    return data as ImportView
  }
  const begin = async ({ id, sheet, header, columns, mode }: ImportView) => {
    const plan = { sheet, header, mapping: columns.map(({ field }) => field), keys: ['code'], mode }
    const { data } = await post('organization/importRun', { id, plan })
    const { job } = data as { job: number }
    return async () => (await call(`job/info?id=${job}`)).data as JobView
  }

  // Good rows for the first look, much to read, and a tag that has to be read again and again by whoever looks for its
  // end.
  const content = [
    `<worksheet><sheetData>${good}${more}`,
    blanks(150),
    `<x a="${'>'.repeat(4_000_000)}"/></sheetData></worksheet>`,
  ]
  const sheet = Buffer.concat(content.map((one) => Buffer.from(one)))
  const hostile = await pack(parts('', { 'xl/worksheets/sheet1.xml': sheet }))
  let isSent = false
  const sending = send(hostile).finally(() => {
    isSent = true
  })
  let answered = 0
  while (!isSent) {
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    answered += 1
  }
  expect(answered).toBeGreaterThan(3)
  const read = await begin(await sending)
  await expect
    .poll(async () => {
      expect((await fetch(`${url}/healthz`)).status).toBe(200)
      return read()
    })
    .toMatchObject({
      state: 'failed',
      attempt: 1,
      message:
        'The file is damaged and cannot be read. Open it in a spreadsheet program, save it again and try once more.',
    })

  const next = await begin(await send(await pack(parts(good))))
  await expect.poll(next).toMatchObject({ state: 'done', result: { counts: { new: 1 } } })
}, 240_000)
