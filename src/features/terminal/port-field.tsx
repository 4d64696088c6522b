import { type FormEvent, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button.tsx'
import { FormField } from '#src/ui/field.tsx'
import { NumberInput } from '#src/ui/number-input.tsx'
import { toaster } from '#src/ui/toast.tsx'
import { useChangeConfig } from './use-change-config.ts'

const MOST = 65_535

/** The port of the install service. When it cannot be saved, the field has the former value again, and says why. */
export function PortField({ port }: { port: number }) {
  const { busy, error, setError, change } = useChangeConfig()
  const [typed, setTyped] = useState<number | string | null>(port)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || typed === port) return
    if (typeof typed !== 'number' || !Number.isInteger(typed) || typed < 1 || typed > MOST) {
      setError(m.terminal_portBad())
    } else if (await change({ port: typed })) toaster.success(m.terminal_portSaved())
    else setTyped(port)
  }
  return (
    <form noValidate onSubmit={save}>
      <FormField label={m.terminal_port()} errors={error ? [error] : []}>
        <span className="flex gap-2">
          <NumberInput
            value={typed}
            min={1}
            max={MOST}
            inputMode="numeric"
            className="max-w-40"
            onChange={(next) => {
              setTyped(next)
              setError('')
            }}
          />
          <Button type="submit" loading={busy} aria-disabled={typed === port || undefined}>
            {m.terminal_save()}
          </Button>
        </span>
      </FormField>
    </form>
  )
}
