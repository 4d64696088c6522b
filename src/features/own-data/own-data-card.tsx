import { useMutation } from '@tanstack/react-query'
import { FileArchive } from 'lucide-react'
import { BackendError } from '#src/backend/backend-error.ts'
import { failureNumber, failureText, hasServerFailed } from '#src/backend/failure-text.ts'
import { leaveWhenSignedOut } from '#src/backend/session-end.ts'
import { OwnCard } from '#src/features/auth/own-card.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureNumber } from '#src/layout/failure-number.tsx'
import { keptCode } from '#src/lib/line.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'

const functions = keptCode(() => import('./own-data.functions.ts'))
const downloads = keptCode(() => import('#src/crud/export/download.ts'))

/** The card from which members download all that is kept about them. */
export function OwnDataCard() {
  const save = useMutation({
    mutationFn: async () => {
      const key = await (await functions()).askForOwnData().catch(leaveWhenSignedOut)
      await (await downloads()).download(`/api/user/download?key=${encodeURIComponent(key)}`)
    },
  })
  const { isPending, isSuccess, error } = save
  return (
    <OwnCard heading={m.ownData_title()} text={m.ownData_text()} wide>
      <div className="flex flex-col gap-4 px-5 py-4">
        <div>
          <p>{m.ownData_holds()}</p>
          <ul className="mt-1 flex list-disc flex-col gap-1 pl-5">
            <li>{m.ownData_holdsProfile()}</li>
            <li>{m.ownData_holdsLedgers()}</li>
            <li>{m.ownData_holdsSignIns()}</li>
            <li>{m.ownData_holdsMessages()}</li>
            <li>{m.ownData_holdsFiles()}</li>
          </ul>
        </div>
        <p className="text-muted">{m.ownData_secrets()}</p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            variant="primary"
            className="pointer-coarse:h-11"
            icon={<FileArchive aria-hidden size={15} />}
            loading={isPending}
            onClick={() => save.mutate()}
          >
            {m.ownData_button()}
          </Button>
          <span role="status" className="min-w-0 flex-1 basis-56 text-sm text-muted">
            {isPending ? m.ownData_waiting() : m.ownData_limit()}
          </span>
        </div>
        {error ? (
          <Banner tone="danger">
            <span className="whitespace-pre-line">{saidOf(error)}</span>
            {failureNumber(error) && <FailureNumber number={failureNumber(error)} />}
          </Banner>
        ) : (
          isSuccess && <Banner tone="success">{m.ownData_begun()}</Banner>
        )}
      </div>
    </OwnCard>
  )
}

/** Whoever closes the dialog of the proof has not been refused. */
function saidOf(error: Error): string {
  if (error instanceof BackendError && error.stepUp?.length) return m.ownData_notProven()
  const reason = failureText(error)
  return hasServerFailed(error) ? m.ownData_failed({ reason }) : reason
}
