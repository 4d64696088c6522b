import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { scopeLabels } from '#src/resource/scope-labels.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { SearchBox } from '../query/search-box.tsx'
import { rowViewersQuery, type ShownViewer } from './row-viewers.ts'

type ViewersDialogProps = { resource: string; id: number; name: string; onClose(): void }

/** Who can see a row, and through which roles: among the accounts that the user sees. */
export function ViewersDialog({ resource, id, name, onClose }: ViewersDialogProps) {
  const [search, setSearch] = useState('')
  const found = useInfiniteQuery({ ...rowViewersQuery(resource, id, search), placeholderData: (old) => old })
  const people = found.data?.pages.flatMap((page) => page.list) ?? []
  return (
    <Dialog open onRequestClose={onClose} title={m.viewers_title({ name })} size="md" look="drawer" light>
      <p className="mb-3 text-muted">{m.viewers_intro()}</p>
      <div className="flex flex-wrap">
        <SearchBox value={search} onSearch={setSearch} placeholder={m.viewers_search()} />
      </div>
      <div className="mt-3">
        {found.error ? (
          <FailureState error={found.error} onRetry={() => void found.refetch()} />
        ) : found.isPending ? (
          <SkeletonRows rows={5} />
        ) : people.length === 0 ? (
          <p className="py-6 text-center text-muted">{m.viewers_none()}</p>
        ) : (
          <ul className="flex flex-col">
            {people.map((person) => (
              <Viewer key={person.id} person={person} />
            ))}
          </ul>
        )}
        {found.hasNextPage && (
          <div className="mt-3 text-center">
            <Button loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
              {m.viewers_more()}
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  )
}

function Viewer({ person }: { person: ShownViewer }) {
  const { username, name, organization } = person
  return (
    <li className="flex gap-3 border-b border-line py-2.5 last:border-b-0">
      <Avatar name={name} src="" size={28} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-lead">{name}</span>
          {name !== username && <span className="text-sm text-muted">{username}</span>}
          {organization && <span className="text-sm text-muted">{organization}</span>}
        </p>
        <ul className="mt-0.5 text-sm text-muted">
          {reasons(person).map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </div>
    </li>
  )
}

/** Why somebody sees the row, one sentence for each reason. */
function reasons({ super: all, reads, sees }: ShownViewer): string[] {
  if (all) return [m.viewers_super()]
  const names = (roles: readonly string[]) => roles.join(m.viewers_and())
  return [
    m.viewers_reads({ roles: names(reads) }),
    ...sees.map(({ scope, roles }) => m.viewers_sees({ scope: scopeLabels[scope](), roles: names(roles) })),
    ...(sees.length === 0 ? [m.viewers_everybody()] : []),
  ]
}
