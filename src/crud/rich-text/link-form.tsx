import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { safeLink } from '#src/lib/rich-text-rules.ts'
import { Button } from '#src/ui/button.tsx'
import { FormField } from '#src/ui/field.tsx'
import { Input } from '#src/ui/input.tsx'
import { ToolForm } from './tool-form.tsx'

/** The link at the cursor, or a new one on the selected text. */
export function LinkForm({ editor, onClose }: { editor: Editor; onClose(): void }) {
  const before: unknown = editor.getAttributes('link').href
  const [text, setText] = useState(typeof before === 'string' ? before : '')
  const [wrong, setWrong] = useState(false)
  const apply = () => {
    const href = safeLink(/^[\w-]+(\.[\w-]+)+([/?#:].*)?$/.test(text.trim()) ? `https://${text.trim()}` : text)
    if (href === undefined) return setWrong(true)
    const chain = editor.chain().focus().extendMarkRange('link')
    // Without selected text, the address is the text.
    if (editor.state.selection.empty && !editor.isActive('link')) {
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
    } else chain.setLink({ href }).run()
    onClose()
  }
  return (
    <ToolForm
      label={m.editor_link()}
      apply={m.editor_linkApply()}
      onApply={apply}
      onClose={onClose}
      buttons={
        editor.isActive('link') && (
          <Button
            size="sm"
            onClick={() => {
              editor.chain().focus().extendMarkRange('link').unsetLink().run()
              onClose()
            }}
          >
            {m.editor_linkRemove()}
          </Button>
        )
      }
    >
      <FormField
        label={m.editor_linkAddress()}
        errors={wrong ? [m.editor_linkWrong()] : []}
        className="min-w-56 flex-1"
      >
        <Input
          autoFocus
          type="text"
          inputMode="url"
          placeholder="https://"
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setWrong(false)
          }}
        />
      </FormField>
    </ToolForm>
  )
}
