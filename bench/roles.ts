import pg from 'pg'
import { openDatabase } from '#src/db/client.server.ts'
import { send } from './lib/measure.ts'
import { ownProduct } from './lib/own-product.ts'
import { addPeople, signIn, signInCall } from './lib/people.ts'

// `node bench/roles.ts` measures the built product with 10,000 roles of 1,000 permissions each: the calls of a person
// who has some of them, and those of the role screen. Prints the median and the slowest of 20 calls in milliseconds,
// and the first one, in which the process has no permissions of the person yet.

const ROLES = 10_000
const RULES = 1_000
/** The roles at the top of the tree. The others are below them, level by level. */
const TOP = 100
/** The roles of the person. */
const HELD = 20

const { product, database, timed, end } = await ownProduct()

try {
  await fill()
  const { access_token: all } = await signIn(product.url)
  const { access_token: own } = JSON.parse(await send(signInCall(product.url, 'bench0')))
  await timed(`info of a person with ${HELD} roles`, own, '/adminApi/user/info')
  await timed(`menu of a person with ${HELD} roles`, own, '/adminApi/menu')
  await timed('role screen: the tree', all, '/adminApi/role/index?tree=1')
  await timed('role screen: a level', all, `/adminApi/role/index?tree=1&open=${await idOf(1)},${await idOf(2)}`)
  await timed('role screen: a search', all, '/adminApi/role/index?tree=1&quickSearch=bench 99')
  await timed('roles as a page', all, '/adminApi/role/index?limit=20&order=name,asc')
  await timed('roles as a page of 200', all, '/adminApi/role/index?limit=200&order=updateTime,desc')
  await timed('the form of a role', all, `/adminApi/role/edit?id=${await idOf(1)}`)
  await timed('the tree of permissions', all, '/adminApi/role/select?field=ruleIds&whole=1')
  await timed('comparison of two roles', all, `/adminApi/role/compare?ids=${await idOf(1)},${await idOf(2)}`)
} finally {
  await end()
}
process.exit(0)

/** Makes rules, roles that grant all of them, and a person with some of the roles. */
async function fill(): Promise<void> {
  const db = openDatabase(database.url, 2)
  await addPeople(db, 1)
  await db.$client.end()
  // The pools of the product end statements that take as long as these.
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  // Nobody has written these rows, so the history need not have ten million of them.
  await client.query('set session_replication_role = replica')
  const place = (number: string) => `'m' || lpad(to_hex(${number}), 6, '0')`
  await client.query(
    `insert into rule (area, type, title, name, sort_key, path)
      select 'admin', case when n % 10 = 0 then 'menu' else 'button' end, 'Rule ' || n, 'bench/r' || n, ${place('n')}, ''
      from generate_series(0, $1::int - 1) n`,
    [RULES],
  )
  await client.query(`update rule set pid = menu.id from rule menu where rule.type = 'button'
    and rule.name like 'bench/r%' and menu.name = 'bench/r' || (substr(rule.name, 8)::int / 10 * 10)`)
  await client.query(`update rule set path = case when pid is null then '' else '/' || pid end || '/' || id || '/'
    where name like 'bench/r%'`)
  await client.query(
    `insert into role (name, scope, sort_key, path) select 'bench ' || n, 'orgBelow', ${place('n')}, ''
      from generate_series(1, $1::int) n`,
    [ROLES],
  )
  await client.query(
    `update role set pid = above.id from role above where substr(role.name, 7)::int > $1
      and above.name = 'bench ' || 1 + (substr(role.name, 7)::int - 1) % $1`,
    [TOP],
  )
  await client.query(`update role set path = case when pid is null then '' else '/' || pid end || '/' || id || '/'`)
  await client.query(`insert into role_rule (role_id, rule_id) select role.id, rule.id from role, rule
    where rule.name like 'bench/r%'`)
  await client.query(
    `insert into account_role (account_id, role_id) select a.id, r.id from account a,
      (select id from role order by id limit $1) r where a.username = 'bench0'`,
    [HELD],
  )
  await client.query('vacuum analyze')
  await client.end()
}

async function idOf(number: number): Promise<number> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query<{ id: string }>('select id from role where name = $1', [`bench ${number}`])
  await client.end()
  return Number(rows[0]?.id)
}
