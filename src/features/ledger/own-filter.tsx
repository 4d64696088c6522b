import { type FormEvent, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button.tsx'
import { DateInput } from '#src/ui/date-input.tsx'
import { FormField } from '#src/ui/field.tsx'
import { Input } from '#src/ui/input.tsx'
import { Select } from '#src/ui/select.tsx'
import { isFiltered } from './own-ledger.queries.ts'
import type { OwnSearch } from './own-ledger.schema.ts'

type OwnFilterProps = {
  search: OwnSearch
  timeZone: string
  /** Shows the first page of what the filter finds. */
  onFind(filter: OwnSearch): void
}

/** Finds own entries by period, by in or out, and by their note. */
export function OwnFilter({ search, timeZone, onFind }: OwnFilterProps) {
  const [filter, setFilter] = useState(search)
  const { from, until, kind, memo } = filter
  const change = (patch: Partial<OwnSearch>) => setFilter({ ...filter, ...patch })
  const find = (event: FormEvent) => {
    event.preventDefault()
    onFind({ from, until, kind, memo: memo?.trim() || undefined })
  }
  return (
    <form
      onSubmit={find}
      className="grid grid-cols-2 items-end gap-3 border-b border-line px-5 py-3 sm:grid-cols-[9rem_9rem_8rem_1fr_auto]"
    >
      <FormField label={m.ownLedger_from()}>
        <DateInput
          value={from ?? null}
          max={until}
          timeZone={timeZone}
          onChange={(day) => change({ from: day ?? undefined })}
        />
      </FormField>
      <FormField label={m.ownLedger_until()}>
        <DateInput
          value={until ?? null}
          min={from}
          timeZone={timeZone}
          onChange={(day) => change({ until: day ?? undefined })}
        />
      </FormField>
      <FormField label={m.ownLedger_kind()}>
        <Select
          items={[
            { value: 'all', label: m.ownLedger_kindAll() },
            { value: 'in', label: m.ownLedger_kindIn() },
            { value: 'out', label: m.ownLedger_kindOut() },
          ]}
          value={kind ?? 'all'}
          onChange={(value) => change({ kind: value === 'in' || value === 'out' ? value : undefined })}
        />
      </FormField>
      <FormField label={m.ownLedger_memo()}>
        <Input value={memo ?? ''} maxLength={100} onChange={({ target }) => change({ memo: target.value })} />
      </FormField>
      <span className="flex gap-2 max-sm:col-span-2">
        <Button type="submit" variant="primary">
          {m.ownLedger_find()}
        </Button>
        {isFiltered(search) && <Button onClick={() => onFind({})}>{m.ownLedger_reset()}</Button>}
      </span>
    </form>
  )
}
