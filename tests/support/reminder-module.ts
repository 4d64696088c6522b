import { sql } from 'drizzle-orm'
import type { Database } from '#src/db/client.server.ts'

const both = (zh: string, en: string) => ({ 'zh-cn': zh, en })

/** A reminder of the sample below, with other parts. */
export const reminder = (changed: object = {}) => ({
  key: 'due',
  title: both('借用到期', 'Loan is due'),
  resource: 'lending-loan',
  day: 'dueOn',
  to: 'personId',
  before: 3,
  filter: '{"field":"open","operator":"eq","val":1}',
  subject: both('{title} 将于 {day} 到期', '{title} is due on {day}'),
  text: both('{name}：请在 {day} 前归还 {title}。', 'Hello {name}, please return {title} by {day}. {site}'),
  ...changed,
})

/** The parts of a module with loans that somebody is reminded of: other than those of the sample. */
export const loans = (reminders: readonly object[] = [reminder()]) => ({
  panels: [],
  seeds: [],
  roles: [],
  pages: [],
  resources: [
    {
      tableName: 'res_lending_loan',
      scopeField: 'organizationId',
      icon: '',
      columns: {},
      description: {
        key: 'lending-loan',
        menu: 'lending/loan',
        title: both('借用', 'Loan'),
        rowTitle: 'name',
        fields: [
          { name: 'name', type: 'text', label: both('名称', 'Name'), required: true, max: 500 },
          { name: 'dueOn', type: 'date', label: both('到期', 'Due') },
          { name: 'dueAt', type: 'datetime', label: both('时间', 'Time') },
          { name: 'clockAt', type: 'datetime', zoneless: true, label: both('钟点', 'Clock time') },
          { name: 'personId', type: 'relation', resource: 'user', label: both('借用人', 'Borrower') },
          { name: 'peopleIds', type: 'relation', resource: 'user', multiple: true, label: both('其他', 'Others') },
          {
            name: 'organizationId',
            type: 'relation',
            resource: 'organization',
            tree: true,
            label: both('单位', 'Org'),
          },
          { name: 'open', type: 'switch', label: both('未还', 'Open'), default: 1 },
        ],
        quickSearch: ['name'],
        sorts: ['name'],
        defaultOrder: 'id,desc',
      },
    },
  ],
  reminders,
})

/** Lets an officer see the loans. */
export async function showLoans(db: Database, username: string): Promise<void> {
  await db.execute(sql`insert into role_rule (role_id, rule_id) select r.id, u.id from role r, rule u
    where r.name = ${`role of ${username}`} and u.name in ('lending', 'lending/loan', 'lending/loan/index')`)
}

/** The day in so many days, in the time zone of the site. */
export async function dayIn(db: Database, days: number): Promise<string> {
  const { rows } = await db.execute<{ day: string }>(sql`
    select ((now() at time zone 'Asia/Shanghai')::date + ${days}::int)::text as day`)
  return rows[0]?.day ?? ''
}
