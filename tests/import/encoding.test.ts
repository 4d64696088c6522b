import { expect, test } from 'vitest'
import { organization } from '#src/db/organization.table.server.ts'
import { startImports } from '../support/imports.ts'
import { readTexts, temporaryFile } from '../support/workbook.ts'

/** 學校代碼,學校名稱,機構類型 and a school, in Big5. */
const big5 = Buffer.from(
  'bec7aed5a54ebd582cbec7aed5a657bad92cbef7bac3c3feabac0a42312cbb4fa55fa5aba5dfb2c4a440a4a4bec72c5363686f6f6c0a',
  'hex',
)

test('the encoding can be changed and all follow it; one in which the file is no text is refused', async () => {
  const made = await startImports()

  // The encoding can be changed; the preview, the check, the import and the marked file follow.
  {
    const { db, call, send, planOf, run, check, fetchFile } = made
    const { data: view } = await send(big5)
    expect(view.encoding).toEqual({ name: 'big5', guessed: true })
    const read = (encoding: string) => call('POST', '/adminApi/organization/importEncoding', { id: view.id, encoding })
    const gb = (await read('gb18030')).data as typeof view
    expect(gb.encoding).toEqual({ name: 'gb18030', guessed: false })
    expect(gb.head[1]?.cells[1]).not.toContain('中學')
    const right = (await read('big5')).data as typeof view
    expect(right.encoding).toEqual({ name: 'big5', guessed: false })
    expect(right.head[1]?.cells).toEqual(['B1', '臺北市立第一中學', 'School'])
    const plan = { ...planOf(right), mapping: ['code', 'name', 'type'], keys: ['code'] }
    expect(await check(view.id, { ...plan, mapping: ['code', 'name', 'phone'] })).toMatchObject({
      result: { counts: { refused: 1 } },
    })
    const { content } = await fetchFile(view.id)
    expect((await readTexts(temporaryFile('back.xlsx', content))).flat()).toContain('臺北市立第一中學')
    expect(await run(view.id, plan)).toMatchObject({ state: 'done', result: { counts: { new: 1 } } })
    expect((await db.select().from(organization)).map(({ name }) => name)).toEqual(['臺北市立第一中學'])
    expect(await read('gb18030')).toMatchObject({ code: 409 })
  }

  // An encoding in which the file is no text is refused, and what was chosen before stays.
  {
    const { call, send } = made
    const { data: view } = await send(big5)
    const read = (encoding: string) => call('POST', '/adminApi/organization/importEncoding', { id: view.id, encoding })
    expect(await read('utf-8')).toMatchObject({
      code: 422,
      msg: 'The file cannot be read in this encoding. Please choose another one.',
    })
    expect(await read('latin-5')).toMatchObject({ code: 422 })
    const { data } = await call('GET', `/adminApi/organization/importView?id=${view.id}`)
    expect(data).toMatchObject({ encoding: { name: 'big5' } })
  }

  // Text that was laid out for printing is called by its name.
  {
    const { send } = made
    expect(await send('Code    Name\nS1      School\n', 'list.prn')).toMatchObject({
      code: 422,
      msg: expect.stringContaining('text laid out for printing (.prn)'),
    })
  }
})
