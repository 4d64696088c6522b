import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { OwnCard } from '#src/features/auth/own-card.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { CodeForm } from './code-form.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { LinkedList } from './linked-list.tsx'
import {
  type FamilyCalls,
  familyCalls,
  type LinkedStudent,
  ownFamilyQuery,
  type ShownCode,
} from './own-family.queries.ts'
import { StudentLink } from './student-link.tsx'

type OwnFamilyPageProps = {
  timeZone: string
  /** Shows the results of a pupil by the link. */
  onResults?: ((link: number) => void) | undefined
  /** By default, those of the server. */
  calls?: FamilyCalls
}

/** The pupils whose results a member sees. A code from the school links one, after the member has confirmed whom. */
export function OwnFamilyPage({ timeZone, onResults, calls = familyCalls }: OwnFamilyPageProps) {
  const client = useQueryClient()
  const query = ownFamilyQuery(calls)
  const { data, error, isFetching, refetch } = useQuery(query)
  const [found, setFound] = useState<{ code: string; shown: ShownCode }>()
  const [leaving, setLeaving] = useState<LinkedStudent>()
  const changed = () => void client.invalidateQueries({ queryKey: query.queryKey })
  const full = data !== undefined && data.list.length >= data.most
  return (
    <div className="flex flex-col gap-4">
      <h1 className="text-xl">{m.pagesTitle_family()}</h1>
      <OwnCard heading={m.family_listTitle()} text={m.family_text()} wide>
        {!data ? (
          error ? (
            <FailureState error={error} retrying={isFetching} onRetry={() => void refetch()} />
          ) : (
            <SkeletonRows rows={2} />
          )
        ) : data.list.length === 0 ? (
          <EmptyState title={m.family_none()} hint={m.family_noneHint()} />
        ) : (
          <LinkedList
            students={data.list}
            timeZone={timeZone}
            onLeave={setLeaving}
            onResults={onResults && (({ id }) => onResults(id))}
          />
        )}
      </OwnCard>
      <OwnCard
        heading={m.family_addTitle()}
        text={full ? m.family_mostReached({ count: data.most }) : m.family_addText()}
      >
        {found ? (
          <StudentLink
            {...found}
            calls={calls}
            onBack={() => setFound(undefined)}
            onLinked={() => {
              setFound(undefined)
              changed()
            }}
          />
        ) : (
          <CodeForm calls={calls} onFound={setFound} />
        )}
      </OwnCard>
      {leaving && (
        <LeaveDialog student={leaving} calls={calls} onClose={() => setLeaving(undefined)} onSettled={changed} />
      )}
    </div>
  )
}
