import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { Pager } from '#src/crud/list/pager.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { amountText } from './amount-text.ts'
import type { LedgerKind } from './ledger.schema.ts'
import { OwnEntries } from './own-entries.tsx'
import { OwnExport } from './own-export.tsx'
import { OwnFilter } from './own-filter.tsx'
import { isFiltered, ownEntriesQuery } from './own-ledger.queries.ts'
import { type OwnSearch, ownSearch } from './own-ledger.schema.ts'

type OwnLedgerPageProps = {
  kind: LedgerKind
  /** The search as the address has it. What is wrong is left out. */
  address: object
  onSearch(search: OwnSearch): void
  timeZone: string
}

/** What a member has, and the entries that it comes from. The search is in the address. */
export function OwnLedgerPage({ kind, address, onSearch, timeZone }: OwnLedgerPageProps) {
  const search = v.parse(ownSearch, address)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(ownEntriesQuery(kind, search))
  const { page = 1, limit = 20 } = search
  const filtered = isFiltered(search)
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h1 className="text-xl">{kind === 'money' ? m.pagesTitle_balance() : m.pagesTitle_integral()}</h1>
        {data && (
          <p className="tabular text-xl font-semibold">
            <span className="sr-only">{m.ownLedger_now()} </span>
            {amountText(kind, data.balance)}
          </p>
        )}
        <span className="ml-auto">
          <OwnExport kind={kind} search={search} />
        </span>
      </div>
      <section aria-label={m.ownLedger_list()} className="rounded-xl border border-line bg-surface">
        <OwnFilter
          // The fields follow the address, for example when the user goes back.
          key={JSON.stringify([search.from, search.until, search.kind, search.memo])}
          search={search}
          timeZone={timeZone}
          onFind={onSearch}
        />
        {!data ? (
          error ? (
            <FailureState error={error} retrying={isFetching} onRetry={() => void refetch()} />
          ) : (
            <SkeletonRows rows={6} />
          )
        ) : data.list.length === 0 ? (
          <EmptyState
            title={filtered ? m.ownLedger_noneFound() : m.ownLedger_none()}
            hint={filtered ? m.ownLedger_noneFoundHint() : m.ownLedger_noneHint()}
          />
        ) : (
          <OwnEntries kind={kind} entries={data.list} timeZone={timeZone} />
        )}
        {data && data.total > 0 && (
          <div className="border-t border-line px-5 py-2.5">
            <Pager
              page={page}
              limit={limit}
              total={data.total}
              cursor={undefined}
              waiting={isPlaceholderData}
              onMove={(move) => onSearch({ ...search, page: move.page })}
              onLimit={(size) => onSearch({ ...search, page: undefined, limit: sizeOf(size) })}
            />
          </div>
        )}
      </section>
    </div>
  )
}

const sizeOf = (size: number) => ([10, 20, 50, 100] as const).find((one) => one === size)
