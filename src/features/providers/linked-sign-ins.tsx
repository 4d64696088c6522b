import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { leaveWhenSignedOut } from '#src/backend/session-end.ts'
import { OwnCard } from '#src/features/auth/own-card.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { toastFailure } from '#src/layout/failure-toast.ts'
import { formatInstant } from '#src/lib/date.ts'
import { randomId } from '#src/lib/random-id.ts'
import type { Side } from '#src/lib/side.ts'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { toaster } from '#src/ui/toast.tsx'
import { beginLink, getIdentities, unlinkIdentityOf } from './identity.functions.ts'

const identitiesQuery = (side: Side) =>
  queryOptions({ queryKey: ['identities', side], queryFn: () => getIdentities({ data: { side } }), staleTime: 0 })

type Identity = Awaited<ReturnType<typeof getIdentities>>['list'][number]

type LinkedProps = { side: Side; timeZone: string; viewing?: boolean }

/** The other providers with which the user signs in: they are linked and unlinked here. */
export function LinkedSignIns({ side, timeZone, viewing = false }: LinkedProps) {
  const { data } = useQuery({ ...identitiesQuery(side), enabled: !viewing })
  const [asked, setAsked] = useState<Identity>()
  if (!data || data.list.length + data.others.length === 0) return null
  return (
    <OwnCard heading={m.provider_listTitle()} text={m.provider_listText()} wide>
      <ul className="px-5 py-1">
        {data.list.length === 0 && <li className="py-3 text-muted">{m.provider_listEmpty()}</li>}
        {data.list.map((one) => (
          <LinkedLine key={one.id} one={one} timeZone={timeZone} onUnlink={() => setAsked(one)} />
        ))}
      </ul>
      {data.others.length > 0 && (
        <div className="flex flex-wrap gap-2 border-line border-t px-5 py-3">
          {data.others.map(({ id, name }) => (
            <LinkButton key={id} side={side} provider={id} name={name} />
          ))}
        </div>
      )}
      {asked && <UnlinkDialog side={side} one={asked} onClose={() => setAsked(undefined)} />}
    </OwnCard>
  )
}

function LinkButton({ side, provider, name }: { side: Side; provider: number; name: string }) {
  const begin = useMutation({
    mutationFn: () => beginLink({ data: { side, provider } }).catch(leaveWhenSignedOut),
    onSuccess: (address) => window.location.assign(address),
    onError: toastFailure,
  })
  return (
    <Button loading={begin.isPending || begin.isSuccess} onClick={() => begin.mutate()}>
      {m.provider_linkOne({ name })}
    </Button>
  )
}

type LineProps = { one: Identity; timeZone: string; onUnlink(): void }

function LinkedLine({ one, timeZone, onUnlink }: LineProps) {
  const { name, label, enabled, createTime, lastUseTime } = one
  return (
    <li className="flex min-h-12 items-center gap-3 border-line py-2 not-last:border-b">
      <KeyRound aria-hidden size={18} className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2">
          <span>{name}</span>
          <span className="wrap-anywhere text-muted">{label}</span>
          {!enabled && <Tag tone="warning">{m.provider_offTag()}</Tag>}
        </p>
        <p className="tabular flex flex-wrap gap-x-4 text-sm text-muted">
          <span>{m.provider_since({ time: formatInstant(createTime, timeZone) })}</span>
          <span>
            {lastUseTime ? m.provider_used({ time: formatInstant(lastUseTime, timeZone) }) : m.provider_never()}
          </span>
        </p>
      </div>
      <Button size="sm" className="shrink-0" aria-label={m.provider_unlinkOne({ name })} onClick={onUnlink}>
        {m.provider_unlink()}
      </Button>
    </li>
  )
}

function UnlinkDialog({ side, one, onClose }: { side: Side; one: Identity; onClose(): void }) {
  const client = useQueryClient()
  const [idempotencyKey] = useState(randomId)
  const { name } = one
  const unlink = useMutation({
    mutationFn: () => unlinkIdentityOf({ data: { side, id: one.id, idempotencyKey } }).catch(leaveWhenSignedOut),
    onSuccess: (said) => {
      toaster.success(said)
      onClose()
    },
    onSettled: () => client.invalidateQueries({ queryKey: identitiesQuery(side).queryKey }),
  })
  return (
    <ConfirmDialog
      open
      title={m.provider_unlinkTitle({ name })}
      confirmText={m.provider_unlink()}
      pending={unlink.isPending}
      error={unlink.error && failureText(unlink.error)}
      onConfirm={() => !unlink.isPending && unlink.mutate()}
      onCancel={onClose}
    >
      <p>{m.provider_unlinkText({ name })}</p>
    </ConfirmDialog>
  )
}
