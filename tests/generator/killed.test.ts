import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Design } from '#src/features/generator/design.schema.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { idOf, listOf, rowsBy } from '../support/base-info.ts'
import { assets, generator, withFields } from '../support/generator.ts'
import { killAtTheEnd, type Work } from '../support/killed.ts'

const english = { locale: 'en' } as const
const undo = '/adminApi/crud/undo'
const countless = (design: Design) => withFields(design, (fields) => fields.filter(({ name }) => name !== 'count'))

type Made = Awaited<ReturnType<typeof generator>>
type Answer = Awaited<ReturnType<Made['generate']>>
type Case = Work & { again: () => Promise<Answer>; rows: object | null }

/** A site with a screen and one row. */
async function site() {
  const made = await generator()
  const id = idOf(await made.generate(assets()))
  idOf(await made.admin('POST', '/adminApi/asset/add', { code: 'A1', name: 'Lamp', count: 3 }))
  return Object.assign(made, { id })
}

const kinds: Record<string, () => Promise<{ made: Made } & Case>> = {
  create: async () => {
    const made = await generator()
    const { plan } = await made.plan(assets())
    const body = { design: assets(), base: null, plan }
    return { made, url: made.url, call: 'generate', body, again: () => made.generate(assets()), rows: {} }
  },
  adopt: async () => {
    const made = await generator()
    await made.db.execute(sql`create table gadget (gadget_id serial primary key, name text not null)`)
    await made.db.execute(sql`insert into gadget (name) values ('Cup')`)
    const proposed = (await made.admin('GET', '/adminApi/crud/table?name=gadget')).data as { design: Design }
    const design = { ...proposed.design, description: { ...proposed.design.description, key: 'asset' } }
    const { plan } = await made.plan(design)
    const body = { design, base: null, plan }
    const again = () => made.generate(design)
    return { made, url: made.url, call: 'generate', body, again, rows: { Cup: { id: 1 } } }
  },
  change: async () => {
    const made = await site()
    const stored = await made.stored()
    const [design, base] = [countless(stored.design), { key: 'asset', version: stored.base.version }]
    const { plan } = await made.plan(design, base)
    const again = () => made.generate(design, base)
    return { made, url: made.url, call: 'generate', body: { design, base, plan }, again, rows: { Lamp: { id: 1 } } }
  },
  undo: async () => {
    const made = await site()
    const body = { id: idOf(await made.change(countless)) }
    const again = () => made.admin('POST', undo, body)
    return { made, url: made.url, call: 'undo', body, again, rows: { Lamp: { count: 3 } } }
  },
  remove: async () => {
    const made = await site()
    const { version } = (await made.stored()).base
    const body = { key: 'asset', version, table: true }
    const again = () => made.admin('POST', '/adminApi/crud/remove', body)
    return { made, url: made.url, call: 'remove', body, again, rows: null }
  },
}

test('a process that is killed before the end of a generation leaves nothing, and the log says so; then it works', async () => {
  const cases: ({ made: Made } & Case)[] = []
  for (const prepare of Object.values(kinds)) cases.push(await prepare())
  await killAtTheEnd(cases.map(({ made: { db }, again: _again, rows: _rows, ...work }) => Object.assign(work, { db })))
  for (const { made, call, again, rows } of cases) {
    const interrupted = { state: 'error', message: m.generator_interrupted({}, english) }
    const newest = async () => (await listOf(made.admin, 'crud')).slice(0, 2)
    expect((await newest())[0], call).toMatchObject(interrupted)
    expect(await again(), call).toMatchObject({ code: 200 })
    expect(await newest(), call).toMatchObject([{ state: 'success' }, interrupted])
    if (rows) expect(await rowsBy(made.admin, 'asset', 'name'), call).toMatchObject(rows)
    else expect(await made.admin('GET', '/adminApi/asset/index')).toMatchObject({ status: 404 })
  }
})
