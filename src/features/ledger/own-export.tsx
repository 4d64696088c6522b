import { FileDown } from 'lucide-react'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { toastFailure } from '#src/layout/failure-toast.ts'
import { keptCode } from '#src/lib/line.ts'
import { Button } from '#src/ui/button.tsx'
import { Menu, MenuItem } from '#src/ui/menu.tsx'
import { toaster } from '#src/ui/toast.tsx'
import type { LedgerKind } from './ledger.schema.ts'
import { ownFileAddress } from './own-ledger.queries.ts'
import type { OwnSearch } from './own-ledger.schema.ts'

const downloads = keptCode(() => import('#src/crud/export/download.ts'))

/** Saves what the filter finds as a file. */
export function OwnExport({ kind, search }: { kind: LedgerKind; search: OwnSearch }) {
  const save = async (format: 'xlsx' | 'csv') => {
    try {
      await (await downloads()).download(ownFileAddress(kind, search, format))
      toaster.confirm(m.export_begun())
    } catch (reason) {
      toastFailure(reason, m.export_failed({ reason: failureText(reason) }))
    }
  }
  return (
    <Menu
      trigger={
        <Button size="sm" icon={<FileDown aria-hidden size={15} />}>
          {m.ownLedger_export()}
        </Button>
      }
    >
      <MenuItem value="xlsx" onSelect={() => void save('xlsx')}>
        {m.export_xlsx()}
      </MenuItem>
      <MenuItem value="csv" onSelect={() => void save('csv')}>
        {m.export_csv()}
      </MenuItem>
    </Menu>
  )
}
