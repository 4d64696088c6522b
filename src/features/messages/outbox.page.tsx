import { Ban, RotateCw } from 'lucide-react'
import { useMemo } from 'react'
import type { ListPageProps } from '#src/crud/list/page-props.ts'
import { ResourcePage } from '#src/crud/list/resource-page.tsx'
import { useRefresh } from '#src/crud/list/use-refresh.ts'
import type { RowAction } from '#src/crud/row/row-actions.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { useCan } from '#src/layout/can.tsx'
import { toastFailure } from '#src/layout/failure-toast.ts'
import { randomId } from '#src/lib/random-id.ts'
import { toaster } from '#src/ui/toast.tsx'
import { outboxMessages } from './message.queries.ts'
import { MessageDetails } from './message-details.tsx'
import { type OutboxRow, outboxDescription } from './outbox.schema.ts'

/** What was sent by e-mail and text message, and what waits. */
export function OutboxPage(props: ListPageProps) {
  const may = useCan()('routine/outbox/send')
  const refresh = useRefresh(outboxMessages.key)
  const actions = useMemo((): RowAction<OutboxRow>[] => {
    const run = (call: typeof outboxMessages.retry) => (row: OutboxRow) =>
      void call({ ids: [row.id] }, randomId())
        .then(({ msg }) => toaster.success(msg), toastFailure)
        .finally(refresh)
    return [
      {
        key: 'retry',
        label: m.outbox_retry,
        icon: <RotateCw aria-hidden size={14} />,
        // A code is useless once its time is over, and is gone then.
        shown: ({ state, expireTime }) => may && (state === 'waiting' || (over.has(state) && expireTime === null)),
        run: run(outboxMessages.retry),
      },
      {
        key: 'cancel',
        label: m.outbox_cancel,
        icon: <Ban aria-hidden size={14} />,
        danger: true,
        shown: ({ state }) => may && state === 'waiting',
        run: run(outboxMessages.cancel),
      },
    ]
  }, [may, refresh])
  return (
    <ResourcePage
      {...props}
      resource={outboxMessages}
      description={outboxDescription}
      actions={actions}
      details={details}
      emptyHint={m.outbox_emptyHint()}
    />
  )
}

const over = new Set(['failed', 'gaveUp'])
const details = (row: OutboxRow) => <MessageDetails row={row} />
