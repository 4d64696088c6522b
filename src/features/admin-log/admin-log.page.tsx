import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { Highlight } from '#src/crud/cells/highlight.tsx'
import type { ListPageProps } from '#src/crud/list/page-props.ts'
import { ResourcePage } from '#src/crud/list/resource-page.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { useCan } from '#src/layout/can.tsx'
import { formatCount } from '#src/lib/count.ts'
import { Button } from '#src/ui/button.tsx'
import { lazyDialog, lazyPart } from '#src/ui/lazy.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { adminLogs } from './admin-log.queries.ts'
import { type AdminLogRow, adminLogDescription } from './admin-log.schema.ts'

const LogDetails = lazyPart(async () => (await import('./log-details.tsx')).LogDetails)
const VerifyDialog = lazyDialog(
  async () => (await import('./verify-dialog.tsx')).VerifyDialog,
  ({ onClose }) => onClose(),
)

const cells = {
  title: ({ title, path, times }: AdminLogRow) => (
    <span title={title || path} className="truncate">
      <Highlight>{title || path}</Highlight>
      {times > 1 && <span className="ml-2 text-muted">× {formatCount(times)}</span>}
    </span>
  ),
  code: ({ code }: AdminLogRow) => (
    <Tag tone={code === 200 ? 'success' : code >= 500 ? 'danger' : 'warning'}>{code}</Tag>
  ),
}

const details = (row: AdminLogRow) => <LogDetails row={row} />

/** What was asked of the product, by whom, and what came of it. */
export function AdminLogPage(props: ListPageProps) {
  const [verifying, setVerifying] = useState(false)
  const may = useCan()('auth/adminLog/verify')
  return (
    <>
      <ResourcePage
        {...props}
        resource={adminLogs}
        description={adminLogDescription}
        cells={cells}
        details={details}
        emptyHint={m.adminLog_emptyHint()}
        buttons={
          may && (
            <Button icon={<ShieldCheck aria-hidden size={16} />} onClick={() => setVerifying(true)}>
              {m.button_verify()}
            </Button>
          )
        }
      />
      {verifying && <VerifyDialog onClose={() => setVerifying(false)} />}
    </>
  )
}
