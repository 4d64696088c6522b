import { sql } from 'drizzle-orm'
import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { baseColumns } from '#src/db/columns.server.ts'
import { educateLevelRelation } from '#src/features/educate-level/educate-level.relation.server.ts'
import type { Description } from '#src/resource/description.ts'
import { compileResource } from '#src/server/crud/compile-resource.server.ts'
import { computed } from '#src/server/crud/computed.server.ts'
import { companion, ownedIds, ownedRows } from '#src/server/crud/owns.server.ts'
import { label } from './label.ts'
import { BASE_SQL, startWith, triggers } from './own-resource.ts'

/** A resource of four tables, for tests only: a club, its levels, its fees, and its card. */
const club = pgTable('club', { ...baseColumns, name: text().notNull() })
const clubId = () =>
  bigint({ mode: 'number' })
    .notNull()
    .references(() => club.id, { onDelete: 'cascade' })
const level = pgTable('club_level', { ...baseColumns, clubId: clubId(), levelId: bigint({ mode: 'number' }).notNull() })
const fee = pgTable('club_fee', {
  ...baseColumns,
  clubId: clubId(),
  place: integer().notNull(),
  what: text().notNull(),
  amount: integer(),
})
const card = pgTable('club_card', {
  ...baseColumns,
  clubId: clubId(),
  phone: text().notNull().default(''),
  seats: integer(),
  visits: integer(),
})
const secret = pgTable('club_secret', { ...baseColumns, clubId: clubId(), pinHash: text() })

const description: Description = {
  key: 'club',
  menu: 'baseInfo/organization',
  title: label('Club'),
  rowTitle: 'name',
  fields: [
    { name: 'name', type: 'text', label: label('Name'), required: true, max: 50 },
    {
      name: 'levelIds',
      type: 'relation',
      resource: 'educate-level',
      multiple: true,
      label: label('Levels'),
      bulk: true,
    },
    {
      name: 'fees',
      type: 'rows',
      label: label('Fees'),
      maxItems: 20,
      fields: [
        { name: 'what', type: 'text', label: label('What'), required: true, max: 20 },
        { name: 'amount', type: 'integer', label: label('Amount') },
      ],
    },
    { name: 'phone', type: 'text', label: label('Phone'), max: 20, bulk: true },
    { name: 'seats', type: 'integer', label: label('Seats') },
    { name: 'visits', type: 'integer', label: label('Visits'), readOnly: true },
    { name: 'pin', type: 'password', label: label('PIN') },
    { name: 'feeCount', type: 'integer', label: label('Number of fees'), readOnly: true },
  ],
  quickSearch: ['name', 'phone'],
  sorts: [],
  defaultOrder: 'id,asc',
}

export const clubResource = compileResource({
  description,
  table: club,
  scope: 'unscoped',
  relations: { levelIds: educateLevelRelation },
  uniqueFields: { club_card_phone_key: 'phone' },
  computed: {
    feeCount: computed(
      integer().notNull(),
      ({ id }) => sql`(select count(*)::int from ${fee} where ${fee.clubId} = ${id})`,
    ),
  },
  owns: [
    ownedIds('levelIds', level.clubId, level.levelId),
    ownedRows('fees', fee.clubId, { place: fee.place, cells: { what: fee.what, amount: fee.amount }, key: ['what'] }),
    companion(card.clubId, { phone: card.phone, seats: card.seats, visits: card.visits }),
    companion(secret.clubId, { pin: secret.pinHash }),
  ],
})

const owner = 'club_id bigint not null references club (id) on delete cascade'

/** Starts the API with no club. The hashes of PINs are not recorded. */
export async function clubs() {
  const api = await startWith(
    [clubResource],
    [
      `create table club (${BASE_SQL}, name text not null)`,
      `create table club_level (${BASE_SQL}, ${owner}, level_id bigint not null references educate_level (id), unique (club_id, level_id))`,
      `create table club_fee (${BASE_SQL}, ${owner}, place int not null, what text not null, amount int, unique (club_id, what))`,
      `create table club_card (${BASE_SQL}, ${owner} unique, phone text not null default '' constraint club_card_phone_key unique, seats int, visits int)`,
      `create table club_secret (${BASE_SQL}, ${owner} unique, pin_hash text)`,
      ...['club', 'club_level', 'club_fee', 'club_card'].flatMap(triggers),
    ],
  )
  const { rows } = await api.db.execute<{ id: number }>(sql`select id from educate_level order by id limit 3`)
  return { ...api, levels: rows.map(({ id }) => Number(id)) }
}
