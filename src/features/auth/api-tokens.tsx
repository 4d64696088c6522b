import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { Button } from '#src/ui/button.tsx'
import { lazyDialog } from '#src/ui/lazy.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { ApiTokenLine } from './api-token-line.tsx'
import { getApiTokens } from './api-tokens.functions.ts'
import { ownChangesKey } from './own-changes-key.ts'

const NewToken = lazyDialog(
  async () => (await import('./new-api-token.tsx')).NewApiToken,
  ({ onClose }) => onClose(),
)

type ApiTokenListProps = {
  timeZone: string
  /** Whose tokens. By default the user's own. */
  accountId?: number
}

/** The API tokens of an account, with what ended lately. */
export function ApiTokenList({ timeZone, accountId }: ApiTokenListProps) {
  const { data: list, error, isFetching, refetch } = useApiTokens(accountId)
  const refresh = useRefresh()
  if (error) return <FailureState error={error} onRetry={() => void refetch()} retrying={isFetching} />
  if (!list) return <SkeletonRows rows={2} />
  if (list.length === 0) return <p className="py-3 text-muted">{m.apiToken_none()}</p>
  return (
    <ul>
      {list.map((one) => (
        <ApiTokenLine key={one.id} one={one} timeZone={timeZone} accountId={accountId} onChanged={refresh} />
      ))}
    </ul>
  )
}

const tokensKey = ['apiTokens'] as const

/** Shows a token that was made or revoked: in the lists of tokens, and among the own changes. */
function useRefresh() {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: tokensKey })
    void client.invalidateQueries({ queryKey: ownChangesKey })
  }
}

function useApiTokens(accountId: number | undefined) {
  return useQuery({
    queryKey: [...tokensKey, accountId ?? 'own'],
    queryFn: () => getApiTokens({ data: { accountId } }),
    staleTime: 0,
  })
}

/** The card of the profile with the user's API tokens. */
export function ApiTokens({ timeZone }: { timeZone: string }) {
  const [making, setMaking] = useState(false)
  const refresh = useRefresh()
  return (
    <section aria-labelledby="api-tokens" className="rounded-xl border border-line bg-surface">
      <div className="flex min-h-13 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-5 py-2.5">
        <div className="min-w-0">
          <h2 id="api-tokens" className="text-base">
            {m.apiToken_title()}
          </h2>
          <p className="text-sm text-muted">{m.apiToken_hint()}</p>
        </div>
        <Button size="sm" className="shrink-0" icon={<Plus aria-hidden size={14} />} onClick={() => setMaking(true)}>
          {m.apiToken_new()}
        </Button>
      </div>
      <div className="px-5">
        <ApiTokenList timeZone={timeZone} />
      </div>
      {making && <NewToken onMade={refresh} onClose={() => setMaking(false)} />}
    </section>
  )
}
