import type { OwnSearch } from '#src/features/ledger/own-ledger.schema.ts'

/** The search of the pages with a member's entries as the address has it. The page leaves out what is wrong. */
export type LedgerAddress = { [Name in keyof OwnSearch]?: unknown }

/** Takes the values of the search out of an address. Their rules load with the page. */
export const ownLedgerSearch = ({ from, until, kind, memo, page, limit }: Record<string, unknown>): LedgerAddress => ({
  from,
  until,
  kind,
  memo,
  page,
  limit,
})
