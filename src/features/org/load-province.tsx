import { MapPinned } from 'lucide-react'
import { useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useCan } from '#src/layout/can.tsx'
import { hasTransfer, useKit } from '#src/layout/kit-context.ts'
import { Button } from '#src/ui/button.tsx'
import { lazyDialog } from '#src/ui/lazy.tsx'

const ProvinceDialog = lazyDialog(
  async () => (await import('./province-dialog.tsx')).ProvinceDialog,
  ({ onClose }) => onClose(),
  { isOpen: ({ open }) => open },
)

/** A button that loads the education authorities of a province. Nothing for users who may not add organizations. */
export function LoadProvince({ label, size }: { label?: string; size?: 'sm' }) {
  const may = useCan()('baseInfo/organization/add')
  const kit = useKit()
  const [opened, setOpened] = useState<boolean>()
  // A pig back end has no jobs.
  if (!may || !hasTransfer(kit)) return null
  return (
    <>
      <Button size={size} icon={<MapPinned aria-hidden size={15} />} onClick={() => setOpened(true)}>
        {label ?? m.organization_provinceLoad()}
      </Button>
      {opened !== undefined && <ProvinceDialog open={opened} onClose={() => setOpened(false)} />}
    </>
  )
}
