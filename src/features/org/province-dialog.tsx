import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { areasBelow } from '#src/crud/calls/area-queries.ts'
import { posting } from '#src/crud/calls/endpoint-calls.ts'
import { refusedText } from '#src/crud/calls/failure.ts'
import { beginJob } from '#src/crud/jobs/job-calls.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { randomId } from '#src/lib/random-id.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FormField } from '#src/ui/field.tsx'
import { ErrorLine } from '#src/ui/field-group.tsx'
import { Select } from '#src/ui/select.tsx'
import { toaster } from '#src/ui/toast.tsx'
import type { provinceEndpoints } from './province.api.server.ts'

const loading = posting<(typeof provinceEndpoints)['load']>('/adminApi/organization/loadProvince')

/** Asks which province to load, and starts the job. */
export function ProvinceDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const provinces = useQuery(areasBelow(''))
  const [province, setProvince] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  // Of one opening, only one job begins, also when the answer was lost.
  const [key] = useState(randomId)
  const load = async () => {
    if (province === null) return setError(m.organization_provinceChoose())
    setBusy(true)
    setError(undefined)
    try {
      await beginJob(loading({ province }, `${key}-${province}`))
      toaster.success(m.organization_provinceBegun())
      onClose()
    } catch (reason) {
      setError(refusedText(reason))
    }
    setBusy(false)
  }
  return (
    <Dialog
      open={open}
      onRequestClose={() => !busy && onClose()}
      title={m.organization_provinceTitle()}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>{m.ui_cancel()}</Button>
          <Button variant="primary" loading={busy} onClick={() => void load()}>
            {m.organization_provinceConfirm()}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="text-muted">{m.organization_provinceText()}</p>
        <FormField label={m.organization_provinceField()} required>
          <Select
            items={(provinces.data ?? []).map(({ value, label }) => ({ value: String(value), label }))}
            value={province}
            onChange={(value) => {
              setProvince(value)
              setError(undefined)
            }}
            disabled={provinces.isPending}
          />
        </FormField>
        {(error || provinces.error) && <ErrorLine>{error ?? refusedText(provinces.error)}</ErrorLine>}
      </div>
    </Dialog>
  )
}
