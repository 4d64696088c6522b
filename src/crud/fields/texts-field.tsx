import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button.tsx'
import { FieldGroup } from '#src/ui/field-group.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Input } from '#src/ui/input.tsx'
import { type FieldProps, useBoundField } from './use-bound-field.ts'

/** A list of short texts, one input each. Enter moves to the next input. A pasted list fills several inputs. */
export function TextsField({ maxItems, placeholder, disabled, ...rest }: FieldProps & { maxItems: number }) {
  const { value, errors, partErrors, set, leave } = useBoundField<readonly string[]>()
  const boxes = useRef<HTMLDivElement>(null)
  const focus = (at: number) => requestAnimationFrame(() => boxes.current?.querySelectorAll('input').item(at)?.focus())
  const change = (at: number, text: string) => set(value.map((one, i) => (i === at ? text : one)))
  const insert = (at: number, texts: readonly string[]) => {
    const next = [...value.slice(0, at), ...texts, ...value.slice(at)].slice(0, maxItems)
    set(next)
    focus(Math.min(at + texts.length - 1, next.length - 1))
  }
  const remove = (at: number) => {
    set(value.filter((_, i) => i !== at))
    focus(Math.max(0, at - 1))
  }
  return (
    <FieldGroup {...rest} errors={errors}>
      <div ref={boxes} className="flex flex-wrap items-center gap-2">
        {value.map((text, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an input has no id other than its position
          <span key={at} className="w-40 max-sm:w-full">
            <Input
              aria-label={m.field_itemOf({ field: rest.label, number: at + 1 })}
              aria-invalid={partErrors(String(at), false).length > 0 || undefined}
              value={text}
              disabled={disabled}
              placeholder={placeholder}
              autoComplete="off"
              onChange={(event) => change(at, event.target.value)}
              onBlur={leave}
              onPaste={(event) => {
                const parts = split(event.clipboardData.getData('text'))
                if (parts.length < 2) return
                event.preventDefault()
                set([...value.slice(0, at), ...parts, ...value.slice(at + 1)].slice(0, maxItems))
                focus(Math.min(at + parts.length - 1, maxItems - 1))
              }}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && !event.nativeEvent.isComposing) {
                  event.preventDefault()
                  if (at + 1 < value.length) focus(at + 1)
                  else if (text !== '' && value.length < maxItems) insert(at + 1, [''])
                }
                if (event.key === 'Backspace' && text === '') {
                  event.preventDefault()
                  remove(at)
                }
              }}
              action={
                !disabled && (
                  <IconButton
                    label={m.ui_remove({ name: text || String(at + 1) })}
                    size="sm"
                    className="size-6"
                    onClick={() => remove(at)}
                  >
                    <X aria-hidden size={13} />
                  </IconButton>
                )
              }
            />
          </span>
        ))}
        {value.length < maxItems && !disabled && (
          <Button size="sm" icon={<Plus aria-hidden size={14} />} onClick={() => insert(value.length, [''])}>
            {m.field_add()}
          </Button>
        )}
      </div>
    </FieldGroup>
  )
}

function split(text: string): string[] {
  return text
    .split(/[\n\t,，、;；]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
