import type { Editor } from '@tiptap/core'
import { FolderOpen, Upload as UploadIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button.tsx'
import { FormField } from '#src/ui/field.tsx'
import { Input } from '#src/ui/input.tsx'
import { ToolForm } from './tool-form.tsx'

type PictureFormProps = {
  editor: Editor
  onFiles(files: readonly File[]): void
  /** Undefined: the site has no files to choose from. */
  onChoose: (() => void) | undefined
  onClose(): void
}

/** A new picture in the text. Of a selected one, the text for those who do not see it. */
export function PictureForm(props: PictureFormProps) {
  const { editor, onClose } = props
  // Another picture has a form of its own.
  return editor.isActive('image') ? (
    <PictureText key={editor.state.selection.from} editor={editor} onClose={onClose} />
  ) : (
    <NewPicture {...props} />
  )
}

function NewPicture({ onFiles, onChoose, onClose }: PictureFormProps) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <ToolForm
      label={m.editor_picture()}
      apply={m.upload_choosePicture()}
      icon={<UploadIcon aria-hidden size={14} />}
      onApply={() => picker.current?.click()}
      onClose={onClose}
      buttons={
        onChoose && (
          <Button size="sm" icon={<FolderOpen aria-hidden size={14} />} onClick={onChoose}>
            {m.upload_existing()}
          </Button>
        )
      }
    >
      <span className="min-w-56 flex-1 self-center text-sm text-muted">{m.editor_pictureHint()}</span>
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        accept="image/*"
        aria-label={m.editor_picture()}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </ToolForm>
  )
}

function PictureText({ editor, onClose }: { editor: Editor; onClose(): void }) {
  const [alt, setAlt] = useState(String(editor.getAttributes('image').alt ?? ''))
  return (
    <ToolForm
      label={m.editor_picture()}
      apply={m.editor_apply()}
      onApply={() => {
        editor.chain().focus().updateAttributes('image', { alt: alt.trim() }).run()
        onClose()
      }}
      onClose={onClose}
      buttons={
        <Button
          size="sm"
          onClick={() => {
            editor.chain().focus().deleteSelection().run()
            onClose()
          }}
        >
          {m.editor_pictureRemove()}
        </Button>
      }
    >
      <FormField label={m.editor_pictureAlt()} hint={m.editor_pictureAltHint()} className="min-w-56 flex-1">
        <Input autoFocus type="text" maxLength={300} value={alt} onChange={(event) => setAlt(event.target.value)} />
      </FormField>
    </ToolForm>
  )
}
