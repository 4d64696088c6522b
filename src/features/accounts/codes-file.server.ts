import { m } from '#src/i18n/paraglide/messages.js'
import { csvCell } from '#src/server/export/csv-cell.ts'
import { exportBook } from '#src/server/export/export-book.server.ts'
import type { Coded } from './activation.server.ts'

/** The file with activation codes, as text in Base64. Nothing of it is stored on the server. */
export async function codesFile(codes: readonly Coded[], format: 'xlsx' | 'csv') {
  const titles = [m.user_username(), m.user_name(), m.activation_codeColumn(), m.user_dept()]
  const rows = codes.map(({ username, name, code, organization }) => [username, name, code, organization])
  const content = format === 'xlsx' ? await workbook(titles, rows) : csv([titles, ...rows])
  const type =
    format === 'xlsx' ? 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' : 'text/csv;charset=utf-8'
  return { name: `${m.activation_fileName()}.${format}`, type, content: content.toString('base64'), people: [...codes] }
}

async function workbook(titles: readonly string[], rows: readonly string[][]): Promise<Buffer> {
  const columns = titles.map((title) => ({ title, kind: 'text' as const }))
  const pieces: Buffer[] = []
  for await (const piece of exportBook(m.activation_sheet(), columns, lines(rows))) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** Rows as the database writes them: cells between tabs, with a backslash before signs that mean something. */
async function* lines(rows: readonly string[][]): AsyncGenerator<Buffer> {
  for (const row of rows) yield Buffer.from(`${row.map((cell) => cell.replaceAll('\\', '\\\\')).join('\t')}\n`)
}

/** With the mark by which Excel knows UTF-8. */
function csv(rows: readonly (readonly string[])[]): Buffer {
  return Buffer.from(`\uFEFF${rows.map((row) => row.map((cell) => csvCell(cell, ',')).join(',')).join('\r\n')}\r\n`)
}
