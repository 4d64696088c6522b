import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldOf } from '#src/resource/description.ts'
import { labelText } from '#src/resource/label.ts'
import { Button } from '#src/ui/button.tsx'
import { ErrorLine, FieldGroup } from '#src/ui/field-group.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Input } from '#src/ui/input.tsx'
import { type FieldProps, useBoundField } from './use-bound-field.ts'

type Pair = { key: string; value: string }

/** Pairs of a key and a value, one pair per line. */
export function PairsField({ field, disabled, placeholder: _none, ...rest }: FieldProps & { field: FieldOf<'pairs'> }) {
  const { value, wholeErrors, partErrors, set, leave } = useBoundField<readonly Pair[]>()
  const lines = useRef<HTMLDivElement>(null)
  const max = field.maxItems ?? 100
  const names = {
    key: field.keyLabel ? labelText(field.keyLabel) : m.field_key(),
    value: field.valueLabel ? labelText(field.valueLabel) : m.field_value(),
  }
  const add = () => {
    set([...value, { key: '', value: '' }])
    requestAnimationFrame(() =>
      lines.current
        ?.querySelectorAll('input')
        .item(value.length * 2)
        ?.focus(),
    )
  }
  const change = (at: number, part: Partial<Pair>) => set(value.map((one, i) => (i === at ? { ...one, ...part } : one)))
  const box = (at: number, part: 'key' | 'value', pair: Pair) => (
    <span className="min-w-0 flex-1">
      <Input
        aria-label={m.field_itemOf({ field: names[part], number: at + 1 })}
        aria-invalid={partErrors(`${at}.${part}`, false).length > 0 || undefined}
        placeholder={names[part]}
        value={pair[part]}
        disabled={disabled}
        autoComplete="off"
        onChange={(event) => change(at, { [part]: event.target.value })}
        onBlur={leave}
      />
      {partErrors(`${at}.${part}`, pair[part] !== '').map((error) => (
        <ErrorLine key={error}>{error}</ErrorLine>
      ))}
    </span>
  )
  return (
    <FieldGroup {...rest} errors={wholeErrors}>
      <div ref={lines} className="flex flex-col gap-2">
        {value.map((pair, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no id other than its position
          <div key={at} className="flex items-start gap-2">
            {box(at, 'key', pair)}
            {box(at, 'value', pair)}
            {!disabled && (
              <IconButton
                label={m.ui_remove({ name: pair.key || String(at + 1) })}
                onClick={() => set(value.filter((_, i) => i !== at))}
              >
                <X aria-hidden size={15} />
              </IconButton>
            )}
          </div>
        ))}
        {value.length < max && !disabled && (
          <Button size="sm" icon={<Plus aria-hidden size={14} />} onClick={add} className="self-start">
            {m.field_add()}
          </Button>
        )}
      </div>
    </FieldGroup>
  )
}
