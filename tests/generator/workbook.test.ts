import { expect, test } from 'vitest'
import type { Design } from '#src/features/generator/design.schema.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { rowsBy } from '../support/base-info.ts'
import { generator } from '../support/generator.ts'
import { importer } from '../support/imports.ts'
import { addOfficer } from '../support/officer.ts'

const english = { locale: 'en' } as const

const lines = [
  'Asset number,名称,Bought on,Price,Pieces,Kind,In use,Contact,Year,Note',
  ...Array.from({ length: 12 }, (_none, at) => {
    const note = at === 3 ? `"first line\nsecond line"` : ''
    return `00${at + 10},台灯 ${at},2026-09-${10 + at},${at}.5,${at},${at % 2 ? 'lamp' : 'desk'},${at % 3 ? '是' : '否'},a${at}@x.org,20${10 + at},${note}`
  }),
]

/** Sends a file as the start of a design. */
async function book() {
  const made = await generator()
  const send = async (text: string, name = 'Assets of 2026.csv', call = made.admin) => {
    const response = await made.api.request(`/adminApi/crud/workbook?name=${encodeURIComponent(name)}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${call.tokens.access_token}`,
        'accept-language': 'en',
        'content-type': 'application/octet-stream',
      },
      body: text,
    })
    return { status: response.status, ...((await response.json()) as { code: number; msg: string; data: unknown }) }
  }
  return { ...made, send }
}

test('the columns of a workbook become fields of the types that their rows have, and the same file is imported', async () => {
  const made = await book()
  const { send, generate, admin } = made
  const answer = await send(lines.join('\n'))
  expect(answer).toMatchObject({ code: 200, data: { rows: 12 } })
  const { design } = answer.data as { design: Design }
  const { description } = design
  expect(Object.fromEntries(description.fields.map(({ name, type }) => [name, type]))).toEqual({
    assetNumber: 'text',
    column2: 'text',
    boughtOn: 'date',
    price: 'number',
    pieces: 'integer',
    kind: 'select',
    inUse: 'switch',
    contact: 'text',
    year: 'year',
    note: 'text',
  })
  expect(description).toMatchObject({ title: { en: 'Assets of 2026' }, rowTitle: 'column2', menu: '' })
  expect(design.columns).toMatchObject({ assetNumber: { unique: true } })
  expect(description.fields).toMatchObject([
    { required: true, max: 20, label: { 'zh-cn': 'Asset number' } },
    { label: { 'zh-cn': '名称' } },
    {},
    { decimals: 2 },
    {},
    { options: [{ value: 'desk' }, { value: 'lamp' }] },
    {},
    { rule: 'email' },
    {},
    { multiline: true },
  ])
  const placed = { ...design, description: { ...description, menu: `baseInfo/${description.key}` } }
  expect(await generate(placed)).toMatchObject({ code: 200 })
  await made.jobs.start()
  const { job } = await importer(made, admin, description.key).bring(lines.join('\n'))
  expect(job).toMatchObject({ state: 'done', result: { counts: { new: 12, refused: 0 } } })
  expect(await rowsBy(admin, description.key, 'assetNumber')).toMatchObject({
    '0013': {
      column2: '台灯 3',
      boughtOn: '2026-09-13',
      price: 3.5,
      inUse: 0,
      kind: 'lamp',
      note: 'first line\nsecond line',
    },
  })
})

test('a file without columns, one that is no table, and a caller who may not are refused', async () => {
  const made = await book()
  const { send, signIn } = made
  expect(await send('')).toMatchObject({ status: 422 })
  expect(await send('" "\n" "')).toMatchObject({ status: 422, msg: m.generator_noColumns({}, english) })
  expect(await send('%PDF-1.7 nothing', 'x.xlsx')).toMatchObject({ status: 422 })
  await addOfficer(made, { username: 'looker', scope: 'all', nodes: ['crud/crud/index'] })
  expect(await send('a,b', 'a.csv', await signIn('admin', 'looker'))).toMatchObject({ status: 403 })
})
