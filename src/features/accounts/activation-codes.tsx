import { useMutation } from '@tanstack/react-query'
import { KeyRound, Printer } from 'lucide-react'
import { useState } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { useCan } from '#src/layout/can.tsx'
import { randomId } from '#src/lib/random-id.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { lazyPart } from '#src/ui/lazy.tsx'
import { secretCalls } from './secret-calls.ts'
import { AT_ONCE } from './slip-batches.ts'

const ActivationSlips = lazyPart(async () => (await import('./activation-slips.tsx')).ActivationSlips)
const ActivationBatches = lazyPart(async () => (await import('./activation-batches.tsx')).ActivationBatches)

/** After an import of accounts, or members: the file with their activation codes, once. */
export function ActivationCodes({ of, changeSetId }: { of: 'user' | 'member'; changeSetId: number }) {
  const can = useCan()
  // The codes stay in this page until it is closed: nothing else has them.
  const [printing, setPrinting] = useState(false)
  const fetching = useMutation({
    mutationFn: () => secretCalls[of].activationFile({ changeSetId }, randomId()),
    onSuccess: ({ data }) => save(data),
  })
  const batches = (fetching.data?.data.people.length ?? 0) > AT_ONCE
  if (!can(of === 'member' ? 'user/user/add' : 'user-role/user/add')) return null
  return (
    <Banner tone="info">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-64">{fetching.isSuccess ? m.activation_fetched() : m.activation_hint()}</p>
        {!fetching.isSuccess && (
          <Button
            icon={<KeyRound aria-hidden size={15} />}
            loading={fetching.isPending}
            onClick={() => !fetching.isPending && fetching.mutate()}
          >
            {m.activation_button()}
          </Button>
        )}
        {fetching.data && !batches && (
          <Button icon={<Printer aria-hidden size={15} />} onClick={() => setPrinting(true)}>
            {m.activation_print()}
          </Button>
        )}
      </div>
      {batches && fetching.data && <ActivationBatches of={of} people={fetching.data.data.people} />}
      {printing && fetching.data && (
        <ActivationSlips of={of} people={fetching.data.data.people} onDone={() => setPrinting(false)} />
      )}
      {fetching.error && (
        <p role="alert" className="mt-1.5 text-danger-ink">
          {failureText(fetching.error)}
        </p>
      )}
    </Banner>
  )
}

/** Makes the browser save the file, of which there is no other copy. */
function save({ name, type, content }: { name: string; type: string; content: string }): void {
  const bytes = Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0))
  const url = URL.createObjectURL(new Blob([bytes], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser may still be reading the URL, so it is revoked later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
