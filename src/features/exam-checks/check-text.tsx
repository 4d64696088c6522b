import { m } from '#src/i18n/paraglide/messages.js'
import { FormField } from '#src/ui/field.tsx'
import { Textarea } from '#src/ui/textarea.tsx'
import { MOST_CHECK_TEXT } from './check-outcomes.ts'

type CheckTextProps = {
  label: string
  hint: string
  value: string
  /** Somebody has tried to send it: what is missing is said. */
  tried: boolean
  onChange(value: string): void
}

/** What a family writes about a check, and what a school answers. */
export function CheckText({ label, hint, value, tried, onChange }: CheckTextProps) {
  return (
    <FormField label={label} hint={hint} required errors={tried && value.trim() === '' ? [m.rule_required()] : []}>
      <Textarea value={value} maxLength={MOST_CHECK_TEXT} rows={4} onChange={(event) => onChange(event.target.value)} />
    </FormField>
  )
}
