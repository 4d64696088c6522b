import pg from 'pg'
import { PROOF_HEADER } from '#src/lib/proof-way.ts'
import { send } from './lib/measure.ts'
import { ownProduct } from './lib/own-product.ts'
import { proofOf, signIn } from './lib/people.ts'

// `node bench/generator.ts` measures the CRUD generator in the built product, on a table of others with 100 columns and
// 100,000 rows, and on a design of 100 fields. Prints milliseconds. The aim is a second for each of: opening the
// designer, generating, the first list.

const COLUMNS = 100
const ROWS = 100_000

const { product, database, timed, end } = await ownProduct()

try {
  await fill()
  const { access_token: token } = await signIn(product.url)
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'accept-language': 'en',
    [PROOF_HEADER]: await proofOf(database.url),
  }
  const call = async (name: string, path: string, body?: object) => {
    const begun = performance.now()
    const sent = body ? { method: 'POST', body: JSON.stringify(body) } : {}
    const answer = JSON.parse(await send({ url: product.url + path, headers, ...sent }))
    console.log(`${name.padEnd(40)}${(performance.now() - begun).toFixed(0).padStart(7)}`)
    return answer.data
  }
  await call('tables', '/adminApi/crud/tables')
  const { design } = await call(`a table of ${COLUMNS} columns as a design`, '/adminApi/crud/table?name=wide')
  await make('on the table of others', design)
  await timed('  the next lists', token, `/adminApi/${design.description.key}/index`)
  const columns = Object.fromEntries(Object.keys(design.columns).map((name) => [name, { from: null }]))
  const own = { ...design, tableName: 'res_wide', columns }
  own.description = { ...design.description, key: 'own', menu: 'baseInfo/own' }
  await make('with a table of its own', own)
  await timed('a written list: organizations', token, '/adminApi/organization/index')
  const stored = await call('the design of a screen', '/adminApi/crud/design?key=own')
  const { key, version } = stored.base
  const [first, ...rest] = stored.design.description.fields
  const added = { name: 'added', type: 'date', label: { 'zh-cn': '添加', en: 'Added' } }
  const next = { ...stored.design, columns: { added: { from: null } } }
  next.description = { ...stored.design.description, fields: [first, ...rest.slice(0, -1), added] }
  const base = { key, version }
  const { plan } = await call('changes: a field goes, one comes', '/adminApi/crud/check', { design: next, base })
  const { id } = await call('  generated', '/adminApi/crud/generate', { design: next, base, plan })
  await call('  taken back', '/adminApi/crud/undo', { id })

  async function make(name: string, made: typeof design) {
    const { plan } = await call(`a screen ${name}: its changes`, '/adminApi/crud/check', { design: made, base: null })
    await call('  generated', '/adminApi/crud/generate', { design: made, base: null, plan })
    await call('  its first list', `/adminApi/${made.description.key}/index`)
  }
} finally {
  await end()
}
process.exit(0)

/** A table of others: texts, numbers, dates and truths in turn. */
async function fill(): Promise<void> {
  const types = ['varchar(60) not null', 'integer', 'numeric(10, 2)', 'date', 'boolean not null default true']
  const values = [`'text ' || n`, 'n', 'n / 7.0', `date '2020-01-01' + n % 2000`, 'n % 2 = 0']
  const columns = Array.from({ length: COLUMNS - 1 }, (_none, at) => `c${at} ${types[at % types.length]}`)
  const row = Array.from({ length: COLUMNS - 1 }, (_none, at) => values[at % values.length])
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(`create table wide (wide_id serial primary key, ${columns.join(', ')})`)
  await client.query(`insert into wide select n, ${row.join(', ')} from generate_series(1, ${ROWS}) n`)
  await client.query('analyze wide')
  await client.end()
}
