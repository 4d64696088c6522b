import { m } from '#src/i18n/paraglide/messages.js'
import type { Description, Label } from '#src/resource/description.ts'
import type { registry } from '#src/resource/registry.ts'

/** The ledgers that members have. */
export type LedgerKind = 'money' | 'score'

/** Their resources. */
export type LedgerKey = 'money-log' | 'score-log'

/** The most that one entry may change: in cents, in points. */
export const LARGEST_CHANGE = { money: 999_999_999_999, score: 1_000_000_000 } as const

/** The most characters of a reason. */
export const REASON = 255

/** An entry as the list answers it. */
export type LedgerRow = {
  id: number
  version: number
  createBy: number | null
  /** Who has added it. */
  author: string | null
  createTime: string
  accountId: number
  username: string | null
  nickname: string | null
  amount: number
  before: number
  after: number
  memo: string
  /** The entry that this one takes back, and the one that has taken this one back. */
  reverses: number | null
  reversedBy: number | null
  /** The entries that were added together have one. */
  changeSetId: number | null
}

/** What is written when an entry is added. */
export type LedgerForm = Pick<LedgerRow, 'accountId' | 'amount' | 'memo'>

type Texts = { title: Label; plural: Label }

/** Both ledgers have the same fields: one in money, one in whole numbers. */
function ledgerDescription<K extends LedgerKey>(
  key: K,
  menu: (typeof registry)[K]['menu'],
  kind: LedgerKind,
  texts: Texts,
) {
  const number = { type: kind === 'money' ? 'money' : 'integer', readOnly: true } as const
  const read = { readOnly: true, noImport: true } as const
  return {
    key,
    menu,
    ...texts,
    rowTitle: 'id',
    base: ['version', 'createBy', 'createTime'],
    fields: [
      {
        name: 'accountId',
        type: 'relation',
        resource: 'member',
        label: m.ledger_member,
        required: true,
        list: { width: 170, pin: 'start', noLine: true },
      },
      { name: 'username', type: 'text', label: m.ledger_username, ...read, list: { hidden: true } },
      { name: 'nickname', type: 'text', label: m.ledger_nickname, ...read, list: { hidden: true } },
      {
        name: 'amount',
        type: number.type,
        label: m.ledger_amount,
        required: true,
        min: -LARGEST_CHANGE[kind],
        max: LARGEST_CHANGE[kind],
        list: { total: 'sum' },
      },
      { name: 'before', ...number, label: m.ledger_before, list: { noLine: true } },
      { name: 'after', ...number, label: m.ledger_after },
      {
        name: 'memo',
        type: 'text',
        label: m.ledger_memo,
        required: true,
        max: REASON,
        wide: true,
        list: { width: 220 },
      },
      {
        name: 'author',
        type: 'text',
        label: m.ledger_author,
        ...read,
        noFilter: true,
        list: { width: 110, noLine: true },
      },
      { name: 'createTime', type: 'datetime', label: m.list_createTime, ...read },
      { name: 'reverses', type: 'integer', label: m.ledger_reverses, ...read, list: { noLine: true, width: 110 } },
      { name: 'reversedBy', type: 'integer', label: m.ledger_reversedBy, ...read, list: { noLine: true, width: 110 } },
      { name: 'changeSetId', type: 'integer', label: m.ledger_batch, ...read, list: { never: true } },
    ],
    quickSearch: ['username', 'nickname'],
    sorts: ['createTime', 'amount', 'accountId'],
    defaultOrder: 'createTime,desc',
  } as const satisfies Description<LedgerRow>
}

export const moneyLogDescription = ledgerDescription('money-log', 'user/moneyLog', 'money', {
  title: m.moneyLog_title,
  plural: m.menu_moneyLog,
})

export const scoreLogDescription = ledgerDescription('score-log', 'user/scoreLog', 'score', {
  title: m.scoreLog_title,
  plural: m.menu_scoreLog,
})
