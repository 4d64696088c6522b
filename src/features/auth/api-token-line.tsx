import { useMutation } from '@tanstack/react-query'
import { Braces } from 'lucide-react'
import { useState } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { formatInstant } from '#src/lib/date.ts'
import { randomId } from '#src/lib/random-id.ts'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { toaster } from '#src/ui/toast.tsx'
import { type getApiTokens, revokeApiToken } from './api-tokens.functions.ts'

export type ApiTokenRow = Awaited<ReturnType<typeof getApiTokens>>[number]

type ApiTokenLineProps = {
  one: ApiTokenRow
  timeZone: string
  /** The account that has it, unless it is the user's own. */
  accountId?: number | undefined
  onChanged(): void
}

/** An API token: what it may do, from where, until when, and when it was last used. It can be revoked. */
export function ApiTokenLine({ one, timeZone, accountId, onChanged }: ApiTokenLineProps) {
  const { id, name, nodes, addresses, expireTime, lastUseTime, lastUseIp, ending, state } = one
  const [asking, setAsking] = useState(false)
  const [key] = useState(randomId)
  const revoke = useMutation({
    mutationFn: () => revokeApiToken({ data: { id, accountId, idempotencyKey: key } }),
    onSuccess: (said) => {
      setAsking(false)
      toaster.success(said)
      onChanged()
    },
  })
  const time = (instant: string) => <time className="whitespace-nowrap">{formatInstant(instant, timeZone)}</time>
  return (
    <li className="flex items-center gap-x-3 border-line py-3 not-last:border-b sm:gap-x-4">
      <Braces aria-hidden size={18} className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="wrap-anywhere">{name}</span>
          {ending && <code className="text-sm text-muted">yst_…{ending}</code>}
          {state === 'expired' && <Tag tone="warning">{m.apiToken_stateExpired()}</Tag>}
          {state === 'ended' && <Tag tone="neutral">{m.apiToken_stateEnded()}</Tag>}
        </p>
        <p className="tabular flex flex-wrap gap-x-4 text-sm text-muted">
          <span title={nodes.join('\n')}>{m.apiToken_permissions({ count: nodes.length })}</span>
          {addresses && <span className="wrap-anywhere">{addresses.split(/\s+/).join(m.crud_listSeparator())}</span>}
          <span>
            {m.apiToken_until()} {time(expireTime)}
          </span>
          <span>
            {lastUseTime ? (
              <>
                {m.apiToken_used()} {time(lastUseTime)} {lastUseIp}
              </>
            ) : (
              m.apiToken_neverUsed()
            )}
          </span>
        </p>
      </div>
      {state === 'valid' && (
        <Button
          size="sm"
          className="shrink-0"
          onClick={() => setAsking(true)}
          aria-label={m.apiToken_revokeOne({ name })}
        >
          {m.apiToken_revoke()}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        title={m.apiToken_revokeTitle({ name })}
        confirmText={m.apiToken_revoke()}
        danger
        pending={revoke.isPending}
        error={revoke.error && failureText(revoke.error)}
        onConfirm={() => revoke.mutate()}
        onCancel={() => setAsking(false)}
      >
        {m.apiToken_revokeText()}
      </ConfirmDialog>
    </li>
  )
}
