import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import pg from 'pg'

// The least that an organization list of 25 can cost: the token's session and the rows, both as prepared statements, in a
// bare HTTP server.

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 12 })
const session = `select a.id from token t join token_family f on f.id = t.family_id join account a on a.id = f.account_id
  where t.hash = $1 and t.kind = 'access' and t.expire_time > now() and a.status = 1`
const list = `select id, version, create_by, create_time, update_by, update_time, pid, sort_key, code, name, short_name, type, level_ids,
  area_code, contact, phone, address, status from organization order by name, id limit 25`

createServer(async (request, response) => {
  if (request.url === '/ready') return response.end('ok')
  const hash = createHash('sha256')
    .update(request.headers.authorization?.slice(7) ?? '')
    .digest('base64url')
  const found = await pool.query({ name: 'session', text: session, values: [hash] })
  if (found.rowCount === 0) return response.writeHead(401).end()
  const [rows, total] = await Promise.all([
    pool.query({ name: 'list', text: list }),
    pool.query({ name: 'count', text: 'select count(*)::int as total from organization' }),
  ])
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ code: 200, msg: '', data: { list: rows.rows, total: total.rows[0].total } }))
}).listen(Number(process.env.PORT), 'localhost')
