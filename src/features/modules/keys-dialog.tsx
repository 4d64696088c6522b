import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { refusedText } from '#src/crud/calls/failure.ts'
import { useDialogWrite } from '#src/crud/calls/use-dialog-write.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { FormField } from '#src/ui/field.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Input } from '#src/ui/input.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { type KnownKey, storeCalls, trustedKeysQuery } from './store.queries.ts'
import './store.css'

/** The keys that archives of modules may be signed with. */
export function KeysDialog({ onClose }: { onClose(): void }) {
  const { data, error, isFetching, refetch } = useQuery(trustedKeysQuery)
  const [leaving, setLeaving] = useState<KnownKey>()
  const changed = () => void refetch()
  return (
    <Dialog
      open
      onRequestClose={onClose}
      title={m.store_keys()}
      description={m.store_keysText()}
      footer={<Button onClick={onClose}>{m.ui_close()}</Button>}
    >
      <div className="flex flex-col gap-4">
        {data ? (
          <KeyList keys={data.keys} onRemove={setLeaving} />
        ) : error ? (
          <FailureState error={error} onRetry={changed} retrying={isFetching} />
        ) : (
          <SkeletonRows rows={3} />
        )}
        <TrustForm onChanged={changed} />
      </div>
      {leaving && <DistrustDialog known={leaving} onChanged={changed} onClose={() => setLeaving(undefined)} />}
    </Dialog>
  )
}

function KeyList({ keys, onRemove }: { keys: readonly KnownKey[]; onRemove(known: KnownKey): void }) {
  if (keys.length === 0) return <EmptyState title={m.store_noKeys()} hint={m.store_noKeysHint()} />
  return (
    <ul className="flex flex-col gap-2">
      {keys.map((known) => (
        <li key={known.key} className="flex items-start gap-2 rounded-md border border-line px-3 py-2">
          <div className="min-w-0 flex-1">
            <p className="font-medium wrap-anywhere">{known.name}</p>
            <p className="text-sm text-muted">{m.store_fingerprint()}</p>
            <code className="module-fingerprint font-mono">{known.fingerprint}</code>
          </div>
          <IconButton tone="danger" label={m.store_distrust({ name: known.name })} onClick={() => onRemove(known)}>
            <Trash2 aria-hidden size={15} />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}

/** 32 bytes in Base64. */
const KEY = /^[A-Za-z0-9+/]{43}=$/

/** Trusts another key. */
function TrustForm({ onChanged }: { onChanged(): void }) {
  const [name, setName] = useState('')
  const [key, setKey] = useState('')
  const [tried, setTried] = useState(false)
  const { pending, refusal, write } = useDialogWrite({
    onChanged,
    onClose: () => {
      setName('')
      setKey('')
      setTried(false)
    },
    textOf: refusedText,
  })
  const nameErrors = tried && name.trim() === '' ? [m.rule_required()] : []
  const keyErrors = tried && !KEY.test(key.trim()) ? [m.store_keyWrong()] : []
  return (
    <form
      aria-label={m.store_trust()}
      className="flex flex-col gap-3 rounded-lg border border-line p-4"
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (name.trim() !== '' && KEY.test(key.trim()))
          void write((idempotencyKey) => storeCalls.trust({ name: name.trim(), key: key.trim() }, idempotencyKey))
      }}
    >
      <FormField label={m.store_keyName()} errors={nameErrors}>
        <Input value={name} maxLength={60} autoComplete="off" onChange={(event) => setName(event.target.value)} />
      </FormField>
      <FormField label={m.store_key()} hint={m.store_keyHint()} errors={keyErrors}>
        <Input
          value={key}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setKey(event.target.value)}
        />
      </FormField>
      {refusal && <Banner tone="danger">{refusal}</Banner>}
      <div>
        <Button type="submit" variant="primary" loading={pending}>
          {m.store_trust()}
        </Button>
      </div>
    </form>
  )
}

type DistrustDialogProps = { known: KnownKey; onChanged(): void; onClose(): void }

/** Asks before a key is no longer trusted. */
function DistrustDialog({ known, onChanged, onClose }: DistrustDialogProps) {
  const { pending, refusal, write } = useDialogWrite({ onChanged, onClose })
  return (
    <ConfirmDialog
      open
      title={m.store_distrust({ name: known.name })}
      confirmText={m.store_distrustConfirm()}
      danger
      pending={pending}
      error={refusal}
      onConfirm={() => void write((key) => storeCalls.distrust({ key: known.key }, key))}
      onCancel={onClose}
    >
      {m.store_distrustText()}
    </ConfirmDialog>
  )
}
