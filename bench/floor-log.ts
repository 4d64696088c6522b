import { serveFloor } from './lib/floor.ts'

// The minimum cost of a page of the admin log.

const columns = `id, create_time, username, seen_name, event, title, title_en, code, message, address, duration, method, path, node,
  side, agent, times, request_id, change_set_id, redacted`
const order = 'order by create_time desc, id desc limit 25'
serveFloor({
  '/first': `select ${columns} from admin_log ${order}`,
  '/account': `select ${columns} from admin_log where username = 'teacher007' ${order}`,
  '/address': `select ${columns} from admin_log where address = '10.0.7.7' ${order}`,
  '/refused': `select ${columns} from admin_log where code = 403 ${order}`,
  '/before': `select ${columns} from admin_log where create_time < now() - interval '170 days' ${order}`,
})
