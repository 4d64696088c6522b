import { createServer } from 'node:http'
import pg from 'pg'

/**
 * Serves the minimum cost of pages of rows: for each path one prepared statement, and its rows as JSON.
 * @param statements by path
 */
export function serveFloor(statements: Readonly<Record<string, string>>): void {
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
}
