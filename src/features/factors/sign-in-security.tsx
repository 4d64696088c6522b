import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, LifeBuoy, Pencil, Smartphone, Trash } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { leaveWhenSignedOut } from '#src/backend/session-end.ts'
import { OwnCard } from '#src/features/auth/own-card.tsx'
import { useFocusAt } from '#src/features/auth/use-focus-at.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { toastFailure } from '#src/layout/failure-toast.ts'
import { formatInstant } from '#src/lib/date.ts'
import { keptCode } from '#src/lib/line.ts'
import type { Side } from '#src/lib/side.ts'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { toaster } from '#src/ui/toast.tsx'
import { beginApp, getFactors, getPasskeyOptions, newCodes, removeApp, removePasskey } from './factor.functions.ts'
import { PasskeyDialog } from './passkey-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SECURITY_PLACE } from './security-place.ts'
import { TotpDialog } from './totp-dialog.tsx'

const passkeys = keptCode(() => import('./use-passkey.ts'))

/** Always fetched again, because it must show the state of this moment. */
const factorsQuery = (side: Side) =>
  queryOptions({ queryKey: ['factors', side], queryFn: () => getFactors({ data: { side } }), staleTime: 0 })

type Asking =
  | { what: 'app'; begun: { secret: string; uri: string } }
  | { what: 'codes'; codes: readonly string[] }
  | { what: 'name'; response: string }
  | { what: 'rename'; id: number; name: string }
  | { what: 'removeApp' }
  | { what: 'removePasskey'; id: number; name: string }
  | { what: 'newCodes' }

type SignInSecurityProps = {
  side: Side
  timeZone: string
  /** Called when a factor was added, and its recovery codes are kept. */
  onAdded?(): void
}

