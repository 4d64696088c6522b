import { Puzzle } from 'lucide-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useKit } from '#src/layout/kit-context.ts'
import { FieldGroup } from '#src/ui/field-group.tsx'
import { type FieldProps, useBoundField } from './use-bound-field.ts'

/** Rich text, edited with the editor of a module. Without an editor, the stored content does not change. */
export function EditorField({ placeholder, disabled, ...rest }: FieldProps) {
  const { editor: Editor } = useKit()
  const { value, errors, set, leave } = useBoundField<string>()
  return (
    <FieldGroup {...rest} errors={errors}>
      {Editor ? (
        <Editor
          value={value}
          onChange={set}
          onBlur={leave}
          label={rest.label}
          placeholder={placeholder}
          disabled={disabled}
        />
      ) : (
        <p className="flex items-center gap-2.5 rounded-md border border-dashed border-line-strong bg-sunken px-3 py-4 text-muted">
          <Puzzle aria-hidden size={18} className="shrink-0" />
          {m.editor_install()}
        </p>
      )}
    </FieldGroup>
  )
}
