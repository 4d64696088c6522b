import pg from 'pg'

/** Seconds between two rows, so that ten million are a year: a log has more than one month. */
const PACE = 3
const ACCOUNTS = 400
const CALLS = 120

/**
 * Fills the admin log with a year of rows, without the trigger, which would take minutes: many by one account, few by
 * another (`rare`), most of them writes. Indexes are made at the end.
 */
export async function fillLog(url: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(
      `set session_replication_role = replica; set maintenance_work_mem = '1GB'; set synchronous_commit = off`,
    )
    await client.query('truncate admin_log, admin_log_seal')
    const months = Math.ceil((count * PACE) / 86_400 / 28) + 1
    for (let month = months; month >= 0; month--)
      await client.query(`select ensure_admin_log_partitions(now() - make_interval(months => $1))`, [month])
    const { rows: indexes } = await client.query<{ name: string; made: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
        where indrelid = 'admin_log'::regclass and not indisprimary`,
    )
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    await client.query(
      `create temporary table texts as select u, c, name, title, title_en
        from (select u, c, case when u = 0 then 'admin' when u = ${ACCOUNTS - 1} then 'rare' else 'teacher' || lpad(u::text, 3, '0') end as name,
          (array['学科', '用户管理', '行政组织', '考试方案', '教育阶段', '系统配置'])[1 + c % 6] || c / 6 || ' – ' || (array['编辑', '添加', '删除', '导出'])[1 + c % 4] as title,
          (array['Subjects', 'Accounts', 'Organizations', 'Exam schemes', 'Levels', 'Settings'])[1 + c % 6] || ' ' || c / 6 || ' – ' ||
            (array['Edit', 'Add', 'Delete', 'Export'])[1 + c % 4] as title_en
          from generate_series(0, ${ACCOUNTS - 1}) u, generate_series(0, ${CALLS - 1}) c) made`,
    )
    await client.query('create index on texts (u, c)')
    await client.query(
      `insert into admin_log (id, create_time, event, side, account_id, username, node, title, title_en, method, path, body, code,
          message, duration, address, agent, request_id)
        select n, now() - make_interval(secs => ($1::bigint - n) * ${PACE}), case when n % 50 = 0 then 'refused' when n % 97 = 0 then 'export'
          when n % 31 = 0 then 'signIn' else 'write' end, 'admin', texts.u + 1, name, 'area' || texts.c % 6 || '/part' || texts.c / 6 || '/edit', title, title_en,
          'POST', '/adminApi/part' || drawn.c || '/edit', jsonb_build_object('id', n, 'name', md5(n::text)),
          case when n % 50 = 0 then 403 else 200 end, '已保存', n % 400, '10.0.' || n % 250 || '.' || n % 200, 'Mozilla/5.0 (X11; Linux x86_64)',
          md5(n::text)
        from (select n, case when n % 100000 = 7 then ${ACCOUNTS - 1} when n % 3 = 0 then 0 else 1 + hashint8(n) % ${ACCOUNTS - 2} end as u,
          abs(hashint8(n + 1)) % ${CALLS} as c from generate_series(1, $1::bigint) n) drawn
        join texts on texts.u = abs(drawn.u) and texts.c = drawn.c`,
      [count],
    )
    for (const { made } of indexes) await client.query(made.replace(' ON ONLY ', ' ON '))
    await client.query(`select setval('admin_log_id_seq', $1::bigint)`, [count])
    await client.query(
      `insert into admin_log_name select distinct 'account', name, '' from texts on conflict do nothing`,
    )
    await client.query(
      `insert into admin_log_name select distinct 'call', title, title_en from texts on conflict do nothing`,
    )
    // The rows are no real ones: a link that covers them keeps the sealer from them.
    await client.query(
      `insert into admin_log_seal (number, kind, create_time, to_id, count, root, previous, hash)
        values (1, 'segment', now(), $1::bigint, $1::bigint, '', '', '')`,
      [count],
    )
    await client.query('vacuum analyze admin_log')
  } finally {
    await client.end()
  }
}
