import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import pg from 'pg'

// The minimum cost of a call: the token's session and the call's own statements, prepared, in a bare HTTP server.

type Answer = (request: IncomingMessage, accountId: number) => Promise<unknown>

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 12 })
const query = (name: string, text: string, values: unknown[] = []) => pool.query({ name, text, values })

const session = `select a.id from token t join token_family f on f.id = t.family_id join account a on a.id = f.account_id
  where t.hash = $1 and t.kind = 'access' and t.expire_time > now() and a.status = 1`
const list = `select id, version, create_by, create_time, update_by, update_time, pid, sort_key, code, name, short_name, type, level_ids,
  area_code, contact, phone, address, status from organization order by name, id limit 25`
const person = `select a.*, p.dept_id, l.last_login_time, l.last_login_ip from account a left join admin_profile p on p.account_id = a.id
  left join account_login l on l.account_id = a.id where a.id = $1`

const answers: Record<string, Answer> = {
  '/list': async () => {
    const [rows, total] = await Promise.all([
      query('list', list),
      query('count', 'select count(*)::int as total from organization'),
    ])
    return { list: rows.rows, total: total.rows[0].total }
  },
  '/info': async (_request, id) => (await query('person', person, [id])).rows[0],
  '/menu': async () =>
    (await query('menu', `select * from rule where area = 'admin' and status = 1 order by sort_key`)).rows,
  '/save': async (request) => {
    const { id, contact } = JSON.parse(await textOf(request))
    // In its own transaction, with the trigger of the change history: every recorded save needs both.
    return (await query('save', 'update organization set contact = $2 where id = $1 returning version', [id, contact]))
      .rows[0]
  },
  // A refresh must at least store two new tokens.
  '/refresh': async () => {
    const hashes = [0, 1].map(() => createHash('sha256').update(randomBytes(32)).digest('base64url'))
    await query(
      'refresh',
      `insert into token (hash, family_id, kind, expire_time) select h, (select min(id) from token_family), 'access',
      now() + interval '15 minutes' from unnest($1::text[]) h`,
      [hashes],
    )
    return hashes
  },
}

createServer(async (request, response) => {
  if (request.url === '/ready') return response.end('ok')
  const answer = answers[request.url ?? '']
  const hash = createHash('sha256')
    .update(request.headers.authorization?.slice(7) ?? '')
    .digest('base64url')
  const found = await query('session', session, [hash])
  if (!answer || found.rowCount === 0) return response.writeHead(answer ? 401 : 404).end()
  const data = await answer(request, found.rows[0].id)
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ code: 200, msg: '', data }))
}).listen(Number(process.env.PORT), 'localhost')

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
