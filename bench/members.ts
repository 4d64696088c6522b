import pg from 'pg'
import { PROOF_HEADER } from '#src/lib/proof-way.ts'
import { exportBook } from '#src/server/export/export-book.server.ts'
import { bringFile, withPeak } from './lib/jobs.ts'
import { send } from './lib/measure.ts'
import { ownProduct } from './lib/own-product.ts'
import { proofOf, signIn } from './lib/people.ts'

// `node bench/members.ts` imports 100,000 members of 500 classes from one workbook into the built
// product. Prints seconds, members a second, and the peak memory of the process in MB.
// The aim: below 400 MB for the import. Then it fetches the file with the activation codes of all.

const MEMBERS = Number(process.env.MEMBERS ?? 100_000)
const CLASSES = 500
const TITLES = ['Username', 'Name', 'Organization', 'Gender', 'Birthday', 'Phone']

const { product, database, end } = await ownProduct()

try {
  const client = new pg.Client({ connectionString: database.url })
  client.on('error', () => undefined)
  await client.connect()
  await client.query(`
    insert into organization (code, name, type, sort_key)
    select 'C' || n, 'Class ' || n, 'class', 'b' || lpad(n::text, 8, '0') from generate_series(1, ${CLASSES}) n`)
  const { access_token } = await signIn(product.url)
  const headers = { authorization: `Bearer ${access_token}`, 'accept-language': 'en' }
  const content = await workbook()
  const changeSetId = await withPeak(product.pid, `import of ${MEMBERS} members`, MEMBERS, () =>
    bringFile({ url: product.url, headers }, { resource: 'member', name: 'members.xlsx', content, mode: 'add' }),
  )
  const proven = { ...headers, 'content-type': 'application/json', [PROOF_HEADER]: await proofOf(database.url) }
  const codes = await withPeak(product.pid, `activation codes of ${MEMBERS} members`, MEMBERS, async () => {
    const body = JSON.stringify({ changeSetId, format: 'xlsx' })
    const path = '/adminApi/member/activationFile'
    return JSON.parse(await send({ url: product.url + path, method: 'POST', headers: proven, body }))
  })
  if (codes.data.people.length !== MEMBERS) throw new Error(`${codes.data.people.length} members got codes`)
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from member_profile p join member_balance b using (account_id) where org_id is not null',
  )
  if (rows[0]?.count !== MEMBERS) throw new Error(`${rows[0]?.count} members were imported`)
  await client.end()
} finally {
  await end()
}
process.exit(0)

async function workbook(): Promise<Buffer> {
  const pieces: Buffer[] = []
  const columns = TITLES.map((title) => ({ title, kind: 'text' as const }))
  for await (const piece of exportBook('Members', columns, lines())) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function* lines(): AsyncGenerator<Buffer> {
  for (let n = 1; n <= MEMBERS; n++) {
    const day = `${2008 + (n % 8)}-0${1 + (n % 9)}-1${n % 10}`
    const cells = [`m_${n}`, `Pupil ${lettersOf(n)}`, `Class ${1 + (n % CLASSES)}`, n % 2 ? 'Male' : 'Female', day]
    yield Buffer.from(`${[...cells, `138${String(n).padStart(8, '0')}`].join('\t')}\n`)
  }
}

/** A number in letters: names of people have no digits. */
function lettersOf(n: number): string {
  return [...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
}
