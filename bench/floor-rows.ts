import { serveFloor } from './lib/floor.ts'

// The minimum cost of a page of rows.

const columns = `id, version, create_by, create_time, update_by, update_time, pid, sort_key, code, name, short_name, type, level_ids,
  area_code, contact, phone, address, status`
const filter = `where type = 'school' and status = 1`
serveFloor({
  '/rows': `select ${columns} from organization order by name, id limit 25`,
  '/first': `select ${columns} from organization ${filter} order by name, id limit 25`,
  '/accounts': `select a.id, a.version, a.create_by, a.create_time, a.update_by, a.update_time, username, nickname, name, phone, email,
    avatar, super, status, p.dept_id, l.last_login_time, l.last_login_ip,
    array(select role_id from account_role r where r.account_id = a.id order by role_id) as role_ids
    from account a left join admin_profile p on p.account_id = a.id left join account_login l on l.account_id = a.id
    where kind = 'admin' order by a.id desc limit 20`,
  '/members': `select a.id, a.version, a.create_by, a.create_time, a.update_by, a.update_time, username, nickname, name, phone, email,
    avatar, status, p.org_id, p.group_id, p.gender, p.birthday, p.motto, p.join_time, b.money, b.score, l.last_login_time, l.last_login_ip,
    coalesce((select o.level_ids from organization o where o.id = p.org_id), '{}') as org_level_ids,
    (exists (select from totp_factor f where f.account_id = a.id and f.confirm_time is not null)
      or exists (select from passkey k where k.account_id = a.id))::int as factor
    from account a left join member_profile p on p.account_id = a.id left join member_balance b on b.account_id = a.id
      left join account_login l on l.account_id = a.id where kind = 'user' order by a.id desc limit 20`,
  '/entries': `select e.*, a.username, a.nickname, (select r.id from money_log r where r.reverses = e.id) as reversed_by,
    (select coalesce(nullif(b.nickname, ''), b.username) from account b where b.id = e.create_by) as author
    from money_log e join account a on a.id = e.account_id order by e.create_time desc, e.id limit 20`,
  '/last': `select ${columns} from organization ${filter} order by name desc, id desc limit 25`,
})
