import { Puzzle } from 'lucide-react'
import { useCallback } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useCan } from '#src/layout/can.tsx'
import { useKit } from '#src/layout/kit-context.ts'
import { PathLink } from '#src/layout/path-link.tsx'
import type { FieldOf } from '#src/resource/description.ts'
import { SUPER } from '#src/resource/registry.ts'
import { buttonClass } from '#src/ui/button.tsx'
import { FieldGroup } from '#src/ui/field-group.tsx'
import { useRecordFormContext } from '../form/record-form-context.ts'
import { type FieldProps, useBoundField } from './use-bound-field.ts'

/** Rich text. While the site has no editor, the stored content does not change. */
export function EditorField({ field, placeholder, disabled, ...rest }: FieldProps & { field: FieldOf<'editor'> }) {
  const { editor: Editor } = useKit()
  const { name, value, errors, set, leave } = useBoundField<string>()
  const { waiting, topic } = useRecordFormContext()
  const can = useCan()
  const wait = useCallback((busy: boolean) => void (busy ? waiting?.add(name) : waiting?.delete(name)), [waiting, name])
  return (
    <FieldGroup {...rest} errors={errors}>
      {Editor ? (
        <Editor
          value={value}
          onChange={set}
          onBlur={leave}
          onBusy={wait}
          label={rest.label}
          placeholder={placeholder}
          required={rest.required}
          invalid={errors.length > 0}
          disabled={disabled}
          topic={topic}
          visibility={field.public ? 'public' : 'private'}
        />
      ) : (
        <p className="flex items-center gap-2.5 rounded-md border border-dashed border-line-strong bg-sunken px-3 py-4 text-muted">
          <Puzzle aria-hidden size={18} className="shrink-0" />
          <span className="min-w-0 flex-1">{m.editor_install()}</span>
          {can(SUPER) && (
            <PathLink path="/admin/moduleStore?module=richtext" className={buttonClass({ size: 'sm' })}>
              {m.editor_openStore()}
            </PathLink>
          )}
        </p>
      )}
    </FieldGroup>
  )
}
