import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { offerUndo } from '#src/crud/calls/undo.ts'
import { SearchBox } from '#src/crud/query/search-box.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { useCan } from '#src/layout/can.tsx'
import { FailureState } from '#src/layout/failure-state.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { HolderLine } from './holder-line.tsx'
import { HolderNew } from './holder-new.tsx'
import { roles } from './role.queries.ts'
import { useHolderWrite } from './use-holder-write.ts'

type HoldersDialogProps = {
  id: number
  name: string
  /** Called after an account got the role or lost it. */
  onChanged(): void
  onClose(): void
}

/** The number of accounts from which on a search is shown. */
const SEARCHED = 8

/** Who has a role and until when. Users who may edit accounts give the role to others and take it from them. */
export function HoldersDialog({ id, name, onChanged, onClose }: HoldersDialogProps) {
  const mayEdit = useCan()('user-role/user/edit')
  const [quickSearch, setQuickSearch] = useState('')
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [roles.key, 'holders', id, quickSearch],
    queryFn: ({ signal }) => roles.holders({ id, quickSearch }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const changed = () => {
    void refetch()
    onChanged()
  }
  const write = useHolderWrite(id, (msg, changeSetId) => {
    offerUndo(msg, changeSetId, changed)
    changed()
  })
  return (
    <Dialog
      open
      onRequestClose={() => !write.pending && onClose()}
      title={m.role_holdersTitle({ name })}
      size="lg"
      footer={<Button onClick={onClose}>{m.ui_close()}</Button>}
    >
      <div className="flex flex-col gap-3">
        {mayEdit && data?.mayGrant && <HolderNew write={write} />}
        {mayEdit && data && !data.mayGrant && <Banner>{m.role_grantBeyond({ name })}</Banner>}
        {data && (data.total > SEARCHED || quickSearch !== '') && (
          <SearchBox value={quickSearch} onSearch={setQuickSearch} placeholder={m.role_holdersSearch()} />
        )}
        {error ? (
          <FailureState error={error} onRetry={() => void refetch()} retrying={isFetching} />
        ) : !data ? (
          <SkeletonRows rows={4} />
        ) : data.list.length === 0 ? (
          <p className="py-4 text-center text-muted">
            {quickSearch === '' ? m.role_holdersNobody() : m.role_holdersNoMatch()}
          </p>
        ) : (
          <ul>
            {data.list.map((holder) => (
              <HolderLine
                key={holder.accountId}
                holder={holder}
                write={mayEdit && holder.refusal === null ? write : undefined}
                mayGrant={data.mayGrant}
              />
            ))}
          </ul>
        )}
        {data?.more && <p className="text-sm text-muted">{m.role_holdersMore({ count: data.list.length })}</p>}
        {data && data.hidden > 0 && (
          <p className="text-sm text-muted">{m.role_holdersHidden({ count: data.hidden })}</p>
        )}
      </div>
    </Dialog>
  )
}
