import type { Db } from '#src/db/client.server.ts'
import { runStatement } from '#src/db/statement.server.ts'
import { newRowKey } from './log-key.server.ts'
import type { LogRow } from './log-row.server.ts'

// One prepared statement for one row and for many. A change set is only named when the request has made it.
const statement = `insert into admin_log (create_time, event, side, account_id, username, seen_id, seen_name, node, title, title_en,
    method, path, query, body, code, message, duration, address, agent, request_id, change_set_id, times, mark)
  select clock_timestamp() - make_interval(secs => r.age / 1000.0), r.event, r.side, r.account_id,
    coalesce(nullif(r.username, ''), (select a.username from account a where a.id = r.account_id), ''), r.seen_id, r.seen_name, r.node,
    r.title, r.title_en, r.method, r.path, nullif(r.query, 'null'), nullif(r.body, 'null'), r.code, r.message, r.duration, r.address,
    r.agent, r.request_id, (select s.id from change_set s where s.id = r.change_set_id), r.times,
    decode(r.mark, 'hex')
  from jsonb_to_recordset($1::jsonb) as r (age float8, event text, side text, account_id bigint, username text, seen_id bigint,
    seen_name text, node text, title text, title_en text, method text, path text, query jsonb, body jsonb, code smallint, message text,
    duration integer, address text, agent text, request_id text, change_set_id bigint, times integer, mark text)`

/** Adds rows to the log, in the order given. */
export async function insertLog(db: Db, rows: readonly LogRow[]): Promise<void> {
  await runStatement(db, statement, [JSON.stringify(rows.map((row) => ({ ...row, mark: newRowKey() })))])
}
