import { createServer } from 'node:http'
import pg from 'pg'

// The minimum cost of a page of the admin log: one prepared statement, named by the path, and its rows as JSON.

const columns = `id, create_time, username, seen_name, event, title, title_en, code, message, address, duration, method, path, node,
  side, agent, times, request_id, change_set_id, redacted`
const order = 'order by create_time desc, id desc limit 25'
const statements: Record<string, string> = {
  '/first': `select ${columns} from admin_log ${order}`,
  '/account': `select ${columns} from admin_log where username = 'teacher007' ${order}`,
  '/address': `select ${columns} from admin_log where address = '10.0.7.7' ${order}`,
  '/refused': `select ${columns} from admin_log where code = 403 ${order}`,
  '/before': `select ${columns} from admin_log where create_time < now() - interval '170 days' ${order}`,
}

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 12 })

createServer(async (request, response) => {
  const name = request.url ?? ''
  if (name === '/ready') return response.end('ok')
  const text = statements[name]
  if (!text) return response.writeHead(404).end()
  const { rows } = await pool.query({ name, text })
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ code: 200, msg: '', data: { list: rows } }))
}).listen(Number(process.env.PORT), 'localhost')
