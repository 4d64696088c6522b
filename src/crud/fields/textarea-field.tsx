import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { FormField } from '#src/ui/field.tsx'
import { Textarea } from '#src/ui/textarea.tsx'
import { type FieldProps, useBoundField } from './use-bound-field.ts'

/** A text with this limit, such as an address, needs two lines. */
const SHORT = 255

type TextareaFieldProps = FieldProps & { max?: number; rows?: number }

/** A text of several lines. With a limit, it shows the number of characters and the limit. */
export function TextareaField({ max, rows, placeholder, ...rest }: TextareaFieldProps) {
  const { name, value, errors, set, leave } = useBoundField<string>()
  const length = [...value.trim()].length
  return (
    <FormField {...rest} errors={errors}>
      <span className="relative block">
        <Textarea
          name={name}
          value={value}
          rows={rows ?? (max !== undefined && max <= SHORT ? 2 : 3)}
          placeholder={placeholder}
          onChange={(event) => set(event.target.value)}
          onBlur={leave}
          className={cx(max !== undefined && 'pb-6')}
        />
        {max !== undefined && (
          <span
            className={cx(
              'tabular pointer-events-none absolute right-3 bottom-1.5 rounded-sm bg-surface px-1 text-xs',
              length > max ? 'text-danger-ink' : 'text-subtle',
            )}
          >
            <span aria-hidden>
              {length} / {max}
            </span>
            {/* Screen readers announce the rest only from 90 % of the limit on. */}
            <span role="status" className="sr-only">
              {length > max
                ? m.field_over({ count: length - max })
                : length >= max * 0.9
                  ? m.field_left({ count: max - length })
                  : ''}
            </span>
          </span>
        )}
      </span>
    </FormField>
  )
}
