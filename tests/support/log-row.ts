import { insertLog } from '#src/server/admin-log/insert-log.server.ts'
import type { LogRow } from '#src/server/admin-log/log-row.server.ts'
import type { TestApi } from './api.ts'

/** A row of the admin log as the product writes it. */
export function logRow(given: Partial<LogRow> = {}): LogRow {
  return {
    age: 0,
    event: 'write',
    side: 'admin',
    account_id: null,
    username: '',
    seen_id: null,
    seen_name: '',
    node: '',
    title: '',
    title_en: '',
    method: 'POST',
    path: '',
    query: null,
    body: null,
    code: 200,
    message: '',
    duration: 1,
    address: '',
    agent: '',
    request_id: '',
    change_set_id: null,
    times: 1,
    ...given,
  }
}

/** Writes rows to the log as the product does. */
export function writeLog({ db }: Pick<TestApi, 'db'>, ...rows: Partial<LogRow>[]): Promise<void> {
  return insertLog(db, rows.map(logRow))
}