/** The card with the user's second factors, passkeys and recovery codes. */
export function SignInSecurity({ side, timeZone, onAdded }: SignInSecurityProps) {
  const client = useQueryClient()
  useFocusAt(SECURITY_PLACE)
  const { data, error, isFetching, refetch } = useQuery(factorsQuery(side))
  const [asking, setAsking] = useState<Asking>()
  const [busy, setBusy] = useState(false)
  const run = async (work: () => Promise<Asking | undefined>) => {
    setBusy(true)
    try {
      setAsking(await work().catch(leaveWhenSignedOut))
    } catch (failure) {
      setAsking(undefined)
      toastFailure(failure)
    }
    setBusy(false)
    void client.invalidateQueries({ queryKey: ['factors', side] })
  }
  const added = (said: string, codes: readonly string[] | null) => {
    toaster.success(said)
    setAsking(codes ? { what: 'codes', codes } : undefined)
    void client.invalidateQueries({ queryKey: ['factors', side] })
    if (!codes) onAdded?.()
  }
  const close = () => {
    if (asking?.what === 'codes') onAdded?.()
    setAsking(undefined)
  }
  const told = async (work: Promise<string>) => {
    toaster.success(await work)
    return undefined
  }
  const makePasskey = () =>
    run(async () => {
      const { newPasskey } = await passkeys()
      const response = await newPasskey(await getPasskeyOptions({ data: { side } }))
      if (response === undefined) toaster.hint(m.passkey_stopped())
      return response === undefined ? undefined : { what: 'name', response }
    })
  return (
    <OwnCard id={SECURITY_PLACE} heading={m.factor_title()} text={m.factor_text()} wide>
      {!data ? (
        error ? (
          <FailureState error={error} onRetry={() => void refetch()} retrying={isFetching} />
        ) : (
          <SkeletonRows rows={3} />
        )
      ) : (
        <ul className="px-5">
          <Line
            icon={<Smartphone aria-hidden size={18} />}
            name={m.factor_app()}
            text={data.totp ? m.factor_since({ time: formatInstant(data.totp, timeZone) }) : m.factor_appText()}
          >
            {data.totp ? (
              <Button size="sm" disabled={busy} onClick={() => setAsking({ what: 'removeApp' })}>
                {m.factor_remove()}
              </Button>
            ) : (
              <Button
                size="sm"
                disabled={busy}
                onClick={() => void run(async () => ({ what: 'app', begun: await beginApp({ data: { side } }) }))}
              >
                {m.factor_setUp()}
              </Button>
            )}
          </Line>
          <Line
            icon={<KeyRound aria-hidden size={18} />}
            name={m.passkey_title()}
            text={data.passkeysOffered ? m.passkey_text() : m.passkey_noPlace()}
          >
            {data.passkeysOffered && (
              <Button size="sm" disabled={busy} onClick={() => void makePasskey()}>
                {m.passkey_add()}
              </Button>
            )}
          </Line>
          {data.passkeys.map(({ id, name, createTime, lastUseTime }) => (
            <Line
              key={id}
              name={name}
              text={[
                m.factor_since({ time: formatInstant(createTime, timeZone) }),
                lastUseTime ? m.passkey_used({ time: formatInstant(lastUseTime, timeZone) }) : m.passkey_unused(),
              ].join(' · ')}
            >
              <IconButton label={m.passkey_rename({ name })} onClick={() => setAsking({ what: 'rename', id, name })}>
                <Pencil size={16} />
              </IconButton>
              <IconButton
                label={m.passkey_remove({ name })}
                onClick={() => setAsking({ what: 'removePasskey', id, name })}
              >
                <Trash size={16} />
              </IconButton>
            </Line>
          ))}
          {(data.totp !== null || data.passkeys.length > 0) && (
            <Line
              icon={<LifeBuoy aria-hidden size={18} />}
              name={m.factor_codes()}
              text={m.factor_codesLeft({ count: data.recoveryCodes })}
            >
              <Button size="sm" disabled={busy} onClick={() => setAsking({ what: 'newCodes' })}>
                {m.factor_codesNew()}
              </Button>
            </Line>
          )}
        </ul>
      )}
      {asking?.what === 'app' && (
        <TotpDialog
          side={side}
          begun={asking.begun}
          onClose={close}
          onDone={(codes) => added(m.factor_totpAdded(), codes)}
        />
      )}
      {asking?.what === 'codes' && <RecoveryCodes codes={asking.codes} onClose={close} />}
      {asking?.what === 'name' && (
        <PasskeyDialog
          side={side}
          response={asking.response}
          onClose={close}
          onDone={(codes) => added(m.passkey_added(), codes)}
        />
      )}
      {asking?.what === 'rename' && (
        <PasskeyDialog side={side} known={asking} onClose={close} onDone={() => added(m.passkey_renamed(), null)} />
      )}
      <ConfirmDialog
        open={asking?.what === 'removeApp' || asking?.what === 'removePasskey'}
        danger
        title={asking?.what === 'removePasskey' ? m.passkey_remove({ name: asking.name }) : m.factor_removeApp()}
        confirmText={m.factor_remove()}
        pending={busy}
        onCancel={close}
        onConfirm={() =>
          void run(() =>
            told(
              asking?.what === 'removePasskey'
                ? removePasskey({ data: { side, id: asking.id } })
                : removeApp({ data: { side } }),
            ),
          )
        }
      >
        {m.factor_removeText()}
      </ConfirmDialog>
      <ConfirmDialog
        open={asking?.what === 'newCodes'}
        title={m.factor_codesNew()}
        pending={busy}
        onCancel={close}
        onConfirm={() =>
          void run(async () => ({ what: 'codes', codes: (await newCodes({ data: { side } })).codes ?? [] }))
        }
      >
        {m.factor_codesNewText()}
      </ConfirmDialog>
    </OwnCard>
  )
}

type LineProps = { icon?: ReactNode; name: string; text: string; children: ReactNode }

function Line({ icon, name, text, children }: LineProps) {
  return (
    <li className="flex items-center gap-x-3 border-line py-3 not-last:border-b sm:gap-x-4">
      <span className="w-4 shrink-0 text-muted">{icon}</span>
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">{name}</p>
        <p className="text-sm text-muted">{text}</p>
      </div>
      <span className="flex shrink-0 gap-1">{children}</span>
    </li>
  )
}
